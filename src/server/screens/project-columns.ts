import { scaleOf } from "../../shared/domain/calc.ts";
import { ALL_ROWS, type StatusLabel, type WireRow } from "../../shared/protocol/list.ts";
import type { DocumentTable, ScreenColumn, ScreenLines } from "../../shared/protocol/screen.ts";
import { alignOf } from "../../shared/registry/build/type-defaults.ts";
import type { Column, Entity, EnumValue, Field, Lines, Module, Registry } from "../../shared/registry/model.ts";
import { type Readable, readableOfLines } from "../../shared/registry/rights/readable.ts";
import type { QueryContext } from "../query/context.ts";
import { listPage } from "../query/list-page.ts";
import { listPlan } from "../query/list-plan.ts";

/** The named fields as columns, readable ones only: as the module's table says, else as the entity does. */
export function columnsOf(registry: Registry, module: Module, readable: Readable, fields: readonly string[]): ScreenColumn[] {
  const entity = entityOf(registry, module.entity);
  const declared = new Map(module.columns.map((column) => [column.field, column]));
  const column = (name: string) => toColumn(declared.get(name) ?? plainColumn(entity, name), statusLabels(module.labels[name]));
  return fields.filter((field) => readable.fields.has(field)).map(column);
}

/** These columns of the module's rows, readable ones only. */
export function readableColumns({ labels }: Module, readable: Readable, columns: readonly Column[]): ScreenColumn[] {
  return columns.filter(({ field }) => readable.fields.has(field)).map((column) => toColumn(column, statusLabels(labels[column.field])));
}

/** A table of lines. Who reads the head reads its lines, but for what the head hides from him. */
export function linesOf(registry: Registry, { entity: name, title, columns, sums }: Lines, readable: Readable): ScreenLines {
  const { fields } = entityOf(registry, name);
  const shown = readableOfLines(columns, readable);
  return {
    entity: name,
    title,
    columns: shown.map((column) => toColumn(column, statusLabels(fields[column.field]?.values))),
    sums: sums.filter((field) => !readable.isHidden(field)).map((field) => ({ field, decimals: scaleOf(fields[field]) })),
  };
}

export function statusLabels(values: readonly EnumValue[] = []): StatusLabel[] {
  return values.map(({ code, shown, tone }) => ({ value: code, text: shown, tone }));
}

/** A field shown on the detail page only: as its entity says. */
function plainColumn(entity: Entity, name: string): Column {
  const field: Field | undefined = entity.fields[name];
  if (field === undefined) throw new Error(`${entity.name} has no field ${name}: the registry must have refused it`);
  const { title, format, width } = field;
  return { field: name, title, format, width, align: alignOf(format), fixed: null, sortable: false, isCarried: false };
}

function toColumn({ field, title, format, width, align, fixed, sortable }: Column, labels: readonly StatusLabel[]): ScreenColumn {
  return { field, title, format, width, align, fixed, sortable, labels };
}

export function entityOf(registry: Registry, name: string): Entity {
  const entity = registry.entities[name];
  if (entity === undefined) throw new Error(`there is no entity ${name}: the registry must have refused it`);
  return entity;
}

/** Which documents, and what of them. */
interface DocumentTableRequest {
  readonly columns: readonly string[];
  readonly filter: readonly { readonly field: string; readonly operator: string; readonly value: unknown }[];
}

/** Documents of one page as a table on the page of another, the oldest first; what this side may not read is left out. */
async function documentTable(ctx: QueryContext, page: Module, { columns, filter }: DocumentTableRequest): Promise<DocumentTable> {
  const { entity, readable } = listPlan(ctx, page);
  const shown = columnsOf(ctx.registry, page, readable, columns);
  const { rows, footer } = await listPage(ctx, page, {
    page: "1",
    rows: String(ALL_ROWS),
    sort: "Id",
    order: "asc",
    filter: JSON.stringify(filter),
    columns: shown.map(({ field }) => field).join(","),
  });
  const sums = (page.footer?.sums ?? []).map(({ field }) => field).filter((field) => shown.some((column) => column.field === field));
  return {
    entity: entity.name,
    title: entity.title,
    columns: shown,
    sums: sums.map((field) => ({ field, decimals: scaleOf(entity.fields[field]) })),
    path: page.entry.path,
    rows,
    totals: footer,
  };
}

/**
 * The tables of a document's page (`tables` of its module), in their order; null for one whose page the viewer has not.
 * `row`: the document. `open`: the pages by which he may read documents.
 */
export async function documentTables(
  ctx: QueryContext,
  module: Module,
  row: WireRow,
  open: readonly Module[],
): Promise<(DocumentTable | null)[]> {
  const made: (DocumentTable | null)[] = [];
  for (const { module: id, field, key, through, columns } of module.tables) {
    const page = open.find((each) => each.id === id);
    const before = module.tables.findIndex((table) => table.module === through);
    const further = (made[before]?.rows ?? []).map((each) => String(each[key]));
    const filter = through === null ? { field, operator: "eq", value: row[key] } : { field, operator: "in", value: [row[key], ...further] };
    made.push(page === undefined ? null : await documentTable(ctx, page, { columns, filter: [filter] }));
  }
  return made;
}
