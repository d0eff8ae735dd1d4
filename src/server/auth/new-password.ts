import { type PasswordContext, passwordProblems, UNCOMMON } from "../../shared/domain/password-rules.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** Every rule that a new password breaks, as texts. */
export async function newPasswordProblems(password: string, context: PasswordContext): Promise<string[]> {
  const broken = passwordProblems(password, context);
  // guard check as broken: tests/server/app/account.test.ts
  return (await isCommonPassword(password)) ? [...broken, UNCOMMON] : broken;
}
