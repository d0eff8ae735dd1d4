import { asAction } from "../build/actions.ts";
import { supplierFieldName } from "../build/entity.ts";
import type { EntityInfo, FieldInfo, ModuleInfo } from "../catalogue.ts";
import { comparableOf } from "../comparable.ts";
import type { CheckContext } from "../context.ts";
import type { Predicate } from "../language.ts";
import { headOf, numberOf } from "../links.ts";
import { entries } from "../names/named.ts";
import type { Problem } from "../problem.ts";
import { pageKindOf } from "../whole-module.ts";
import type { Check } from "./check.ts";

/** What must be filled in can be: the form of a page that creates rows shows every required field, and so do its tables of lines. */
export const shownRequired: Check = (context) =>
  context.modules.flatMap((module) => {
    const index = (module.raw.actions ?? []).findIndex((action) => asAction(action).action === "create");
    if (index < 0 || !module.entity?.raw.save?.create || pageKindOf(module.raw) === "override") return [];
    return missing(module, module.entity, context).map((text) =>
      module.at.in("actions", index).problem(text, "show it, or give it a default"),
    );
  });

function missing({ raw }: ModuleInfo, entity: EntityInfo, { entities }: CheckContext): string[] {
  const shown =
    (raw.sections ?? entity.raw.sections)?.flatMap(({ fields }) => fields) ??
    entries(raw.columns, "field", entity.at).map(({ name }) => name);
  const fixed = equalities((raw.where ?? { all: [] }) as Predicate);
  const head = mustBeTyped(entity).filter(({ name }) => !shown.includes(name) && !fixed.includes(name));
  const lines = (raw.lines ?? entity.raw.lines ?? []).flatMap(({ entity: name, columns }) => {
    const line = entities.get(name);
    if (!line) return [];
    const told = entries(columns, "field", entity.at).map((column) => column.name);
    const copied = Object.keys(line.raw.source?.copy ?? {});
    // A table without a column that can be written is only looked at.
    if (!told.some((column) => isTyped(line, line.fields.get(column)))) return [];
    return mustBeTyped(line).filter(
      (field) => !told.includes(field.name) && !copied.includes(field.name) && field.name !== headOf(line.raw)?.field,
    );
  });
  return [
    ...head.map(({ name }) => `nobody can create a row here: ${name} is required, and the form does not show it`),
    ...lines.map(({ name }) => `nobody can add a line here: ${name} is required, and its table does not show it`),
  ];
}

/** What nobody but the user fills in. A readonly field is never asked for, and what is proposed is still shown. */
function mustBeTyped(entity: EntityInfo): FieldInfo[] {
  return [...entity.fields.values()].filter((field) => field.raw.required && field.raw.default === undefined && isTyped(entity, field));
}

function isTyped({ raw: entity, fields }: EntityInfo, field: FieldInfo | undefined): boolean {
  if (!field) return false;
  const { name, raw } = field;
  const given = ["Id", "SHOP_ID", "rowver", "LineNo", supplierFieldName(fields), numberOf(entity)?.field, headOf(entity)?.field];
  return !raw.computed && !raw.derived && !raw.readonly && !entity.states?.[name] && !given.includes(name);
}

/** The fields that the page's own condition fixes. */
function equalities(condition: Predicate): string[] {
  if ("all" in condition) return condition.all.flatMap(equalities);
  return "eq" in condition && typeof condition.eq[1] !== "object" ? [condition.eq[0]] : [];
}

/** Choices are narrowed by a field of their own kind, and by another one than the field itself. */
export const narrowedChoices: Check = (context) =>
  [...context.entities.values()].flatMap((entity) =>
    [...entity.fields.values()].flatMap((field) => narrowProblems(field, entity, context)),
  );

function narrowProblems({ name, raw, at }: FieldInfo, { fields }: EntityInfo, { entities }: CheckContext): Problem[] {
  const target = entities.get(raw.to ?? "");
  return Object.entries(raw.on ?? {}).flatMap(([theirs, own]): Problem[] => {
    const [there, here] = [target?.fields.get(theirs), fields.get(own)];
    const place = at.in("on", theirs);
    if (!there || !here) return [];
    if (own === name) return [place.problem(`${name} is not narrowed by itself`)];
    if (comparableOf(there) === comparableOf(here)) return [];
    return [place.problem(`${theirs} of ${target?.name} (${there.raw.type}) is never ${own} (${here.raw.type})`)];
  });
}
