import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { readablePassword } from "../src/server/auth/password.ts";

/** A password for somebody else: the first line of what is piped in, or one that is made up and told once. */
export async function passwordFor(stdin: Readable | null): Promise<{ readonly password: string; readonly isMadeUp: boolean }> {
  if (stdin === null) return { password: readablePassword(), isMadeUp: true };
  const [password = ""] = (await text(stdin)).split(/\r?\n/);
  return { password, isMadeUp: false };
}
