import type { FormField } from "../../../shared/protocol/form.ts";
import type { Dict, Entity, FieldType, Module, Registry } from "../../../shared/registry/model.ts";
import { keysOfImport } from "../../../shared/registry/rights/form-shape.ts";
import { actionsOf } from "../../../shared/registry/rights/offered-actions.ts";
import type { QueryContext } from "../../query/context.ts";
import { completeForm, projectImport } from "../../screens/project-form.ts";
import type { SavePage } from "../save/draft.ts";
import { KnownRefs } from "../save/known-refs.ts";
import { entityOf } from "../values/names.ts";

/** A column of the file, as a template explains it and a cell is read by. */
export interface ImportColumn {
  /** On the wire: the field; of a line with its entity before it, `OrderLine.amount`. */
  readonly name: string;
  /** The heading people read. */
  readonly title: string;
  readonly type: FieldType;
  /** Part of what tells a row that is there. */
  readonly isKey: boolean;
  /** Has to be said of a new row: it may not be empty, and nothing else fills it. */
  readonly isRequired: boolean;
  /** May change a row that is there. */
  readonly isUpdatable: boolean;
  /** Longest text, in characters; null: none is said. */
  readonly length: number | null;
  /** Of enum and bool fields: what may stand in a cell, as code or title; null: no list. */
  readonly choices: readonly { readonly code: string; readonly title: string }[] | null;
  /** Of refs: what it refers to, and the titles of the fields by which it may be told; null: it is no ref. */
  readonly lookup: { readonly entity: string; readonly title: string; readonly fields: readonly string[] } | null;
  readonly help: string;
}

/** What this viewer may bring in on a page. */
export interface ImportSpec {
  readonly entity: string;
  /** What one such thing is called. */
  readonly title: string;
  /** Column names. */
  readonly key: readonly string[];
  readonly columns: readonly ImportColumn[];
  /** The line entity whose line a row of the file is; null: a row of the file is a whole thing. */
  readonly lines: string | null;
  /** Transitions that may be asked for on each new document, in order: those that the viewer may run. */
  readonly next: readonly { readonly action: string; readonly title: string }[];
  /** Rows that are not there may be made, those that are there changed. */
  readonly mayCreate: boolean;
  readonly mayUpdate: boolean;
}

/** What the viewer may bring in on the module's page; null: nothing. */
export function importSpec(ctx: QueryContext, module: Module): ImportSpec | null {
  const entity = entityOf(ctx.registry, module.entity);
  const own = projectImport(ctx, module);
  if (own === null || entity.import === null) return null;
  const { form, columns, mayCreate, mayUpdate } = own;
  const { key, update } = entity.import;
  const head = fieldsOf(form.fields, columns).map((field) => {
    const isKey = key.includes(field.name);
    return columnOf(ctx.registry, entity, field, { isKey, isUpdatable: !isKey && mayUpdate && update.includes(field.name) });
  });
  const [table] = form.lines;
  const lines = fieldsOf(table?.fields ?? {}, table?.columns ?? []).map((field) => {
    const column = columnOf(ctx.registry, entityOf(ctx.registry, table?.entity ?? ""), field, { isKey: false, isUpdatable: false });
    return { ...column, name: `${table?.entity ?? ""}.${field.name}` };
  });
  return {
    entity: entity.name,
    title: entity.title,
    key,
    columns: [...head, ...lines],
    lines: table?.entity ?? null,
    next: mayCreate ? transitionsOf(ctx, module, entity) : [],
    mayCreate,
    mayUpdate,
  };
}

/** The page that rows are brought in on, with what the viewer may write and what the server fills in. */
export interface ImportPage extends Pick<ImportSpec, "mayCreate" | "mayUpdate" | "next"> {
  readonly page: SavePage;
}

/** The same as the engine works with it; null: the viewer brings nothing in here. */
export function importPage(ctx: QueryContext, module: Module): ImportPage | null {
  const own = projectImport(ctx, module);
  if (own === null) return null;
  const { form, mayCreate, mayUpdate } = own;
  const entity = entityOf(ctx.registry, module.entity);
  const page: SavePage = { module, entity, form, complete: completeForm(ctx, module, form), refs: new KnownRefs(entity.name) };
  return { page, mayCreate, mayUpdate, next: mayCreate ? transitionsOf(ctx, module, entity) : [] };
}

/** The function keys that bringing rows in on a page may need, e.g. for a key of the interface: `import`, and those of the form and of what follows. */
export function importKeys(registry: Registry, module: Module): readonly string[] {
  return keysOfImport(module, entityOf(registry, module.entity));
}

function fieldsOf(fields: Dict<FormField>, names: readonly string[]): FormField[] {
  return names.flatMap((name) => fields[name] ?? []);
}

function columnOf(
  registry: Registry,
  entity: Entity,
  { name, title, type, isRequired, initial, prefill, length, options, note }: FormField,
  use: Pick<ImportColumn, "isKey" | "isUpdatable">,
): ImportColumn {
  const hasChoices = type === "enum" || type === "bool";
  return {
    name,
    title,
    type,
    ...use,
    // A form fills in what is proposed; a file need not have it.
    isRequired: isRequired && initial === null && prefill === null,
    length,
    choices: hasChoices ? options.map(({ value, text }) => ({ code: String(value), title: text })) : null,
    lookup: lookupOf(registry, entity, name),
    help: note,
  };
}

function lookupOf({ entities }: Registry, entity: Entity, name: string): ImportColumn["lookup"] {
  const ref = entity.fields[name]?.ref ?? null;
  const target = ref === null ? undefined : entities[ref.entity];
  if (ref === null || target === undefined) return null;
  const fields = lookupFields(entities, entity, name).map((field) => target.fields[field]?.title ?? field);
  return { entity: target.name, title: target.title, fields };
}

/** By which fields of its entity a ref of a file may be told, the first first; `of`: the entity whose field it is, a document or its line. */
export function lookupFields(entities: Registry["entities"], of: Entity, name: string): readonly string[] {
  const ref = of.fields[name]?.ref ?? null;
  if (ref === null) return [];
  // A line is brought in with its document, whose file says it.
  const word = (of.head === null ? of : entities[of.head.entity])?.import;
  return word?.lookups[ref.entity] ?? [ref.key];
}

function transitionsOf({ viewer }: QueryContext, module: Module, entity: Entity): ImportSpec["next"] {
  const held = actionsOf(viewer, module, entity);
  const next: { action: string; title: string }[] = [];
  // One that may not be run stands in the way of those after it.
  for (const name of entity.import?.next ?? []) {
    const action = held.find(({ transition }) => transition === name);
    if (action === undefined) break;
    next.push({ action: name, title: action.title });
  }
  return next;
}
