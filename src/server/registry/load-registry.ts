import { type BuildResult, buildRegistry } from "../../shared/build-registry.ts";
import type { BuildOptions } from "../../shared/registry/context.ts";
import type { Registry } from "../../shared/registry/model.ts";
import type { RawFile } from "../../shared/registry/place.ts";
import { type Problem, sortProblems } from "../../shared/registry/problem.ts";
import { loadFiles } from "./registry-files.ts";

/** A registry with the files that say it. */
export interface Model {
  readonly registry: Registry;
  readonly files: readonly RawFile[];
}

export type ModelResult =
  | ({ readonly ok: true; readonly warnings: readonly Problem[] } & Model)
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The registry of a directory as it is on disk now, or everything that is wrong with it. */
export function loadRegistry(dir: string, program: BuildOptions): BuildResult {
  const model = loadModel(dir, program);
  return model.ok ? { ok: true, registry: model.registry, warnings: model.warnings } : model;
}

/** As {@link loadRegistry}, with the files. Those that `known` has a registry of are not looked at again, and nobody is warned of them. */
export function loadModel(
  dir: string,
  program: BuildOptions,
  known: (files: readonly RawFile[]) => Registry | null = () => null,
): ModelResult {
  const { files, problems } = loadFiles(dir);
  if (files.length === 0) return { ok: false, problems };
  const found = problems.length === 0 ? known(files) : null;
  if (found !== null) return { ok: true, registry: found, files, warnings: [] };
  const unread = problems.map(({ file }) => file);
  const result = buildRegistry(files, program, unread);
  if (problems.length === 0) return result.ok ? { ...result, files } : result;
  return { ok: false, problems: sortProblems([...problems, ...(result.ok ? [] : result.problems)]) };
}

/** The registry cannot be used at all: there is no earlier one to keep. */
export class RegistryError extends Error {
  override readonly name = "RegistryError";
  constructor(readonly problems: readonly Problem[]) {
    super(`the registry has ${problems.length} ${problems.length === 1 ? "problem" : "problems"}`);
  }
}
