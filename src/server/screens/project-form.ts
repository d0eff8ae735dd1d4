import { cellFromLiteral } from "../../shared/domain/cell.ts";
import { settlePredicate } from "../../shared/domain/predicate.ts";
import type { FormField, FormLines, FormRule, FormSpec } from "../../shared/protocol/form.ts";
import type { Dict, Entity, Field, Lines, Module } from "../../shared/registry/model.ts";
import { envOf } from "../base/viewer.ts";
import type { QueryContext } from "../query/context.ts";
import { type Readable, readableOf } from "../query/readable.ts";
import { formFieldOf, initialCell } from "./form-field.ts";
import { fieldsOfRule, withInputs } from "./form-inputs.ts";
import { writableColumns, writableFields, writingRights } from "./form-writable.ts";
import { entityOf } from "./project-columns.ts";

/** What the viewer may write on the module's page, as both sides work with it; null where he may write nothing. */
export function projectForm(ctx: QueryContext, module: Module): FormSpec | null {
  const entity = entityOf(ctx.registry, module.entity);
  const rights = writingRights(ctx, module, entity);
  if (entity.view !== null || (!rights.create && !rights.edit)) return null;
  const readable = readableOf(ctx, module, entity);
  const writable = writableFields(ctx, module, entity, readable);
  const isKnown = (name: string) => readable.fields.get(name)?.computed === null;
  const shown = module.sections
    .map(({ title, fields }) => ({ title, fields: fields.filter((name) => isKnown(name) && isShown(entity, name, writable)) }))
    .filter(({ fields }) => fields.length > 0);
  const rules = rulesOf(ctx, module, entity);
  const names = withInputs(entity, [...shown.flatMap(({ fields }) => fields), ...writable], rules).filter(isKnown);
  const lines = module.lines.flatMap((table) => linesOf(ctx, module, table, readable) ?? []);
  const fields = fieldsOf(ctx, module, entity, names, writable);
  return {
    sections: shown,
    fields,
    lines: lines.map((table) => ({ ...table, sourceVia: table.sourceVia !== null && fields[table.sourceVia] ? table.sourceVia : null })),
    rules: rules.filter((rule) => fieldsOfRule(rule).every((name) => fields[name])),
  };
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

function linesOf(ctx: QueryContext, module: Module, table: Lines, readable: Readable): FormLines | null {
  const entity = entityOf(ctx.registry, table.entity);
  const columns = table.columns.map(({ field }) => field).filter((name) => !readable.isHidden(name));
  const writable = writableColumns(entity, columns);
  if (writable.size === 0) return null;
  const shown = columns.filter((name) => isShown(entity, name, writable));
  const names = withInputs(entity, shown, []).filter((name) => entity.fields[name]?.computed === null && !readable.isHidden(name));
  return {
    entity: table.entity,
    title: table.title,
    columns: shown,
    fields: fieldsOf(ctx, module, entity, names, writable),
    sums: table.sums.filter((name) => shown.includes(name)),
    sourceVia: entity.lineSource?.via ?? null,
  };
}

function isShown(entity: Entity, name: string, writable: ReadonlySet<string>): boolean {
  return writable.has(name) || (entity.fields[name]?.derived ?? null) !== null;
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
  const initial = fixed === undefined ? initialCell(field, env, ctx.now) : cellFromLiteral(field, fixed);
  return formFieldOf(field, { isWritable, labels: isHead ? module.labels[field.name] : undefined, initial, env });
}

function rulesOf({ registry, viewer, now }: QueryContext, module: Module, entity: Entity): FormRule[] {
  const env = envOf(registry, viewer, module, now);
  return entity.save.rules.map((rule) => ({
    ...rule,
    if: rule.if === null ? null : settlePredicate(rule.if, env),
    require: settlePredicate(rule.require, env),
  }));
}
