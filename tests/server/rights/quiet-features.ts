import { FEATURES } from "../../../src/server/features.ts";
import type { Feature } from "../../../src/server/http/feature.ts";
import type { Registry } from "../../../src/shared/registry/model.ts";

/** The features of a registry, without what they do by themselves in the background, and without what is written by the clock. */
export function quietFeatures(registry: Registry): readonly Feature[] {
  return FEATURES.filter(({ name }) => name !== "usage" && registry.features.includes(name)).map(
    ({ start: _start, ...feature }) => feature,
  );
}
