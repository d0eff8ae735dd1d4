import type { WireRow } from "../../../shared/protocol/list.ts";
import type { DocumentTable, ShowResult } from "../../../shared/protocol/screen.ts";
import type { Module } from "../../../shared/registry/model.ts";
import type { QueryContext } from "../../query/context.ts";
import { showRow } from "../../query/show/show-row.ts";
import { documentTables } from "../../screens/project-columns.ts";
import { billsOfMerged } from "./merge-candidates.ts";
import { billPage, mergedPage } from "./pages.ts";

/** A merged payment as its document: head, history and chain, its bills with their sums, and what was paid or tried for them. */
export interface MergedDetails extends ShowResult {
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
  const { rows: children, footer } = await billsOfMerged(ctx, billPage(ctx.registry, module), String(shown.row.Billid));
  const [bills = null, records = null] = await documentTables(ctx, page, shown.row, open);
  return { ...shown, children, footer, bills, records };
}
