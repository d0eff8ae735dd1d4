import type { CheckContext } from "../context.ts";
import type { Named } from "../names/named.ts";
import type { Problem } from "../problem.ts";

/** One rule: what it finds wrong in the whole of the files. Pure; it never changes what it looks at. */
export type Check = (context: CheckContext) => Problem[];

/** A problem for every name that stands a second time, told with the first one. */
export function repeats<T extends Named>(names: readonly T[], message: (again: T, first: T) => string): Problem[] {
  const seen = new Map<string, T>();
  return names.flatMap((named) => {
    const first = seen.get(named.name);
    if (first) return [named.at.problem(message(named, first))];
    seen.set(named.name, named);
    return [];
  });
}
