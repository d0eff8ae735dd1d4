import { isInSql } from "../../src/server/query/computed-kinds.ts";
import { isScaled } from "../../src/shared/domain/cell.ts";
import type { Audience, Dict, Entity, Field } from "../../src/shared/registry/model.ts";
import { jsonText } from "../language/json-text.ts";
import type { Answers } from "./answers.ts";
import { archetypesOf, type Ground, usualAudience } from "./proposals.ts";

/** Fields that say nothing on a list. */
const QUIET = new Set(["Id", "SHOP_ID", "ShopName", "Remark", "creator", "createtime", "rowver"]);
/** Fields a list begins and ends with, where the entity has them. */
const FIRST = ["Billid", "busdate", "provid", "Provider"];
const LAST = ["Degree", "taskcount"];
const MOST = 16;

/** A module file over an entity, with the columns, filters and sums most pages begin with; what its archetype says is left to that. */
export function draftModule(
  entity: Entity,
  { audience, like }: Pick<Answers, "audience" | "like">,
  entities: Dict<Entity>,
  ground: Ground,
  hasOwnLines: boolean,
): string {
  const isLike = archetypesOf(ground, false).includes(like);
  const has = (name: string) => entity.fields[name] !== undefined;
  const middle = Object.values(entity.fields)
    .filter(({ name, type }) => !QUIET.has(name) && !FIRST.includes(name) && !LAST.includes(name) && type !== "text" && type !== "id")
    .map(({ name }) => name);
  const [first, last] = [FIRST.filter(has), LAST.filter(has)];
  const columns = [...first, ...middle.slice(0, MOST - first.length - last.length), ...last];
  const shown = columns.flatMap((name) => entity.fields[name] ?? []);
  const sums = shown.filter((field) => isSummable(field) && field.computed === null).map(({ name }) => name);
  const actions = actionsOf(entity, audience);
  const isUsual = isLike && usualAudience(ground, like).join() === audience.join();
  return jsonText({
    $schema: "../../meta/module.schema.json",
    entity: entity.name,
    ...(isLike ? { like } : {}),
    ...(isUsual ? {} : { audience }),
    columns,
    filters: filtersOf(shown, isLike, audience),
    ...(sums.length > 0 ? { footer: { sums } } : {}),
    ...(actions.length > 0 ? { actions } : {}),
    ...(entity.lines.length > 0 && !hasOwnLines ? { lines: entity.lines.flatMap((name) => linesOf(entities[name])) } : {}),
  });
}

function filtersOf(fields: readonly Field[], isLike: boolean, audience: readonly Audience[]): unknown[] {
  const readable = fields.filter(isInSql);
  const names = readable
    .filter(({ name, type }) => ["Billid", "Provider", "title"].includes(name) || type === "enum")
    .map(({ name }) => name);
  const date = readable.find(({ type }) => type === "date");
  if (isLike) return [...names, ...(date ? [date.name] : [])];
  const forShop = (name: string) => (audience.includes("shop") ? { field: name, audience: ["shop"] } : name);
  const filters = names.map((name) => (name === "Provider" ? forShop(name) : name));
  return date ? [...filters, { field: date.name, default: "last31days" }] : filters;
}

/** What somebody of the audience may press: the form's buttons, then the transitions. */
function actionsOf(entity: Entity, audience: readonly Audience[]): string[] {
  const sides = new Set<string>(audience.map((one) => (one === "supplier" ? "supplier" : "shop")));
  const { create, edit, delete: remove } = entity.save;
  const forms = Object.entries({ create, edit, delete: remove }).filter(([, rule]) => rule?.by.some((who) => sides.has(who)));
  const transitions = Object.values(entity.transitions).filter(({ by, key }) => key !== null && by.some((who) => sides.has(who)));
  return [...forms, ...transitions.map(({ name }) => [name] as const)].map(([name]) => name);
}

/** A table of the lines: not their key, nor what they have in common with their head. */
function linesOf(line: Entity | undefined): { entity: string; columns: string[]; sums: string[] }[] {
  if (!line) return [];
  const inherited = ["Id", "SHOP_ID", "rowver", line.supplierField, line.head?.field];
  const fields = Object.values(line.fields).filter(({ name }) => !inherited.includes(name));
  const sums = fields.filter(isSummable).map(({ name }) => name);
  return [{ entity: line.name, columns: fields.map(({ name }) => name), sums }];
}

/** Amounts and quantities; not rates, nor what one piece costs. */
function isSummable({ type, name }: Field): boolean {
  return isScaled(type) && type !== "rate" && !/^(cost|price)$/i.test(name);
}
