import type { PageResult, WireRow } from "../../../shared/protocol/list.ts";
import type { DocumentTable, ShowResult } from "../../../shared/protocol/screen.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { PayStatus } from "../../generated/entities.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPage } from "../../query/list-page.ts";
import { showRow } from "../../query/show/show-row.ts";
import { documentTables } from "../../screens/project-columns.ts";
import { billPage, mergedPage } from "./pages.ts";

const ALL = "999999999";

/** A merged payment as its document: head, history and chain, its bills with their sums, and what was paid or tried for them. */
interface MergedDetails extends ShowResult {
  readonly children: readonly WireRow[];
  readonly footer: Readonly<Record<string, string>>;
  /** null: the viewer has no page of them. */
  readonly bills: DocumentTable | null;
  readonly records: DocumentTable | null;
}

/** `open`: the pages by which the viewer may read documents. Code 404 where there is no such payment. */
export async function mergedDetails(ctx: QueryContext, module: Module, id: number, open: readonly Module[]): Promise<MergedDetails> {
  const page = mergedPage(ctx);
  const shown = await showRow(ctx, page, id, open);
  const of = { field: "FathId", operator: "eq", value: String(shown.row.Billid) };
  const { rows: children, footer } = await billsWith(ctx, billPage(ctx.registry, module), [of]);
  const [bills = null, records = null] = await documentTables(ctx, page, shown.row, open);
  return { ...shown, children, footer, bills, records };
}

/**
 * The bills of a supplier, or of all, that could be merged now (docs/decisions/45): they wait for money, are not stopped and not merged
 * yet.
 */
export function mergeCandidates(ctx: QueryContext, page: Module, provid: string): Promise<PageResult> {
  return billsWith(ctx, page, [
    { field: "Statu", operator: "eq", value: PayStatus.toPay },
    { field: "Isstop", operator: "eq", value: false },
    { field: "FathId", operator: "null" },
    ...(provid === "" ? [] : [{ field: "provid", operator: "eq", value: provid }]),
  ]);
}

function billsWith(ctx: QueryContext, page: Module, filter: readonly object[]): Promise<PageResult> {
  return listPage(ctx, page, { page: "1", rows: ALL, filter: JSON.stringify(filter) });
}
