import type { Problem } from "../../shared/registry/problem.ts";

/** The registry cannot be used at all: there is no earlier one to keep. */
export class RegistryError extends Error {
  override readonly name = "RegistryError";
  constructor(readonly problems: readonly Problem[]) {
    super(`the registry has ${problems.length} ${problems.length === 1 ? "problem" : "problems"}`);
  }
}
