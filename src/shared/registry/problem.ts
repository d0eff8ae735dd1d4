/** One thing that is wrong in a file of the registry. Text is made last, by `formatProblem`. */
export interface Problem {
  /** Relative to the registry directory, e.g. schemas/entities/balance.json. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** JSON pointer, e.g. /columns/3/format; empty: the file itself. */
  readonly pointer: string;
  readonly message: string;
  /** What would help, e.g. the nearest valid name. */
  readonly hint?: string;
  /** It arises only in the module as this profile's overlay patches it. */
  readonly profile?: string;
  /** Id of the rule that is broken (docs/rules.md). Whoever runs the rules writes it: a rule does not know its own name. */
  readonly rule?: string;
  /** Left out: an error. A warning keeps nothing from being served, and may be justified in its file by `allow`. */
  readonly level?: "warning";
}

/** Whether nothing can be built while it is there. */
export function isError({ level }: Problem): boolean {
  return level !== "warning";
}

/** By file, then by place, so that the list reads like the files do; each problem once. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const distinct = new Map<string, Problem>();
  for (const problem of problems) {
    const known = distinct.get(keyOf(problem));
    // What is wrong in the file itself is not the profile's fault.
    if (known === undefined || known.profile !== undefined) distinct.set(keyOf(problem), problem);
  }
  return [...distinct.values()].sort(
    (a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.message, b.message),
  );
}

function keyOf({ file, line, column, pointer, message }: Problem): string {
  return JSON.stringify([file, line, column, pointer, message]);
}

/** Not localeCompare: the order must not depend on the machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * A problem as one line, the same for the CLI, the server's log, the dev overlay and the tests:
 * `schemas/modules/account-checking/balance-manage.json:41:17 /columns/3/format unknown format "mony" (did you mean "money"?)`.
 */
export function formatProblem({ file, line, column, pointer, message, hint, profile, level, rule }: Problem): string {
  const patched = profile === undefined ? "" : ` [profile ${profile}]`;
  // The name of a warning's rule is what `allow` asks for.
  const warned = level === undefined ? "" : ` [${level} ${rule}]`;
  const text = `${file}:${line}:${column} ${pointer === "" ? "/" : pointer} ${message}${patched}${warned}`;
  return hint === undefined ? text : `${text} (${hint})`;
}
