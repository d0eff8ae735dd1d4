import { scaleOf } from "../../shared/domain/calc-scale.ts";
import { ALL_ROWS, type WireRow } from "../../shared/protocol/list.ts";
import type { DocumentTable } from "../../shared/protocol/screen.ts";
import type { Module } from "../../shared/registry/model.ts";
import type { QueryContext } from "../query/context.ts";
import { listPage } from "../query/list-page.ts";
import { listPlan } from "../query/list-plan.ts";
import { columnsOf } from "./project-columns.ts";

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
