import { fieldsOfPredicate } from "../../domain/predicate.ts";
import { SUPPLIER_FIELD } from "../build/entity.ts";
import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import type { Predicate } from "../language.ts";
import { isOverRows } from "../names/made-from.ts";
import { listed, type Named } from "../names/named.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

const SIDES = ["shop", "supplier"] as const;

/** Whose rows a viewer sees, and which of them make a group, is settled before a window looks at them. */
export const windowChoices: Check = (context) =>
  [...context.entities.values()].filter(({ raw }) => raw.view).flatMap((entity) => viewProblems(entity, context));

function viewProblems(entity: EntityInfo, context: CheckContext): Problem[] {
  const { raw, fields } = entity;
  const owners = ["SHOP_ID", raw.supplierField ?? SUPPLIER_FIELD].flatMap((name) => {
    const field = fields.get(name);
    return field?.raw.window ? [field.at.in("window").onKey().problem(`${name} says whose a row is and cannot depend on other rows`)] : [];
  });
  const wrong = choosing(entity).filter(({ name }) => fields.has(name) && isOverRows(entity, name, context));
  return [...owners, ...wrong.map(({ name, at: place }) => place.problem(`${name} looks at the rows that are chosen by it here`))];
}

/** The fields that choose rows or make groups of them. */
function choosing({ raw: { visibleTo, view }, at }: EntityInfo): Named[] {
  const seen = SIDES.flatMap((side) => {
    const condition = visibleTo?.[side];
    const names = condition ? fieldsOfPredicate(condition as Predicate) : [];
    return names.map((name) => ({ name, at: at.in("visibleTo", side) }));
  });
  return [...seen, ...listed(view?.groupBy, at.in("view", "groupBy"))];
}
