import type { Named } from "./named.ts";

/** A field that is named, and the entity it should be of. */
export interface EntityFieldUse extends Named {
  readonly entity: string;
}

/** Nothing where the entity itself is not known: that is a problem of its own. */
export function of(entity: string | undefined, names: readonly Named[]): EntityFieldUse[] {
  return entity === undefined || entity === "" ? [] : names.map((named) => ({ ...named, entity }));
}
