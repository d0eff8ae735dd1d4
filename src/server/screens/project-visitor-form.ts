import { dayOf } from "../../shared/domain/day.ts";
import { type PredicateEnv, settlePredicate } from "../../shared/domain/predicate.ts";
import type { FormField, FormRule, FormSpec } from "../../shared/protocol/form.ts";
import type { Dict, Entity, VisitorField, VisitorRule } from "../../shared/registry/model.ts";
import { fieldsOfRule } from "../../shared/registry/rights/form-shape.ts";
import { formFieldOf, initialCell } from "./form-field.ts";

const NOBODY = { USER_ID: "", UsrName: "", SHOP_ID: "", PROV_ID: "", side: "", isconfirm: false } as const;

/** The form that an entity has for visitors: what they fill in, and nothing else of it. null: visitors hand in none. */
export function projectVisitorForm(entity: Entity, now: Date): FormSpec | null {
  const { visitor } = entity.save;
  if (visitor === null) return null;
  const env: PredicateEnv = { today: dayOf(now), actor: NOBODY, functions: new Set(), flags: {} };
  const asked = visitor.sections.flatMap(({ fields }) => fields);
  const fields = Object.fromEntries(asked.map((each) => [each.field, fieldOf(entity, visitor, each, env, now)]));
  return {
    sections: visitor.sections.map((section) => ({ title: section.title, fields: section.fields.map(({ field }) => field) })),
    fields,
    lines: [],
    rules: rulesOf(entity, fields, env),
  };
}

function fieldOf(
  entity: Entity,
  visitor: VisitorRule,
  { field: name, title, note }: VisitorField,
  env: PredicateEnv,
  now: Date,
): FormField {
  const field = entity.fields[name];
  if (!field) throw new Error(`${entity.name} has no field ${name}: the registry must have refused it`);
  const spec = formFieldOf(field, { isWritable: true, initial: initialCell(field, env, now, () => 0), env });
  const isRequired = spec.isRequired || visitor.required.includes(name);
  return { ...spec, isRequired, title: title ?? spec.title, note: note ?? spec.note };
}

/** The form's own rules, as far as they are about what is asked here. */
function rulesOf({ save }: Entity, fields: Dict<FormField>, env: PredicateEnv): FormRule[] {
  const known = save.rules.filter((rule) => fieldsOfRule(rule).every((name) => fields[name]));
  return known.map((rule) => ({
    ...rule,
    when: rule.when === null ? null : settlePredicate(rule.when, env),
    require: settlePredicate(rule.require, env),
  }));
}
