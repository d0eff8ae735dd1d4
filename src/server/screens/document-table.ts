import { scaleOf } from "../../shared/domain/calc.ts";
import { ALL_ROWS } from "../../shared/protocol/list.ts";
import type { DocumentTable } from "../../shared/protocol/screen.ts";
import type { Module } from "../../shared/registry/model.ts";
import type { QueryContext } from "../query/context.ts";
import { listPage } from "../query/list-page.ts";
import { listPlan } from "../query/list-plan.ts";
import { columnsOf } from "./project-columns.ts";

/** Which documents, and what of them. */
export interface DocumentTableRequest {
  readonly columns: readonly string[];
  readonly filter: readonly { readonly field: string; readonly operator: string; readonly value: unknown }[];
}

/** Documents of one page as a table on the page of another, the oldest first; what this side may not read is left out. */
export async function documentTable(ctx: QueryContext, page: Module, { columns, filter }: DocumentTableRequest): Promise<DocumentTable> {
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
