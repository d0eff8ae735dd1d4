import { ApiError } from "../../../shared/protocol/envelope.ts";
import type { PageResult } from "../../../shared/protocol/list.ts";
import { send } from "../../api/send.ts";
import { readPages } from "../../data/read-pages.ts";
import type { ExportNews, ExportOrder } from "./export-plan.ts";
import { dataRow, footerRow, headRow, type SheetRow } from "./sheet-rows.ts";
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
  const columns = plan.columns.map((column) => column.field).join(",");
  const fetchPage = (page: number, rows: number) => send<PageResult>(url, { ...query, page, rows, columns, purpose: "export" }, { token });
  const lines: SheetRow[] = [headRow(plan)];
  let sums: PageResult["footer"] = {};
  for await (const page of readPages(fetchPage, PAGE_ROWS)) {
    for (const row of page.rows) lines.push(dataRow(plan, row, lines.length));
    if (Object.keys(page.footer).length > 0) sums = page.footer;
    postMessage({ kind: "progress", done: lines.length - 1, total: page.total } satisfies ExportNews);
  }
  const last = footerRow(plan, sums);
  if (last) lines.push(last);
  return writeBook(plan.title, lines);
}
