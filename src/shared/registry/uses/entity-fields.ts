import { lookupTarget } from "../build/computed.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { RawCopy, RawVisitorRule } from "../generated/raw.ts";
import type { Place } from "../place.ts";
import { calcFields } from "./calc-fields.ts";
import { type EntityFieldUse, of } from "./field-use.ts";
import { entries, keys, listed, type Named, ordered, single } from "./named.ts";
import { viewFields } from "./view-fields.ts";

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
    ...[...fields.values()].flatMap((field) => [...refFields(field, name), ...computedFields(field, info), ...formFields(field, info)]),
    ...viewFields(info),
    ...pageFields(info),
    ...chainFields(info),
  ];
}

/** What the chain of documents tells, and by what it is linked. */
function chainFields({ raw: { chain }, at, name }: EntityInfo): EntityFieldUse[] {
  const place = at.in("chain");
  const own = [
    ...single(chain?.state, place.in("state")),
    ...single(chain?.amount, place.in("amount")),
    ...single(chain?.gap?.of, place.in("gap", "of")),
    ...single(chain?.gap?.less, place.in("gap", "less")),
    ...single(chain?.due, place.in("due")),
    ...(chain?.waits ?? []).flatMap(({ since }, index) => single(since, place.in("waits", index, "since"))),
    ...(chain?.links ?? []).flatMap(({ field }, index) => single(field, place.in("links", index, "field"))),
  ];
  const theirs = (chain?.links ?? []).flatMap(({ to, key }, index) => of(to, single(key, place.in("links", index, "key"))));
  return [...of(name, own), ...theirs];
}

function refFields({ raw, at }: FieldInfo, owner: string): EntityFieldUse[] {
  const narrow = Object.entries(raw.narrow ?? {}).map(([theirs, name]) => ({ name, at: at.in("narrow", theirs) }));
  return [...of(raw.to, single(raw.key, at.in("key"))), ...of(raw.to, keys(raw.narrow, at.in("narrow"))), ...of(owner, narrow)];
}

/** What a form writes by itself, or proposes. */
function formFields({ raw, at }: FieldInfo, info: EntityInfo): EntityFieldUse[] {
  const { copy, calc, total, origin } = raw.derived ?? {};
  const place = at.in("derived");
  return [
    ...copied(copy, place.in("copy"), info),
    ...copied(raw.prefill, at.in("prefill"), info),
    ...of(info.name, single(raw.readFrom?.via, at.in("readFrom", "via"))),
    ...of(info.name, calc ? calcFields(calc, place.in("calc")) : []),
    ...of(total?.of, single(total?.field, place.in("total", "field"))),
    ...of(info.name, single(origin?.of, place.in("origin", "of"))),
  ];
}

/** Of the row that a ref leads to; the ref is the entity's own. */
function copied(copy: RawCopy | undefined, at: Place, info: EntityInfo): EntityFieldUse[] {
  if (copy === undefined) return [];
  return [...of(info.name, single(copy.via, at.in("via"))), ...of(info.fields.get(copy.via)?.raw.to, single(copy.field, at.in("field")))];
}

/** What pages and forms over the entity show. */
function pageFields({ raw, at, name }: EntityInfo): EntityFieldUse[] {
  const { label, show, permissions, save, source } = raw;
  const lines = (show?.lines ?? []).flatMap(({ entity, columns, sums }, index) => {
    const place = at.in("show", "lines", index);
    return of(entity, [...entries(columns, "field", place.in("columns")), ...listed(sums, place.in("sums"))]);
  });
  const own = [
    ...single(label, at.in("label")),
    ...(show?.sections ?? []).flatMap(({ fields }, index) => listed(fields, at.in("show", "sections", index, "fields"))),
    ...Object.entries(permissions ?? {}).flatMap(([side, { hide }]) => listed(hide, at.in("permissions", side, "hide"))),
    ...(save?.rules ?? []).flatMap(({ field }, index) => single(field, at.in("save", "rules", index, "field"))),
    ...visited(save?.visitor, at.in("save", "visitor")),
    ...keys(source?.copy, at.in("source", "copy")),
  ];
  const theirs = Object.entries(source?.copy ?? {}).map(([key, field]) => ({ name: field, at: at.in("source", "copy", key) }));
  return [...of(name, own), ...lines, ...of(source?.lines, theirs), ...of(raw.head?.entity, single(source?.via, at.in("source", "via")))];
}

/** What a visitor's form is made of. */
function visited(visitor: RawVisitorRule | undefined, at: Place): Named[] {
  const { sections = [], required, rules = [] } = visitor ?? {};
  return [
    ...sections.flatMap(({ fields }, index) => entries(fields, "field", at.in("sections", index, "fields"))),
    ...listed(required, at.in("required")),
    ...rules.flatMap(({ field }, index) => single(field, at.in("rules", index, "field"))),
  ];
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
