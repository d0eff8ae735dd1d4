import { SUPPLIER_FIELD } from "../build/entity.ts";
import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import { isJudged } from "../lookup.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** Rows carry what says whose they are, and an entity says nothing about an owner it has not. */
export const tenancy: Check = (context) =>
  [...context.entities.values()].flatMap((entity) => [...owners(entity, context), ...misplaced(entity)]);

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

/** A line carries its head's supplier, so that one comparison tells whose it is. A field that is named is looked for elsewhere. */
function supplierFields({ raw }: EntityInfo, { entities }: CheckContext): string[] {
  if (raw.tenancy === "shop+supplier") return raw.supplierField === undefined ? [SUPPLIER_FIELD] : [];
  const head = raw.tenancy === "head" ? entities.get(raw.head?.entity ?? "") : undefined;
  const field = head?.raw.supplierField ?? SUPPLIER_FIELD;
  return head?.raw.tenancy === "shop+supplier" && head.fields.has(field) ? [field] : [];
}

function misplaced({ raw, at, name }: EntityInfo): Problem[] {
  const { tenancy: kind } = raw;
  const onlyFor = (part: "head" | "supplierField" | "supplierReads", owner: string) =>
    raw[part] !== undefined && kind !== owner ? [at.in(part).onKey().problem(`"${part}" is for tenancy ${owner}; ${name} is ${kind}`)] : [];
  return [
    ...(kind === "head" && raw.head === undefined
      ? [at.in("tenancy").problem(`${name} is a line and needs "head": the document it belongs to`)]
      : []),
    ...(raw.head?.entity === name ? [at.in("head", "entity").problem(`${name} cannot be a line of itself`)] : []),
    ...onlyFor("head", "head"),
    ...onlyFor("supplierField", "shop+supplier"),
    ...onlyFor("supplierReads", "shop"),
  ];
}
