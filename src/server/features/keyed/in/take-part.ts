import { createHash } from "node:crypto";
import type { Module } from "../../../../shared/registry/model.ts";
import type { Db } from "../../../db/connect.ts";
import { importRows, type RowEnd, type SentRow, standAlone } from "../../../engine/import/import-rows.ts";
import { OTHERS } from "../../../engine/import/rows.ts";
import type { ImportSpec } from "../../../engine/import/spec.ts";
import { keptAnswer } from "../../../engine/request-key.ts";
import { runWork, type UserWork } from "../../../engine/run-work.ts";
import { entityOf } from "../../../engine/values/names.ts";
import type { QueryContext } from "../../../query/context.ts";
import { PREFIX } from "../key/key-text.ts";
import { LINES } from "../out/told.ts";
import { asAnother, type Batch, beginPart } from "./batch.ts";
import type { SentRecord } from "./sent-rows.ts";

/** A record of a part, by its place in the batch. */
export interface PlacedRecord {
  readonly place: number;
  readonly record: SentRecord;
}

/** What became of a record, as its sender is told. */
export interface RecordEnd {
  /** Its line, or its place in the array, from 1. */
  readonly row: number;
  /** undone: it was good, and is not kept as others were not. */
  readonly state: RowEnd["state"] | "undone";
  readonly id: number | null;
  readonly key: string;
  /** Left out: none. */
  readonly problems?: readonly { readonly column: string | null; readonly message: string }[];
}

export interface PartEnd {
  readonly ends: readonly RecordEnd[];
  /** What is told now and never again, e.g. first passwords; empty of a part that was taken before. */
  readonly notices: readonly string[];
}

/** A batch that is brought in. */
export interface Taking {
  readonly ctx: QueryContext;
  readonly module: Module;
  readonly spec: ImportSpec;
  readonly batch: Batch;
  /** New documents go through what `then` lists. */
  readonly goesThrough: boolean;
  /** All of it is kept, or nothing. */
  readonly isAtomic: boolean;
  /** Rows of a part. */
  readonly cut: number;
}

/** When a part does what, beside those before and after it (part-order.ts). */
export interface PartOrder {
  /** It begins, perhaps once more. */
  begins(): void;
  /** Until the part before is in the database: no part is kept without those before it. Throws where that one fails, or begins once more. */
  before(): Promise<void>;
  /** All of it is written, the end of the transaction alone is left, and what the next one reads does not depend on that. */
  written(): void;
}

/** Thrown to keep nothing. */
class Undone extends Error {
  constructor(readonly ends: readonly RecordEnd[]) {
    super("rows of an atomic batch were refused");
  }
}

/**
 * Takes a part of a batch in one transaction, with what became of it: sent again, it is answered again and nothing is written. Throws an
 * ApiError (Code 409) where this part of the batch was another one.
 *
 * @param content all that decides what the part says
 */
export async function takePart(
  taking: Taking,
  part: number,
  content: string,
  records: readonly PlacedRecord[],
  order: PartOrder,
): Promise<PartEnd> {
  const { ctx, module, batch } = taking;
  const digest = createHash("sha256").update(content).digest("hex");
  const request = { body: ["in", batch.what, digest], idempotencyKey: partKey(batch, part) };
  try {
    const { ends, notice } = await runWork(ctx, module, request, async (at) => {
      order.begins();
      const own = await bringIn(taking, at, records);
      if (taking.isAtomic && own.some(({ state }) => state === "refused")) throw new Undone(own);
      await order.before();
      await beginPart(at.ctx.db, batch, part);
      if (!taking.goesThrough && standAlone(ctx.registry, entityOf(ctx.registry, module.entity), own)) order.written();
      return { ends: own };
    });
    return { ends, notices: notice === undefined ? [] : [notice] };
  } catch (error) {
    if (error instanceof Undone) return { ends: error.ends.map(undone), notices: [] };
    throw asAnother(error, batch);
  }
}

/** What became of a part that was taken. */
export async function takenPart(db: Db, { ctx, batch }: Taking, part: number): Promise<readonly RecordEnd[]> {
  const kept = await keptAnswer<{ readonly ends: readonly RecordEnd[] }>(db, ctx.viewer.shopId, partKey(batch, part));
  if (kept === undefined) throw new Error(`part ${part} of batch ${batch.number} is gone`);
  return kept.ends;
}

/** The request key of a part; the public beginning of all prefixes says nothing. */
const partKey = ({ prefix, number }: Batch, part: number): string => `in.${prefix.slice(PREFIX.length)}.${number}.${part}`;

function undone(end: RecordEnd): RecordEnd {
  return end.state === "refused" ? end : { ...end, state: "undone", id: end.state === "created" ? null : end.id };
}

/** Rows that are brought in by one call of the engine. */
const AT_ONCE = 2000;

async function bringIn(
  { module, spec, batch, goesThrough }: Taking,
  at: UserWork,
  records: readonly PlacedRecord[],
): Promise<readonly RecordEnd[]> {
  const how = { run: `in.${batch.prefix}.${batch.number}`, isTrial: false, next: goesThrough };
  const ends = new Map<number, RowEnd[]>();
  for (const rows of slicesOf(records)) {
    for (const end of await importRows(at, module, spec, rows, how)) ends.set(end.place, [...(ends.get(end.place) ?? []), end]);
  }
  return records.map(({ place, record }) => {
    if (!("problems" in record)) return endOf(place, ends.get(place) ?? [], spec.lines);
    return { row: place, state: "refused", id: null, key: "", problems: record.problems };
  });
}

/** A record's rows are one document, and stay together. */
function slicesOf(records: readonly PlacedRecord[]): SentRow[][] {
  const slices: SentRow[][] = [];
  for (const { place, record } of records) {
    if (!("rows" in record)) continue;
    const rows = record.rows.map((cells) => ({ place, cells, document: place }));
    const last = slices.at(-1);
    if (last !== undefined && last.length + rows.length <= AT_ONCE) last.push(...rows);
    else slices.push(rows);
  }
  return slices;
}

/** All rows of a record have the end of their document; each line has problems of its own. */
function endOf(row: number, ends: readonly RowEnd[], lines: string | null): RecordEnd {
  const [first] = ends;
  if (first === undefined) throw new Error(`record ${row} has no end`);
  const problems = ends.flatMap((end, index) =>
    end.problems.map(({ column, message }) => ({ column: lineColumn(column, index, lines), message })),
  );
  // Where one line is wrong, the others say no more than that.
  const own = problems.filter(({ message }) => message !== OTHERS.message);
  const { state, id, key } = first;
  return { row, state, id, key, ...(problems.length > 0 && { problems: own.length > 0 ? own : problems }) };
}

/** `OrderLine.amount` as the sender has said it: `lines[2].amount`, counted from 1. */
function lineColumn(column: string | null, index: number, lines: string | null): string | null {
  const prefix = `${lines}.`;
  return lines !== null && column?.startsWith(prefix) === true ? `${LINES}[${index + 1}].${column.slice(prefix.length)}` : column;
}
