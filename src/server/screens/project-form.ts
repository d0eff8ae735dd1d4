import { cellFromLiteral } from "../../shared/domain/cell.ts";
import { settlePredicate } from "../../shared/domain/predicate.ts";
import type { FormField, FormLines, FormRule, FormSpec } from "../../shared/protocol/form.ts";
import type { Dict, Entity, Field, Module } from "../../shared/registry/model.ts";
import { formShape, type ImportShape, importShape, type LinesShape } from "../../shared/registry/rights/form-shape.ts";
import { envOf } from "../base/viewer.ts";
import type { QueryContext } from "../query/context.ts";
import { readableOf } from "../query/readable.ts";
import { daysSet } from "../query/site-settings.ts";
import { formFieldOf, initialCell } from "./form-field.ts";
import { entityOf } from "./project-columns.ts";

/** What the viewer may write on the module's page, as both sides work with it; null where he may write nothing. */
export function projectForm(ctx: QueryContext, module: Module): FormSpec | null {
  const entity = entityOf(ctx.registry, module.entity);
  const shape = formShape(ctx.viewer, ctx.registry.entities, module, rulesOf(ctx, module, entity));
  if (shape === null) return null;
  readableOf(ctx, module, entity);
  const fields = fieldsOf(ctx, module, entity, shape.fields, shape.writable);
  const hasSettings = Object.values(fields).some(({ setting }) => setting !== undefined);
  return {
    sections: shape.sections,
    fields,
    ...(hasSettings && { settings: ctx.registry.settings }),
    lines: shape.lines.map((lines) => linesOf(ctx, module, lines, fields)),
    rules: shape.rules,
  };
}

/** What a viewer brings in on a page, in the terms of a form. */
export interface ImportForm extends Pick<ImportShape, "mayCreate" | "mayUpdate" | "columns"> {
  readonly form: FormSpec;
}

/** What the viewer may bring in on the module's page, as its rows are checked; null: nothing. */
export function projectImport(ctx: QueryContext, module: Module): ImportForm | null {
  const entity = entityOf(ctx.registry, module.entity);
  const shape = importShape(ctx.viewer, ctx.registry.entities, module, rulesOf(ctx, module, entity));
  if (shape === null) return null;
  const { mayCreate, mayUpdate, columns } = shape;
  const fields = fieldsOf(ctx, module, entity, shape.fields, new Set(columns));
  const number = fields[entity.number?.field ?? ""];
  // A document may bring its number; left empty it is given one.
  const numbered = number === undefined ? {} : { [number.name]: { ...number, isRequired: false, isFixed: true } };
  const lines = shape.lines === null ? [] : [linesOf(ctx, module, shape.lines, fields)];
  return { mayCreate, mayUpdate, columns, form: { sections: [], fields: { ...fields, ...numbered }, lines, rules: shape.rules } };
}

/**
 * The same form as the server saves by it: with every stored field and every rule, also those the viewer may not see. What he may
 * write stays as it is.
 */
export function completeForm(ctx: QueryContext, module: Module, spec: FormSpec): FormSpec {
  const entity = entityOf(ctx.registry, module.entity);
  const tables = spec.lines.map(({ entity: name }) => name);
  const summed = Object.values(entity.fields).flatMap(({ derived }) => (derived?.kind === "total" ? [derived.of] : []));
  const unseen = [...new Set(summed)].filter((name) => !tables.includes(name));
  const hidden = unseen.map((name): FormLines => ({ entity: name, title: "", columns: [], fields: {}, sums: [], sourceVia: null }));
  return {
    ...spec,
    fields: { ...storedFields(ctx, module, entity), ...spec.fields },
    lines: [...spec.lines, ...hidden].map((table) => ({
      ...table,
      fields: { ...storedFields(ctx, module, entityOf(ctx.registry, table.entity)), ...table.fields },
    })),
    rules: rulesOf(ctx, module, entity),
  };
}

function linesOf(
  ctx: QueryContext,
  module: Module,
  { table, entity, columns, fields, writable }: LinesShape,
  head: Dict<FormField>,
): FormLines {
  const sourceVia = entity.lineSource?.via ?? null;
  return {
    entity: table.entity,
    title: table.title,
    columns,
    fields: fieldsOf(ctx, module, entity, fields, writable),
    sums: table.sums.filter((name) => columns.includes(name)),
    sourceVia: sourceVia !== null && head[sourceVia] ? sourceVia : null,
  };
}

function fieldsOf(ctx: QueryContext, module: Module, entity: Entity, names: readonly string[], writable: ReadonlySet<string>) {
  const found = names.flatMap((name) => entity.fields[name] ?? []);
  return Object.fromEntries(found.map((field) => [field.name, fieldOf(ctx, module, entity, field, writable.has(field.name))]));
}

function storedFields(ctx: QueryContext, module: Module, entity: Entity): Dict<FormField> {
  const stored = Object.values(entity.fields).filter(({ computed }) => computed === null);
  return Object.fromEntries(stored.map((field) => [field.name, fieldOf(ctx, module, entity, field, false)]));
}

function fieldOf(ctx: QueryContext, module: Module, entity: Entity, field: Field, isWritable: boolean): FormField {
  const env = envOf(ctx.registry, ctx.viewer, module, ctx.now);
  const isHead = entity.name === module.entity;
  const fixed = isHead ? module.fixedValues[field.name] : undefined;
  const initial =
    fixed === undefined ? initialCell(field, env, ctx.now, daysSet(ctx.registry, ctx.viewer.settings)) : cellFromLiteral(field, fixed);
  return formFieldOf(field, { isWritable, labels: isHead ? module.labels[field.name] : undefined, initial, env });
}

function rulesOf({ registry, viewer, now }: QueryContext, module: Module, entity: Entity): FormRule[] {
  const env = envOf(registry, viewer, module, now);
  return entity.save.rules.map((rule) => ({
    ...rule,
    when: rule.when === null ? null : settlePredicate(rule.when, env),
    require: settlePredicate(rule.require, env),
  }));
}
