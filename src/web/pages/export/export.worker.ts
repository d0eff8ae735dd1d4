import { utils, write } from "xlsx";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import type { PageResult } from "../../../shared/protocol/list.ts";
import { send } from "../../api/send.ts";
import { readPages } from "../../data/read-pages.ts";
import type { ExportNews, ExportOrder } from "./export-plan.ts";
import { dataRow, footerRow, growWidths, headRow, type SheetRow } from "./sheet-rows.ts";

/** Rows of one request. */
const PAGE_ROWS = 2000;
/** Excel's limit for the name of a sheet, and what it must not contain. */
const NAME_LENGTH = 31;
const NAME_FORBIDDEN = /[\\/?*[\]:]/g;

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

function writeBook(title: string, lines: SheetRow[]): ArrayBuffer {
  const widths: number[] = [];
  for (const line of lines) growWidths(widths, line);
  const sheet = utils.aoa_to_sheet(lines, { dense: true });
  sheet["!cols"] = widths.map((wch) => ({ wch }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, title.replace(NAME_FORBIDDEN, " ").slice(0, NAME_LENGTH) || "Sheet1");
  return write(book, { type: "array", bookType: "xlsx", bookSST: true, compression: true }) as ArrayBuffer;
}
