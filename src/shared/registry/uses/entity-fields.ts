import { lookupTarget } from "../build/computed.ts";
import { sourceOf } from "../build/field.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { RawCalc, RawCalcOperand } from "../generated/raw.ts";
import type { Place } from "../place.ts";
import { keys, listed, type Named, ordered, single } from "./named.ts";

export interface EntityFieldUse extends Named {
  readonly entity: string;
}

/** Every field an entity names outside conditions and transitions. */
export function entityFields(info: EntityInfo): EntityFieldUse[] {
  const { raw, at, name, fields } = info;
  return [
    ...of(name, single(raw.number?.field, at.in("number", "field"))),
    ...of(name, single(raw.head?.field, at.in("head", "field"))),
    ...of(raw.head?.entity, single(raw.head?.key, at.in("head", "key"))),
    ...of(name, single(raw.supplierField, at.in("supplierField"))),
    ...of(name, keys(raw.states, at.in("states"))),
    ...of(
      name,
      (raw.indexes ?? []).flatMap((parts, index) => ordered(parts, at.in("indexes", index))),
    ),
    ...of(
      name,
      (raw.unique ?? []).flatMap((parts, index) => listed(parts, at.in("unique", index))),
    ),
    ...of(
      name,
      (raw.uniqueEverywhere ?? []).flatMap((parts, index) => listed(parts, at.in("uniqueEverywhere", index))),
    ),
    ...[...fields.values()].flatMap((field) => [...refFields(field), ...sourceFields(field, info), ...computedFields(field, info)]),
    ...viewFields(info),
  ];
}

function refFields({ raw, at }: FieldInfo): EntityFieldUse[] {
  return of(raw.to, single(raw.key, at.in("key")));
}

/** `from` of a view: a field of what the view is of, or of a joined entity. */
function sourceFields({ raw, at }: FieldInfo, { raw: { view } }: EntityInfo): EntityFieldUse[] {
  if (raw.from === undefined || !view) return [];
  const { alias, field } = sourceOf(raw.from);
  return of(alias === null ? view.of : view.join?.[alias]?.entity, [{ name: field, at: at.in("from") }]);
}

function computedFields({ raw, at }: FieldInfo, info: EntityInfo): EntityFieldUse[] {
  const { label, calc, lookup, count, total, daysUntil } = raw.computed ?? {};
  const place = at.in("computed");
  return [
    ...of(info.name, single(label, place.in("label"))),
    ...of(info.name, calc ? calcFields(calc, place.in("calc")) : []),
    ...of(info.name, single(lookup?.via, place.in("lookup", "via"))),
    ...of(lookup && lookupTarget(lookup.via, info).entity, single(lookup?.field, place.in("lookup", "field"))),
    ...of(count?.of, single(count?.by, place.in("count", "by"))),
    ...of(info.name, single(count?.key, place.in("count", "key"))),
    ...of(total?.of, single(total?.field, place.in("total", "field"))),
    ...of(total?.of, single(total?.by, place.in("total", "by"))),
    ...of(info.name, single(total?.key, place.in("total", "key"))),
    ...of(info.name, single(daysUntil, place.in("daysUntil"))),
  ];
}

/** The fields of a calculation. */
export function calcFields(calc: RawCalc | Exclude<RawCalcOperand, string>, at: Place): Named[] {
  return (Object.entries(calc) as [string, RawCalcOperand[]][]).flatMap(([operator, operands]) =>
    operands.flatMap((operand, index) => {
      const place = at.in(operator, index);
      return typeof operand === "string" ? [{ name: operand, at: place }] : calcFields(operand, place);
    }),
  );
}

function viewFields({ raw: { view }, at, name }: EntityInfo): EntityFieldUse[] {
  const joins = Object.entries(view?.join ?? {}).flatMap(([alias, { entity, on }]) =>
    Object.entries(on).flatMap(([theirs, own]) => {
      const place = at.in("view", "join", alias, "on", theirs);
      return [...of(entity, [{ name: theirs, at: place.onKey() }]), ...of(view?.of, [{ name: own, at: place }])];
    }),
  );
  return [...joins, ...of(name, listed(view?.groupBy, at.in("view", "groupBy")))];
}

/** Nothing where the entity itself is not known: that is a problem of its own. */
function of(entity: string | undefined, names: readonly Named[]): EntityFieldUse[] {
  return entity === undefined || entity === "" ? [] : names.map((named) => ({ ...named, entity }));
}
