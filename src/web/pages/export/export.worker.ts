import { ABOUT_TITLE, aboutRows } from "../../../shared/domain/sheet/about-sheet.ts";
import { SheetLines } from "../../../shared/domain/sheet/sheet-lines.ts";
import { exportFileName } from "../../../shared/domain/sheet/sheet-plan.ts";
import type { SheetRow } from "../../../shared/domain/sheet/sheet-rows.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { ExportHead, ExportLine } from "../../../shared/protocol/export.ts";
import { exchange, readResult } from "../../api/send.ts";
import type { ExportNews, ExportOrder } from "./export-order.ts";
import { linesOf } from "./lines-of.ts";
import { writeBook } from "./write-book.ts";

const FAILED = "导出失败";
/** The page is told how far it is after so many rows. */
const TELL_EVERY = 1000;

/** Fetches and writes away from the page, which stays responsive. */
addEventListener("message", ({ data }: MessageEvent<ExportOrder>) => {
  const { url, params, token } = data;
  exchange(url, params, { token }, makeFile).then(
    (made) => postMessage({ kind: "done", ...made } satisfies ExportNews, { transfer: [made.bytes] }),
    (error: unknown) => {
      const failure = error instanceof ApiError ? error : new ApiError(0, FAILED);
      postMessage({ kind: "failed", code: failure.code, text: failure.message } satisfies ExportNews);
    },
  );
});

interface Made {
  readonly bytes: ArrayBuffer;
  readonly name: string;
}

/** The file, once the whole answer is there. */
async function makeFile(response: Response): Promise<Made> {
  // A refusal is an envelope: reading it throws.
  if (!response.ok || response.headers.get("content-type")?.startsWith("application/json") === true) await readResult(response);
  let head: ExportHead | null = null;
  let lines: SheetLines | null = null;
  const written: SheetRow[] = [];
  for await (const text of linesOf(response)) {
    const line = JSON.parse(text) as ExportLine;
    if ("plan" in line) {
      head = line;
      lines = new SheetLines(line.plan);
      written.push(lines.head());
    } else if ("Code" in line) {
      if (line.Code !== CODE.ok) throw new ApiError(line.Code, line.Msg);
      if (head === null || lines === null) break;
      return finish(head, lines, [...written, ...lines.end()]);
    } else if (lines !== null) {
      for (const row of line) written.push(...lines.add(row));
      if (lines.count % TELL_EVERY < line.length) postMessage({ kind: "progress", rows: lines.count } satisfies ExportNews);
    }
  }
  throw new ApiError(0, `${FAILED}：数据没有接收完整，请重试`);
}

function finish({ plan, about }: ExportHead, { count }: SheetLines, lines: readonly SheetRow[]): Made {
  const bytes = writeBook([
    { title: plan.title, lines },
    { title: ABOUT_TITLE, lines: aboutRows(about, count) },
  ]);
  return { bytes, name: exportFileName(plan.title, about.time) };
}
