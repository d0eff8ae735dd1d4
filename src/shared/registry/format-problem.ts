import type { Problem } from "./problem.ts";

/**
 * A problem as one line, the same for the CLI, the server's log, the dev overlay and the tests:
 * `schemas/modules/account-checking/balance-manage.json:41:17 /columns/3/format unknown format "mony" (did you mean "money"?)`.
 */
export function formatProblem({ file, line, column, pointer, message, hint, profile }: Problem): string {
  const patched = profile === undefined ? "" : ` [profile ${profile}]`;
  const text = `${file}:${line}:${column} ${pointer === "" ? "/" : pointer} ${message}${patched}`;
  return hint === undefined ? text : `${text} (${hint})`;
}
