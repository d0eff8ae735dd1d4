import { supplierFieldName } from "../build/entity.ts";
import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import { headOf } from "../links.ts";
import { isJudged } from "../lookup.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { viewParts } from "../view-parts.ts";
import type { Check } from "./check.ts";

/** Rows are addressed by Id, and a changeable one counts its versions in rowver. */
export const rowKeys: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => {
    const { raw, at, name, fields } = entity;
    if (!isJudged(entity) || raw.view) return [];
    const id = fields.get("Id");
    const version = fields.get("rowver");
    return [
      ...(id === undefined ? [at.in("fields").problem(`${name} needs the field Id of type id`)] : []),
      ...(id !== undefined && id.raw.type !== "id" ? [id.at.in("type").problem(`Id is of type id, not ${id.raw.type}`)] : []),
      ...(version !== undefined && version.raw.type !== "int"
        ? [version.at.in("type").problem(`rowver is of type int, not ${version.raw.type}`)]
        : []),
    ];
  });

/** A ref and a line's head are one row: what they equal is unique there. */
export const refKeys: Check = (context) =>
  [...context.entities.values()].flatMap(({ raw, at, fields }) => {
    const refs = [...fields.values()].map((field) => ({ entity: field.raw.to, key: field.raw.key, at: field.at.in("key") }));
    const own = headOf(raw);
    const head = { entity: own?.entity, key: own?.key, at: at.in("head", "on", own?.key ?? "").onKey() };
    return [...refs, head].flatMap((ref) => keyProblems(ref, context));
  });

interface Ref {
  readonly entity: string | undefined;
  readonly key: string | undefined;
  readonly at: Place;
}

function keyProblems({ entity, key, at }: Ref, { entities }: CheckContext): Problem[] {
  const target = entities.get(entity ?? "");
  if (key === undefined || key === "Id" || !isJudged(target) || !target.fields.has(key)) return [];
  const unique = [...(target.raw.unique ?? []), ...(target.raw.uniqueEverywhere ?? [])];
  const keys = unique.filter((parts) => parts.length === 1).flat();
  // A wrong name in a unique key is told by itself.
  if (keys.includes(key) || unique.flat().some((name) => !target.fields.has(name))) return [];
  const hint = keys.length > 0 ? `unique: ${keys.join(", ")}` : `say "unique": [["${key}"]] there`;
  return [at.problem(`${key} may name several rows of ${target.name}: it is not unique`, hint)];
}

/** A joined row is one row: were there several, those of the view would appear, and be summed, more than once. */
export const joinKeys: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) =>
    viewParts(entity).flatMap(({ raw, at }) =>
      Object.entries(raw.join ?? {}).flatMap(([alias, { entity: name, on }]): Problem[] => {
        const target = entities.get(name);
        const fields = Object.keys(on);
        if (!isJudged(target) || target.raw.view) return []; // a joined view is told by itself
        const unique = [["Id"], ...(target.raw.unique ?? []), ...(target.raw.uniqueEverywhere ?? [])];
        if ([...fields, ...unique.flat()].some((field) => !target.fields.has(field))) return []; // and so is a wrong name
        if (unique.some((key) => key.every((field) => fields.includes(field)))) return [];
        const hint = `unique: ${unique.map((key) => key.join("+")).join(", ")}`;
        return [at.in("join", alias, "on").problem(`${fields.join("+")} may name several rows of ${name}: it is not unique`, hint)];
      }),
    ),
  );

/** Rows carry what says whose they are, and an entity says nothing about an owner it has not. */
export const tenancy: Check = (context) =>
  [...context.entities.values()].flatMap((entity) => [...owners(entity, context), ...misplacedOwners(entity)]);

function owners(entity: EntityInfo, context: CheckContext): Problem[] {
  const { raw, at, fields } = entity;
  const needed = raw.tenancy === "global" ? [] : ["SHOP_ID", ...supplierFields(entity, context)];
  if (!isJudged(entity)) return [];
  const missing = needed
    .filter((name) => !fields.has(name))
    .map((name) => at.in("tenancy").problem(`tenancy ${raw.tenancy} needs the field ${name}`));
  const computed = needed.flatMap((name) =>
    fields.get(name)?.raw.computed ? [at.in("tenancy").problem(`tenancy ${raw.tenancy} needs ${name} stored, not computed`)] : [],
  );
  return [...missing, ...computed];
}

/** Words of rows that belong to a shop: the chain of events is the shop's, and what is sealed there its rows. */
export const sealedRows: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ raw, at, name }) =>
    raw.sealed !== undefined && raw.tenancy === "global"
      ? [at.in("sealed").onKey().problem(`"sealed" is for rows of a shop; ${name} is global`)]
      : [],
  );

/** A line carries its head's supplier, so that one comparison tells whose it is. */
function supplierFields({ raw, fields }: EntityInfo, { entities }: CheckContext): string[] {
  if (raw.tenancy === "shop+supplier") return [supplierFieldName(fields)];
  const head = raw.tenancy === "head" ? entities.get(raw.head?.of ?? "") : undefined;
  const field = head ? supplierFieldName(head.fields) : "";
  return head?.raw.tenancy === "shop+supplier" && head.fields.has(field) ? [field] : [];
}

function misplacedOwners({ raw, at, name }: EntityInfo): Problem[] {
  const { tenancy: kind } = raw;
  const onlyFor = (part: "head" | "supplierReads", owner: string) =>
    raw[part] !== undefined && kind !== owner ? [at.in(part).onKey().problem(`"${part}" is for tenancy ${owner}; ${name} is ${kind}`)] : [];
  return [
    ...(kind === "head" && raw.head === undefined
      ? [at.in("tenancy").problem(`${name} is a line and needs "head": the document it belongs to`)]
      : []),
    ...(raw.head?.of === name ? [at.in("head", "of").problem(`${name} cannot be a line of itself`)] : []),
    ...onlyFor("head", "head"),
    ...onlyFor("supplierReads", "shop"),
  ];
}
