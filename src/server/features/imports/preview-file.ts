import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { ImportPreview, RowState } from "../../../shared/protocol/import.ts";
import { retrying } from "../../db/errors.ts";
import type { ImportRunRow } from "../../generated/entities.ts";
import { bringChunk } from "./bring-chunk.ts";
import { type Headings, headingsOf } from "./headings.ts";
import type { Importing } from "./importing.ts";
import { type Chunk, KeptFile } from "./kept-file.ts";
import { areLinked } from "./stage-file.ts";

/** Rows that are tried before somebody starts; of a document that begins among them all. */
const TRIED = 200;
const GONE = "文件内容已被清理，请重新上传";

/** Tries the first rows of a file and tells what would become of each; nothing is kept. */
export async function previewFile(importing: Importing, run: ImportRunRow, log: (line: string) => void): Promise<ImportPreview> {
  const { ctx } = importing;
  const file = new KeptFile(ctx.db, ctx.viewer.shopId, run.fileKey ?? "");
  const [headings, chunk] = [await file.headings(), await file.chunk(0)];
  if (headings === null || chunk === null) throw new ApiError(CODE.rule, GONE);
  const first = firstOf(chunk);
  // What they refer to may stand further down.
  const tried = areLinked(importing.spec) ? chunk : first;
  const { ends } = await retrying(() =>
    ctx.db.transaction().execute((trx) =>
      bringChunk({ ...importing, ctx: { ...ctx, db: trx } }, headings, tried, {
        run: run.Billid ?? "",
        keep: "none",
        follows: false,
        log,
      }),
    ),
  );
  const byLine = new Map(ends.map((end) => [end.place, end]));
  const counts: Record<RowState, number> = { created: 0, updated: 0, same: 0, refused: 0 };
  for (const { line } of first.rows) counts[byLine.get(line)?.state ?? "refused"] += 1;
  return {
    headings: headings.titles.map((title, place) => ({ name: headings.columns[place] ?? null, title })),
    rows: first.rows.map(({ line, cells }) => {
      const { state = "refused", problems = [] } = byLine.get(line) ?? {};
      return { line, cells, state, problems };
    }),
    total: run.rowcount ?? 0,
    counts,
    hints: hintsOf(importing, headings),
  };
}

/** The rows of a chunk up to where the next thing begins after so many. */
function firstOf({ rows, faults, starts }: Chunk): Chunk {
  const end = starts.find((place) => place >= TRIED) ?? rows.length;
  return { rows: rows.slice(0, end), faults, starts: starts.filter((place) => place < end) };
}

/** What to know of the file as a whole. */
function hintsOf({ spec }: Importing, { columns }: Headings): string[] {
  const titles = headingsOf(spec);
  const missing = spec.columns.filter(({ name, isRequired, isKey }) => isRequired && !isKey && !columns.includes(name));
  if (missing.length === 0) return [];
  const named = missing.map((column) => titles.get(column) ?? column.title).join("、");
  return [`文件中没有必填的列：${named}。已有的数据可以修改，新增的行会被拒绝。`];
}
