import type { EntityInfo } from "../catalogue.ts";
import type { RawComputed } from "../generated/raw.ts";
import type { Calc, Predicate } from "../language.ts";
import type { Computed } from "../model.ts";

/** How a field is computed. The entity tells where a lookup leads. */
export function buildComputed(raw: RawComputed, entity: EntityInfo): Computed {
  if (raw.label !== undefined) return { kind: "label", of: raw.label };
  if (raw.calc !== undefined) return { kind: "calc", calc: raw.calc as Calc };
  if (raw.cases !== undefined) return { kind: "cases", when: raw.cases.when as Cases["when"], else: raw.cases.else };
  if (raw.lookup !== undefined)
    return { kind: "lookup", via: raw.lookup.via, field: raw.lookup.field, ...lookupTarget(raw.lookup.via, entity) };
  if (raw.count !== undefined) return { kind: "count", ...raw.count, where: (raw.count.where ?? null) as Predicate | null };
  if (raw.total !== undefined) return { kind: "total", ...raw.total, where: (raw.total.where ?? null) as Predicate | null };
  if (raw.daysUntil !== undefined) return { kind: "daysUntil", field: raw.daysUntil };
  if (raw.viewer !== undefined) return { kind: "viewer", when: raw.viewer as Predicate };
  return { kind: "unread" };
}

type Cases = Extract<Computed, { kind: "cases" }>;

/** The row a lookup reads: what its ref field points to, or the head of a line. Empty names where the checks refuse it. */
export function lookupTarget(via: string, { fields, raw }: EntityInfo): { entity: string; key: string } {
  if (raw.head?.field === via) return { entity: raw.head.entity, key: raw.head.key };
  const field = fields.get(via)?.raw;
  return { entity: field?.to ?? "", key: field?.key ?? "" };
}
