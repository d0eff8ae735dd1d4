import { ApiError } from "../../../shared/protocol/envelope.ts";
import type { PageResult, WireRow } from "../../../shared/protocol/list.ts";
import { send } from "../../api/send.ts";
import { readPages } from "../../data/read-pages.ts";
import type { ExportNews, ExportOrder } from "./export-plan.ts";
import { isSameGroup } from "./row-groups.ts";
import { dataRow, footerRow, headRow, type SheetRow, subtotalRow } from "./sheet-rows.ts";
import { writeBook } from "./write-book.ts";

/** Rows of one request. */
const PAGE_ROWS = 2000;

/** Fetches and writes away from the page, which stays responsive. */
addEventListener("message", ({ data }: MessageEvent<ExportOrder>) => {
  makeFile(data).then(
    (bytes) => postMessage({ kind: "done", bytes } satisfies ExportNews, { transfer: [bytes] }),
    (error: unknown) => {
      const failure = error instanceof ApiError ? error : new ApiError(0, "导出失败");
      postMessage({ kind: "failed", code: failure.code, text: failure.message } satisfies ExportNews);
    },
  );
});

async function makeFile({ url, token, query, plan }: ExportOrder): Promise<ArrayBuffer> {
  // Also what rows are put together and summed by: the user may have hidden it.
  const summed = plan.group?.sums.flatMap(({ field, ratio = [] }) => [field, ...ratio]) ?? [];
  const needed = [...plan.columns.map(({ field }) => field), ...(plan.group === undefined ? [] : [plan.group.field]), ...summed];
  const columns = [...new Set(needed)].join(",");
  const fetchPage = (page: number, rows: number) => send<PageResult>(url, { ...query, page, rows, columns, purpose: "export" }, { token });
  const lines: SheetRow[] = [headRow(plan)];
  let sums: PageResult["footer"] = {};
  let index = 0;
  let open: WireRow[] = [];
  /** Rows come by their groups: what the one that ends comes to stands below it. */
  const closeGroup = () => {
    if (open.length > 0) lines.push(subtotalRow(plan, open));
    open = [];
  };
  for await (const page of readPages(fetchPage, PAGE_ROWS)) {
    for (const row of page.rows) {
      if (plan.group !== undefined && open[0] !== undefined && !isSameGroup(plan.group, open[0], row)) closeGroup();
      index += 1;
      lines.push(dataRow(plan, row, index));
      if (plan.group !== undefined) open.push(row);
    }
    if (Object.keys(page.footer).length > 0) sums = page.footer;
    postMessage({ kind: "progress", done: index, total: page.total } satisfies ExportNews);
  }
  closeGroup();
  const last = footerRow(plan, sums);
  if (last) lines.push(last);
  return writeBook(plan.title, lines);
}
