import { keptPassword } from "../../shared/domain/plain-text.ts";

let known: Promise<ReadonlySet<string>> | undefined;

/** Whether the password is one of the 100,000 that people choose most, in whatever case. The list is read when it is first needed. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= import("./common-passwords.json", { with: { type: "json" } }).then(({ default: { words } }) => new Set(words.split(" ")));
  return (await known).has(keptPassword(password).toLowerCase());
}
