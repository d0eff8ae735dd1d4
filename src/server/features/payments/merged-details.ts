import type { WireRow } from "../../../shared/protocol/list.ts";
import type { DocumentTable, ShowResult } from "../../../shared/protocol/screen.ts";
import type { Module } from "../../../shared/registry/model.ts";
import type { QueryContext } from "../../query/context.ts";
import { showRow } from "../../query/show/show-row.ts";
import { documentTable } from "../../screens/project-columns.ts";
import { billsOfMerged } from "./merge-candidates.ts";
import { billPage, mergedPage } from "./pages.ts";

const BILL_COLUMNS = ["Billid", "BalaBillid", "busdate", "TotalMoney", "Bala_fee", "Bala_sum", "Pay_sum", "StatuZH", "attachurl"];
const RECORD_COLUMNS = ["transid", "Billid", "busdate", "Pay_sum", "PayWay", "Sign", "result", "message", "paytime", "file"];

/** A merged payment as its document: head, history and chain, its bills with their sums, and what was paid or tried for them. */
export interface MergedDetails extends ShowResult {
  readonly children: readonly WireRow[];
  readonly footer: Readonly<Record<string, string>>;
  readonly bills: DocumentTable;
  /** null: the viewer has no page of them. */
  readonly records: DocumentTable | null;
}

/** `open`: the pages by which the viewer may read documents. Code 404 where there is no such payment. */
export async function mergedDetails(ctx: QueryContext, module: Module, id: number, open: readonly Module[]): Promise<MergedDetails> {
  const shown = await showRow(ctx, mergedPage(ctx.registry, module), id, open);
  const number = String(shown.row.Billid);
  const { rows: children, footer } = await billsOfMerged(ctx, billPage(ctx.registry, module), number);
  const bills = await documentTable(ctx, module, {
    columns: BILL_COLUMNS,
    filter: [{ field: "FathId", operator: "eq", value: number }],
  });
  const page = open.find(({ entity, where }) => entity === "PayRecord" && where === null);
  const numbers = [number, ...children.map(({ Billid }) => String(Billid))];
  const records =
    page && (await documentTable(ctx, page, { columns: RECORD_COLUMNS, filter: [{ field: "Billid", operator: "in", value: numbers }] }));
  return { ...shown, children, footer, bills, records: records ?? null };
}
