import type { EntityInfo } from "../catalogue.ts";
import type { RawComputed, RawTotal } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import { headOf } from "../links.ts";
import { pathOf } from "../lookup.ts";
import type { Computed, Related } from "../model.ts";
import { definition } from "../word.ts";

/** How a field is computed: by its only key, as the shape check has seen to. */
export function buildComputed(raw: RawComputed, entity: EntityInfo, all: ReadonlyMap<string, EntityInfo>): Computed {
  const { copy, count, total } = raw;
  if (copy !== undefined) return { kind: "copy", copy: pathOf(copy) };
  if (count !== undefined) return { kind: "count", count: relatedOf(count, entity, all) };
  if (total !== undefined) return { kind: "total", total: { ...relatedOf(total, entity, all), field: total.field ?? "" } };
  const [[kind, said] = []] = Object.entries(raw);
  return { kind, [String(kind)]: said } as Computed;
}

function relatedOf({ of, on, where }: RawTotal, entity: EntityInfo, all: ReadonlyMap<string, EntityInfo>): Related {
  const [by, key] = relation(of, on, entity, all) ?? ["", ""];
  return { of, by, key, where: (where ?? null) as Predicate | null };
}

/** Which field of the other entity equals which of this one; null: nobody says so, and it is no line of this one. */
export function relation(
  of: string,
  on: RawTotal["on"],
  entity: EntityInfo,
  all: ReadonlyMap<string, EntityInfo>,
): readonly [string, string] | null {
  if (on !== undefined) return Object.entries(on)[0] ?? null;
  const line = all.get(of);
  const head = line && headOf(line.raw);
  return head?.entity === entity.name ? [head.field, head.key] : null;
}

/** Whether a field is made only for the one who looks, so that the database cannot sort, filter or sum by it. */
export function isAfterReading(raw: RawComputed | undefined): boolean {
  return Object.keys(raw ?? {}).some((kind) => definition("entity", "computed").at(kind)?.isAfterReading);
}
