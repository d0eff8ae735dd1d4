import { type BuildResult, buildRegistry } from "../../shared/build-registry.ts";
import type { FeatureCode } from "../../shared/registry/code.ts";
import { type Problem, sortProblems } from "../../shared/registry/problem.ts";
import { loadFiles } from "./load-files.ts";

/** The registry of a directory as it is on disk now, or everything that is wrong with it; `features`: every feature of the program. */
export function loadRegistry(dir: string, features: readonly FeatureCode[]): BuildResult {
  const { files, problems } = loadFiles(dir);
  if (files.length === 0) return { ok: false, problems };
  const result = buildRegistry(files, { features });
  if (problems.length === 0) return result;
  return { ok: false, problems: sortProblems([...problems, ...(result.ok ? [] : result.problems)]) };
}

/** The registry cannot be used at all: there is no earlier one to keep. */
export class RegistryError extends Error {
  override readonly name = "RegistryError";
  constructor(readonly problems: readonly Problem[]) {
    super(`the registry has ${problems.length} ${problems.length === 1 ? "problem" : "problems"}`);
  }
}
