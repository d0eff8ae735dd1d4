import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext, ModuleInfo } from "../context.ts";
import type { RawComputed, RawDerived, RawEnumValue, RawGuard, RawPrint, RawRule } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { Place } from "../place.ts";
import type { Doc } from "../sources.ts";
import { machinesOf } from "./transitions.ts";

/**
 * Where a condition is used. acting: a user acts on or looks at one row; rows: it chooses rows or values in a query;
 * form: it is asked while a form is filled, here and in the browser; database: the database itself keeps it; person: it
 * is about the user alone, before any row is looked at; profile: it is about a whole shop, by its flags.
 */
export type Setting = "acting" | "rows" | "form" | "database" | "person" | "profile";

/** A condition of a file and the entity whose rows it is about. */
export interface PredicateUse {
  readonly predicate: Predicate;
  readonly at: Place;
  readonly entity: string;
  readonly setting: Setting;
}

/** Every condition of every file. */
export function allPredicates({ entities, modules, sources }: CheckContext): PredicateUse[] {
  return [
    ...[...entities.values()].flatMap(entityPredicates),
    ...modules.flatMap(modulePredicates),
    ...sources.print.flatMap(printPredicates),
  ];
}

function entityPredicates(info: EntityInfo): PredicateUse[] {
  const { raw, at, name, fields } = info;
  return [
    ...use(raw.visibleTo?.shop, at.in("visibleTo", "shop"), name, "rows"),
    ...use(raw.visibleTo?.supplier, at.in("visibleTo", "supplier"), name, "rows"),
    ...(raw.checks ?? []).flatMap(({ require }, index) => use(require, at.in("checks", index, "require"), name, "database")),
    ...use(raw.view?.where, at.in("view", "where"), raw.view?.of ?? name, "rows"),
    ...(raw.view?.union ?? []).flatMap(({ of, where }, index) => use(where, at.in("view", "union", index, "where"), of, "rows")),
    ...savePredicates(info),
    ...use(raw.opened?.when, at.in("opened", "when"), name, "acting"),
    ...(raw.due ?? []).flatMap(({ when }, index) => use(when, at.in("due", index, "when"), name, "rows")),
    ...use(raw.chain?.where, at.in("chain", "where"), name, "rows"),
    ...use(raw.chain?.counted, at.in("chain", "counted"), name, "rows"),
    ...use(raw.chain?.gap?.when, at.in("chain", "gap", "when"), name, "rows"),
    ...(raw.chain?.waits ?? []).flatMap(({ when }, index) => use(when, at.in("chain", "waits", index, "when"), name, "rows")),
    ...[...fields.values()].flatMap((field) => [
      ...computedPredicates(field.raw.computed, field.at.in("computed"), name),
      ...derivedPredicates(field.raw.derived, field.at.in("derived"), name),
      ...use(field.raw.choices, field.at.in("choices"), field.raw.to ?? name, "rows"),
      ...retitles(field.values, field.valuesAt, name),
    ]),
    ...machinesOf(info).flatMap(({ transitions }) =>
      transitions.flatMap(({ raw: transition, at: place }) => [
        ...use(transition.when, place.in("when"), name, "acting"),
        ...guards(transition.guards, place.in("guards"), name),
      ]),
    ),
  ];
}

function savePredicates({ raw: { save }, at, name }: EntityInfo): PredicateUse[] {
  const place = at.in("save");
  const { create, edit, delete: remove, rules = [], visitor } = save ?? {};
  return [
    ...guards(create?.guards, place.in("create", "guards"), name),
    ...use(edit?.when, place.in("edit", "when"), name, "acting"),
    ...guards(edit?.guards, place.in("edit", "guards"), name),
    ...use(remove?.when, place.in("delete", "when"), name, "acting"),
    ...guards(remove?.guards, place.in("delete", "guards"), name),
    ...ruled(rules, place.in("rules"), name, "form"),
    ...ruled(visitor?.rules ?? [], place.in("visitor", "rules"), name, "acting"),
    ...guards(visitor?.guards, place.in("visitor", "guards"), name),
  ];
}

function ruled(rules: readonly RawRule[], at: Place, entity: string, setting: Setting): PredicateUse[] {
  return rules.flatMap((rule, index) => [
    ...use(rule.if, at.in(index, "if"), entity, setting),
    ...use(rule.require, at.in(index, "require"), entity, setting),
  ]);
}

function guards(list: readonly RawGuard[] | undefined, at: Place, entity: string): PredicateUse[] {
  return (list ?? []).flatMap((guard, index) => [
    ...use(guard.if, at.in(index, "if"), entity, "acting"),
    ...use(guard.require, at.in(index, "require"), entity, "acting"),
  ]);
}

function derivedPredicates(derived: RawDerived | undefined, at: Place, entity: string): PredicateUse[] {
  const { cases, total } = derived ?? {};
  return [
    ...(cases?.when ?? []).flatMap((each, index) => use(each.if, at.in("cases", "when", index, "if"), entity, "form")),
    ...use(total?.where, at.in("total", "where"), total?.of ?? entity, "form"),
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
    ...use(raw.when, at.in("when"), raw.entity, "profile"),
    ...use(raw.where, at.in("where"), raw.entity, "rows"),
    ...Object.entries(raw.labels ?? {}).flatMap(([field, values]) => retitles(values, at.in("labels", field), raw.entity)),
    ...(raw.actions ?? []).flatMap((action, index) =>
      typeof action === "object" ? use(action.when, at.in("actions", index, "when"), raw.entity, "acting") : [],
    ),
    ...(raw.stats?.cards ?? []).flatMap(({ where }, index) => use(where, at.in("stats", "cards", index, "where"), raw.entity, "rows")),
    ...(raw.todos ?? []).flatMap(({ when }, index) => use(when, at.in("todos", index, "when"), raw.entity, "person")),
    ...use(raw.news?.where, at.in("news", "where"), raw.entity, "rows"),
  ];
}

function printPredicates({ raw, at }: Doc<RawPrint>): PredicateUse[] {
  return [
    ...(raw.titles ?? []).flatMap(({ when }, index) => use(when, at.in("titles", index, "when"), raw.entity, "rows")),
    ...use(raw.stamp?.when, at.in("stamp", "when"), raw.entity, "rows"),
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
