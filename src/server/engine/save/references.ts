import type { Row } from "../../../shared/domain/cell.ts";
import { isSet } from "../../../shared/domain/predicate.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity, Field, Registry } from "../../../shared/registry/model.ts";
import type { Store } from "../store/store.ts";

interface Reference {
  readonly from: Entity;
  readonly field: Field;
  readonly key: string;
}

/** Refuses (USED) when another row of the shop names this one by a declared ref. Its own lines do not count: they go with it. */
export async function refuseUsed(store: Store, registry: Registry, entity: Entity, row: Row): Promise<void> {
  for (const { from, field, key } of referencesTo(registry, entity)) {
    const value = row[key] ?? null;
    if (!isSet(value)) continue;
    // A ref is text, also where it names a row by its Id.
    if (await store.exists(from, { [field.name]: String(value) })) throw new ApiError(CODE.rule, registry.messages.USED ?? "");
  }
}

function referencesTo(registry: Registry, entity: Entity): Reference[] {
  const stored = Object.values(registry.entities).filter(({ view }) => view === null);
  return stored.flatMap((from) =>
    Object.values(from.fields).flatMap((field): Reference[] => {
      const isOwnLine = from.head?.entity === entity.name && from.head.field === field.name;
      if (field.ref?.entity !== entity.name || field.computed !== null || isOwnLine) return [];
      return [{ from, field, key: field.ref.key }];
    }),
  );
}
