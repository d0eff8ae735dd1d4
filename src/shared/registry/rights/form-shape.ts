import { fieldsOfCalc } from "../../domain/calc.ts";
import { fieldsOfCases } from "../../domain/cases.ts";
import { fieldsOfPredicate } from "../../domain/predicate.ts";
import type { Audience, Derived, Dict, Entity, Field, Import, Lines, Module, Rule, Section } from "../model.ts";
import { audienceOf, type Role } from "./audience.ts";
import { actionsOf } from "./offered-actions.ts";
import { type Readable, readableBy, readableOfLines } from "./readable.ts";
import { KEY, LINE_NUMBER, ROW_VERSION, SHOP } from "./technical.ts";

/** Never a user's to say, whatever an entity's file says of them. */
const TECHNICAL: readonly string[] = [KEY, SHOP, ROW_VERSION];

/** What somebody may write by a form, and what he is shown beside it: names alone. */
export interface FormShape {
  readonly sections: readonly Section[];
  /** Every stored field that the form works with: shown, written, or needed to work out one of these. */
  readonly fields: readonly string[];
  readonly writable: ReadonlySet<string>;
  readonly lines: readonly LinesShape[];
  readonly rules: readonly Rule[];
}

/** A table of lines of a form. */
export interface LinesShape {
  readonly table: Lines;
  readonly entity: Entity;
  readonly columns: readonly string[];
  readonly fields: readonly string[];
  readonly writable: ReadonlySet<string>;
}

/** Whether a role may write rows of the module by its form: new ones, old ones. */
export function writingRights(role: Role, module: Module, entity: Entity): { readonly create: boolean; readonly edit: boolean } {
  const held = actionsOf(role, module, entity).filter(({ transition, open }) => transition === null && open === null);
  const may = (name: string) => held.some((action) => action.name === name);
  return { create: may("create"), edit: may("edit") };
}

/**
 * The form of a module as a role gets it; null: it may write nothing there. `rules` are those of the entity, settled as far as
 * they can be for the role.
 */
export function formShape(role: Role, entities: Dict<Entity>, module: Module, rules: readonly Rule[]): FormShape | null {
  const entity = entities[module.entity];
  if (!entity || entity.view !== null) return null;
  const rights = writingRights(role, module, entity);
  if (!rights.create && !rights.edit) return null;
  const readable = readableBy(role, module, entity);
  const writable = writableFields(
    role,
    module,
    entity,
    readable,
    module.sections.flatMap(({ fields }) => fields),
  );
  const isKnown = (name: string) => readable.fields.get(name)?.computed === null;
  const sections = module.sections
    .map(({ title, fields }) => ({ title, fields: fields.filter((name) => isKnown(name) && isShown(entity, name, writable)) }))
    .filter(({ fields }) => fields.length > 0);
  const names = withInputs(entity, [...sections.flatMap(({ fields }) => fields), ...writable], rules).filter(isKnown);
  return {
    sections,
    fields: names,
    writable,
    lines: module.lines.flatMap((table) => linesShape(table, entities[table.entity], readable) ?? []),
    rules: rules.filter((rule) => fieldsOfRule(rule).every((name) => names.includes(name))),
  };
}

/** What somebody may bring in on a page: columns alone, the buttons of the form count where the page has them. */
export interface ImportShape {
  readonly mayCreate: boolean;
  /** Rows that are there may be changed, in the columns that the entity says. */
  readonly mayUpdate: boolean;
  /** Of the head, in order. */
  readonly columns: readonly string[];
  readonly fields: readonly string[];
  readonly lines: LinesShape | null;
  readonly rules: readonly Rule[];
}

const IMPORT = "import";

/**
 * What a role may bring in on a page; null: nothing. An import is another way to what the form does, no right to more: where the page has
 * a form's button, its right is needed besides that of the import. Fields that the page does not show somebody he does not write.
 */
export function importShape(role: Role, entities: Dict<Entity>, module: Module, rules: readonly Rule[]): ImportShape | null {
  const entity = entities[module.entity];
  if (!entity || entity.import === null || entity.view !== null) return null;
  const held = actionsOf(role, module, entity).filter(({ transition, open }) => transition === null && open === null);
  // guard key: tests/server/import/import-rights.test.ts
  if (!held.some(({ name }) => name === IMPORT)) return null;
  const may = (name: "create" | "edit") =>
    entity.save[name]?.by.includes(role.side) === true &&
    // guard key as true: tests/server/import/import-rights.test.ts
    (held.some((action) => action.name === name) || !module.actions.some((action) => action.name === name && action.transition === null));
  const [mayCreate, mayUpdate] = [may("create"), may("edit") && entity.import.update.length > 0];
  if (!mayCreate && !mayUpdate) return null;
  const readable = readableBy(role, module, entity);
  const given = writableFields(role, module, entity, readable, entity.import.columns, [entity.number?.field ?? ""]);
  const columns = entity.import.columns.filter((name) => given.has(name));
  const isKnown = (name: string) => readable.fields.get(name)?.computed === null;
  const fields = withInputs(entity, columns, rules).filter(isKnown);
  const table = entity.import.lines;
  const lines = table === null ? null : importedLines(table, entities[table.entity], readable);
  return {
    mayCreate,
    mayUpdate,
    columns,
    fields,
    lines,
    rules: rules.filter((rule) => fieldsOfRule(rule).every((name) => fields.includes(name))),
  };
}

/** The rights that bringing rows in on a page may need: that of the import, and those of the form and of transitions that the page has. */
export function keysOfImport({ actions }: Module, { import: word }: Entity): string[] {
  const names = [IMPORT, "create", "edit", ...(word?.next ?? [])];
  const needed = actions.filter(({ name, transition, open }) => open === null && names.includes(transition ?? name));
  return [...new Set(needed.map(({ functionKey }) => functionKey))];
}

function importedLines(
  { entity: name, columns }: NonNullable<Import["lines"]>,
  entity: Entity | undefined,
  readable: Readable,
): LinesShape | null {
  if (!entity) return null;
  const open = writableColumns(
    entity,
    columns.filter((column) => !readable.isHidden(column)),
  );
  const shown = columns.filter((column) => open.has(column));
  const fields = withInputs(entity, shown, []).filter((field) => entity.fields[field]?.computed === null && !readable.isHidden(field));
  return { table: { entity: name, title: entity.title, columns: [], sums: [] }, entity, columns: shown, fields, writable: open };
}

function linesShape(table: Lines, entity: Entity | undefined, readable: Readable): LinesShape | null {
  if (!entity) return null;
  const columns = readableOfLines(table.columns, readable).map(({ field }) => field);
  const writable = writableColumns(entity, columns);
  if (writable.size === 0) return null;
  const shown = columns.filter((name) => isShown(entity, name, writable));
  const fields = withInputs(entity, shown, []).filter((name) => entity.fields[name]?.computed === null && !readable.isHidden(name));
  return { table, entity, columns: shown, fields, writable };
}

/** The fields of the head that the role may write here: of those `shown`, readable, open to forms (or `besides`), and not decided by page or session. */
function writableFields(
  role: Pick<Role, "side" | "isMall">,
  module: Module,
  entity: Entity,
  readable: Readable,
  shown: readonly string[],
  besides: readonly string[] = [],
): ReadonlySet<string> {
  const own = role.side === "supplier" ? entity.supplierField : null;
  return new Set(
    limited(module, shown, audienceOf(role)).filter((name) => {
      const field = readable.fields.get(name);
      return field !== undefined && (isWritable(field) || besides.includes(name)) && name !== own && !(name in module.fixedValues);
    }),
  );
}

/** The same for the columns of a line table: what says whose line it is comes from the head. */
function writableColumns(entity: Entity, columns: readonly string[]): ReadonlySet<string> {
  const given = [entity.supplierField, entity.head?.field, LINE_NUMBER];
  return new Set(
    columns.filter((name) => {
      const field = entity.fields[name];
      return field !== undefined && isWritable(field) && !given.includes(name);
    }),
  );
}

/** A settings page writes the values alone, a page with the user's own row what it lists, any other what it says. */
function limited({ form, writes }: Module, shown: readonly string[], audience: Audience): readonly string[] {
  // guard key as shown: tests/server/setup/master-data.test.ts
  if (form === null) return writes[audience] ?? (audience === "mall" ? writes.shop : undefined) ?? shown;
  return form.mode === "own" ? form.editable : form.value === null ? [] : [form.value];
}

function isWritable(field: Field): boolean {
  return field.computed === null && field.derived === null && !field.isReadonly && !field.isState && !TECHNICAL.includes(field.name);
}

function isShown(entity: Entity, name: string, writable: ReadonlySet<string>): boolean {
  return writable.has(name) || (entity.fields[name]?.derived ?? null) !== null;
}

/** The fields, and those that their values or the rules are made of. */
function withInputs(entity: Entity, names: readonly string[], rules: readonly Pick<Rule, "when" | "require">[]): string[] {
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
  return derived?.kind === "cases" ? fieldsOfCases(derived.cases) : [];
}

/** The fields a rule looks at. */
export function fieldsOfRule({ when, require }: Pick<Rule, "when" | "require">): string[] {
  return [...(when === null ? [] : fieldsOfPredicate(when)), ...fieldsOfPredicate(require)];
}
