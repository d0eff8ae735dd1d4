import { assembleRegistry } from "./build/registry.ts";
import { CHECKS } from "./checks/index.ts";
import { type BuildOptions, contextOf } from "./context.ts";
import { deepFreeze } from "./dict.ts";
import { linkCode } from "./link-code.ts";
import type { Registry } from "./model.ts";
import type { RawFile } from "./place.ts";
import { type Problem, sortProblems } from "./problem.ts";
import { readSources } from "./sources.ts";
import { textHash } from "./text-hash.ts";

export type BuildResult =
  | { readonly ok: true; readonly registry: Registry }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * The one door from JSON to code: every problem of every file at once, or the checked, frozen registry.
 * Files with a broken shape are left out of the checks of meaning; what only their absence makes wrong is not reported.
 */
export function buildRegistry(files: readonly RawFile[], options: BuildOptions = {}): BuildResult {
  const { sources, problems: shape } = readSources(files);
  const { context, problems: patches } = contextOf(sources, options);
  const problems = [...shape, ...patches, ...CHECKS.flatMap((check) => check(context))];
  if (problems.length > 0) return { ok: false, problems: sortProblems(problems) };
  return { ok: true, registry: linkCode(deepFreeze(assembleRegistry(context, versionOf(files))), options.features ?? []) };
}

/** Names the content of the files, in whatever order they come. */
export function versionOf(files: readonly RawFile[]): string {
  return textHash([...files].sort((a, b) => (a.path < b.path ? -1 : 1)).flatMap(({ path, text }) => [path, text]));
}
