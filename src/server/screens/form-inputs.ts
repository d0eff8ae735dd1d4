import { fieldsOfCalc } from "../../shared/domain/calc.ts";
import { fieldsOfCases } from "../../shared/domain/cases.ts";
import { fieldsOfPredicate } from "../../shared/domain/predicate.ts";
import type { FormRule } from "../../shared/protocol/form.ts";
import type { Derived, Entity, Rule } from "../../shared/registry/model.ts";

/** The fields, and those that their values or the rules are made of. */
export function withInputs(entity: Entity, names: readonly string[], rules: readonly FormRule[]): string[] {
  const all = new Set<string>();
  const add = (name: string) => {
    const field = entity.fields[name];
    if (!field || all.has(name)) return;
    all.add(name);
    for (const input of inputsOf(field.derived)) add(input);
  };
  for (const name of [...names, ...rules.flatMap(fieldsOfRule)]) add(name);
  return [...all];
}

function inputsOf(derived: Derived | null): string[] {
  if (derived?.kind === "calc") return fieldsOfCalc(derived.calc);
  return derived?.kind === "cases" ? fieldsOfCases(derived) : [];
}

/** The fields a rule looks at. */
export function fieldsOfRule({ if: condition, require }: Pick<Rule, "if" | "require">): string[] {
  return [...(condition === null ? [] : fieldsOfPredicate(condition)), ...fieldsOfPredicate(require)];
}
