import { assembleRegistry } from "./registry/build/registry.ts";
import { withoutJustified } from "./registry/checks/allow.ts";
import { RULES, type Rule } from "./registry/checks/index.ts";
import { variantContexts } from "./registry/checks/variant-contexts.ts";
import { type BuildOptions, type CheckContext, contextOf } from "./registry/context.ts";
import { deepFreeze } from "./registry/dict.ts";
import { linkCode } from "./registry/link-code.ts";
import type { Registry } from "./registry/model.ts";
import type { RawFile } from "./registry/place.ts";
import { isError, type Problem, sortProblems } from "./registry/problem.ts";
import { isFollower, readSources } from "./registry/sources.ts";

export type BuildResult =
  | { readonly ok: true; readonly registry: Registry; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * The one door from JSON to code: every problem of every file at once, or the checked, frozen registry with the warnings that
 * nobody justified (docs/decisions/74). Files with a broken shape are left out of the checks of meaning, or looked at as they were
 * probably meant; what only their absence makes wrong is not reported. `unread` are paths of files that could not be read at all.
 */
export function buildRegistry(files: readonly RawFile[], options: BuildOptions = {}, unread: readonly string[] = []): BuildResult {
  const { sources, problems: shape } = readSources(files, unread);
  const { context, problems: patches } = contextOf(sources, options);
  const early = RULES.filter(({ isLast }) => !isLast);
  const meant = [...patches.map((problem) => ({ rule: "whole-file", ...problem })), ...broken(early, context)];
  const first = [...shape, ...meant.filter((problem) => !isFollower(problem, sources))];
  const isValid = !first.some(isError) && unread.length === 0;
  const late = RULES.filter(({ isLast }) => isLast);
  const all = isValid ? [...first, ...found(late, context)] : first;
  const problems = sortProblems(withoutJustified(all, sources, isValid));
  if (!isValid || problems.some(isError)) return { ok: false, problems };
  return { ok: true, registry: assembled(context, files, options), warnings: problems };
}

function assembled(context: CheckContext, files: readonly RawFile[], { features = [] }: BuildOptions): Registry {
  return linkCode(deepFreeze(assembleRegistry(context, versionOf(files))), features);
}

/** What these rules find, with their names, in the files as they stand, and as the shops of each profile have them. */
function broken(rules: readonly Rule[], context: CheckContext): Problem[] {
  const overlays = new Set(context.sources.overlay.map(({ at }) => at.file));
  const ofVariants = variantContexts(context).flatMap(({ variant, context: files }) =>
    found(rules, files).map((problem) => (overlays.has(problem.file) ? problem : { ...problem, profile: variant.name })),
  );
  return [...found(rules, context), ...ofVariants];
}

function found(rules: readonly Rule[], context: CheckContext): Problem[] {
  return rules.flatMap(({ id, level, check }) =>
    check(context).map((problem) => ({ ...problem, rule: id, ...(level === "warning" ? { level } : {}) })),
  );
}

/** Names the content of the files, in whatever order they come. */
export function versionOf(files: readonly RawFile[]): string {
  return textHash([...files].sort((a, b) => (a.path < b.path ? -1 : 1)).flatMap(({ path, text }) => [path, text]));
}

const FNV_PRIME = 0x01000193;
const FNV_OFFSET = 0x811c9dc5;
/** A second start value: two independent 32-bit hashes make collisions of successive edits negligible. */
const OTHER_OFFSET = 0x6b43a9b5;

/** A short stable fingerprint of texts (FNV-1a, twice 32 bits). Not for secrets. */
export function textHash(texts: readonly string[]): string {
  return [FNV_OFFSET, OTHER_OFFSET].map((offset) => fnv(offset, texts).toString(16).padStart(8, "0")).join("");
}

function fnv(offset: number, texts: readonly string[]): number {
  let hash = offset;
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
    // A mark no character code equals, so that moving a letter to the next text changes the hash.
    hash = Math.imul(hash ^ 0x10000, FNV_PRIME);
  }
  return hash >>> 0;
}
