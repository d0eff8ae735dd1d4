import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext, ModuleInfo } from "../context.ts";
import type { RawComputed, RawEnumValue } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { Place } from "../place.ts";
import { machinesOf } from "./transitions.ts";

/**
 * Where a condition is used. acting: a user acts on or looks at one row; rows: it chooses rows or values in a query;
 * database: the database itself keeps it.
 */
export type Setting = "acting" | "rows" | "database";

/** A condition of a file and the entity whose rows it is about. */
export interface PredicateUse {
  readonly predicate: Predicate;
  readonly at: Place;
  readonly entity: string;
  readonly setting: Setting;
}

/** Every condition of every file. */
export function allPredicates({ entities, modules }: CheckContext): PredicateUse[] {
  return [...[...entities.values()].flatMap(entityPredicates), ...modules.flatMap(modulePredicates)];
}

function entityPredicates(info: EntityInfo): PredicateUse[] {
  const { raw, at, name, fields } = info;
  return [
    ...use(raw.visibleTo?.shop, at.in("visibleTo", "shop"), name, "rows"),
    ...use(raw.visibleTo?.supplier, at.in("visibleTo", "supplier"), name, "rows"),
    ...(raw.checks ?? []).flatMap(({ require }, index) => use(require, at.in("checks", index, "require"), name, "database")),
    ...use(raw.view?.where, at.in("view", "where"), raw.view?.of ?? name, "rows"),
    ...[...fields.values()].flatMap((field) => [
      ...computedPredicates(field.raw.computed, field.at.in("computed"), name),
      ...retitles(field.values, field.valuesAt, name),
    ]),
    ...machinesOf(info).flatMap(({ transitions }) =>
      transitions.flatMap(({ raw: transition, at: place }) => [
        ...use(transition.when, place.in("when"), name, "acting"),
        ...(transition.guards ?? []).flatMap((guard, index) => [
          ...use(guard.if, place.in("guards", index, "if"), name, "acting"),
          ...use(guard.require, place.in("guards", index, "require"), name, "acting"),
        ]),
      ]),
    ),
  ];
}

function computedPredicates(computed: RawComputed | undefined, at: Place, entity: string): PredicateUse[] {
  if (!computed) return [];
  const { cases, count, total, viewer } = computed;
  return [
    ...(cases?.when ?? []).flatMap((each, index) => use(each.if, at.in("cases", "when", index, "if"), entity, "rows")),
    ...use(count?.where, at.in("count", "where"), count?.of ?? entity, "rows"),
    ...use(total?.where, at.in("total", "where"), total?.of ?? entity, "rows"),
    ...use(viewer, at.in("viewer"), entity, "acting"),
  ];
}

function modulePredicates({ raw, at }: ModuleInfo): PredicateUse[] {
  return [
    ...use(raw.where, at.in("where"), raw.entity, "rows"),
    ...Object.entries(raw.labels ?? {}).flatMap(([field, values]) => retitles(values, at.in("labels", field), raw.entity)),
    ...(raw.stats?.cards ?? []).flatMap(({ where }, index) => use(where, at.in("stats", "cards", index, "where"), raw.entity, "rows")),
  ];
}

function retitles(values: readonly RawEnumValue[], at: Place, entity: string): PredicateUse[] {
  return values.flatMap(({ retitle }, code) =>
    (retitle ?? []).flatMap(({ when }, index) => use(when, at.in(code, "retitle", index, "when"), entity, "rows")),
  );
}

/** The shape check has seen to it that a condition holds exactly one key. */
function use(raw: object | undefined, at: Place, entity: string, setting: Setting): PredicateUse[] {
  return raw === undefined ? [] : [{ predicate: raw as Predicate, at, entity, setting }];
}
