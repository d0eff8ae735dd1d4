import type { Entity, Registry } from "../../../../shared/registry/model.ts";
import { ROW_VERSION } from "../../../base/technical.ts";
import { entityOf } from "../../../engine/values/names.ts";
import type { FeedShape } from "../../../tables/feed/begin-feed.ts";

/** What the feed of an entity is made of. */
export function shapeOf(registry: Registry, entity: Entity): FeedShape {
  const lines = entity.lines.flatMap((name) => {
    const { table, head } = entityOf<string>(registry, name);
    return head === null ? [] : [{ table, head: head.field, key: head.key }];
  });
  return {
    entity: entity.name,
    table: entity.table,
    key: keyFields(entity),
    hasVersion: entity.fields[ROW_VERSION]?.computed === null,
    headKey: lines[0]?.key ?? null,
    lines: lines.map(({ table, head }) => ({ table, head })),
  };
}

/** Fields that name a row to other systems, also when it is gone; empty: its number alone does. */
export function keyFields({ import: taken, number, unique }: Entity): readonly string[] {
  return taken?.key ?? (number === null ? (unique[0] ?? []) : [number.field]);
}
