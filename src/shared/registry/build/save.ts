import type { EntityInfo } from "../catalogue.ts";
import type { RawGuard, RawVisitorRule } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { Dict, Entity, Rule, Save, SaveRule, VisitorRule } from "../model.ts";
import { asField } from "./columns.ts";
import { buildEffect, buildGuard } from "./machine.ts";

/** Who may write rows of the entity by a form, and what must hold then. */
export function buildSave({ raw }: EntityInfo, messages: Dict<string>): Save {
  const { create, edit, delete: remove, rules = [], visitor } = raw.save ?? {};
  return {
    create: create ? rule(create, messages, null) : null,
    edit: edit ? rule(edit, messages, draftOf(raw)) : null,
    delete: remove ? rule(remove, messages, draftOf(raw)) : null,
    rules: rules.map(toRule),
    visitor: visitor ? visitorRule(visitor, messages) : null,
  };
}

function toRule({ when, require, else: message, field }: RawGuard): Rule {
  return { when: (when ?? null) as Predicate | null, require: require as Predicate, message, field: field ?? "" };
}

function visitorRule(raw: RawVisitorRule, messages: Dict<string>): VisitorRule {
  const { sections = [], required = [], rules = [], guards = [], effects = [] } = raw;
  return {
    sections: sections.map(({ title, fields }) => ({
      title,
      fields: fields.map((entry) => {
        const { field, title: own, help: note } = asField(entry);
        return { field, title: own ?? null, note: note ?? null };
      }),
    })),
    required,
    rules: rules.map(toRule),
    guards: guards.map((guard) => buildGuard(guard, messages)),
    effects: effects.map(buildEffect),
  };
}

function rule(
  { by, when, guards = [], effects = [] }: NonNullable<NonNullable<EntityInfo["raw"]["save"]>["edit"]>,
  messages: Dict<string>,
  draft: Predicate | null,
): SaveRule {
  return {
    by,
    when: (when ?? draft) as Predicate | null,
    guards: guards.map((guard) => buildGuard(guard, messages)),
    effects: effects.map(buildEffect),
  };
}

/** A document is written while its first machine is where it begins (docs/decisions/23). */
function draftOf(raw: EntityInfo["raw"]): Predicate | null {
  const [first] = Object.entries(raw.states ?? {});
  return first ? { eq: [first[0], first[1].default] } : null;
}

/** What opening a row's page does. */
export function buildOpened({ raw: { opened } }: EntityInfo): Entity["opened"] {
  if (!opened) return null;
  return {
    by: opened.by ?? ["shop", "supplier"],
    when: (opened.when ?? null) as Predicate | null,
    effects: (opened.effects ?? []).map(buildEffect),
  };
}
