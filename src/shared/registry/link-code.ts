import { codeOf, type FeatureCode } from "./code.ts";
import { deepFreeze } from "./dict.ts";
import type { Registry } from "./model.ts";

/** The registry with the code that its files name; everything else of it is plain data that can be sent to another thread. */
export function linkCode(registry: Omit<Registry, "code">, features: readonly FeatureCode[]): Registry {
  return deepFreeze({ ...registry, code: codeOf(features.filter(({ name }) => registry.features.includes(name))) });
}
