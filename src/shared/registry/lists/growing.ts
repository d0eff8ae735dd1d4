import { comparisonOf, type Predicate } from "../language.ts";
import type { Dict, Entity, Field, Module, Registry, Tenancy } from "../model.ts";
import { namedBy } from "./named-by.ts";

/** What lists are planned by. */
export type ListSource = Pick<Registry, "entities" | "modules">;

const known = new WeakMap<Dict<Module>, ReadonlySet<string>>();

/**
 * Whether an entity's rows become ever more: a shop trades, and every document, line and record of it stays. Derived from its lists: rows that have
 * a number, that are summed, or whose list opens with the latest days only (docs/decisions/123). What a shop has a settled number of, as suppliers, stores and users, is
 * read as a whole.
 */
export function isGrowing({ entities, modules }: ListSource, { name }: Pick<Entity, "name">): boolean {
  const growing = known.get(modules) ?? growingIn({ entities, modules });
  known.set(modules, growing);
  return growing.has(name);
}

function growingIn({ entities, modules }: ListSource): ReadonlySet<string> {
  const growing = Object.values(modules).filter((module) => {
    const entity = entities[module.entity];
    if (entity === undefined) return false;
    const facts = { isView: entity.view !== null, tenancy: entity.tenancy, hasNumber: entity.number !== null };
    const opensWithDays = module.filters.some(({ initial }) => initial !== null);
    return tellsGrowth(facts, { hasSums: (module.footer?.sums.length ?? 0) > 0, opensWithDays, where: module.where });
  });
  return new Set(growing.map(({ entity }) => entity));
}

/**
 * Whether one list of an entity tells that its rows become ever more, by what its files say. One that shows everybody his own (the fixed condition asks
 * who looks) does not.
 */
export function tellsGrowth(
  { isView, tenancy, hasNumber }: { readonly isView: boolean; readonly tenancy: Tenancy; readonly hasNumber: boolean },
  { hasSums, opensWithDays, where }: { readonly hasSums: boolean; readonly opensWithDays: boolean; readonly where: Predicate | null },
): boolean {
  if (isView || tenancy === "global" || (where !== null && asksWhoLooks(where))) return false;
  return (hasNumber && tenancy === "shop+supplier") || hasSums || opensWithDays;
}

function asksWhoLooks(condition: Predicate): boolean {
  if ("all" in condition) return condition.all.some(asksWhoLooks);
  if ("any" in condition) return condition.any.some(asksWhoLooks);
  if ("not" in condition) return asksWhoLooks(condition.not);
  const operand = comparisonOf(condition)?.comparison[1];
  return "actor" in condition || (typeof operand === "object" && operand !== null && "actor" in operand);
}

/**
 * Whether the field is a column of names that other, far fewer rows have given: the names of suppliers, stores and goods on documents. Part of such a
 * name is looked for among the names there are, which an index tells, and not in every row.
 */
export function isNameColumn(entities: Dict<Entity>, entity: Entity, field: Field): boolean {
  return entity.view === null && field.computed === null && field.derived?.kind === "copy" && namedBy(entities, entity, field) !== null;
}
