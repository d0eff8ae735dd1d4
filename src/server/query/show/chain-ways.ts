import type { Registry } from "../../../shared/registry/model.ts";

/** From one kind of document to another: the field here equals the field there. */
export interface Way {
  readonly to: string;
  readonly here: string;
  readonly there: string;
}

/** Every way between kinds of documents, in both directions. They make a tree: the registry has seen to it. */
export function chainWays({ entities }: Registry): ReadonlyMap<string, readonly Way[]> {
  const ways = new Map<string, Way[]>();
  const add = (from: string, way: Way) => ways.set(from, [...(ways.get(from) ?? []), way]);
  for (const { name, chain } of Object.values(entities)) {
    for (const { field, entity, key } of chain?.links ?? []) {
      add(name, { to: entity, here: field, there: key });
      add(entity, { to: name, here: key, there: field });
    }
  }
  return ways;
}
