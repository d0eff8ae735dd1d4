import type { RowEnd } from "../../../engine/import/import-rows.ts";
import type { QueryContext } from "../../../query/context.ts";
import { closeBatch } from "./batch.ts";
import { PartLine } from "./part-order.ts";
import type { Part } from "./parts.ts";
import { type PartEnd, type RecordEnd, type Taking, takePart } from "./take-part.ts";

/** How many rows ended how. */
export type Totals = Readonly<Record<RowEnd["state"] | "undone", number>>;

/** What is done with a part's end as soon as it is there. */
export type Telling = (part: number, end: PartEnd) => void;

/** Does a part when it is its turn, with what the key opens then: it may have been revoked since the last one. */
export type Turn = <T>(work: (ctx: QueryContext) => Promise<T>) => Promise<T>;

const NONE: Totals = { created: 0, updated: 0, same: 0, refused: 0, undone: 0 };

/**
 * Takes a batch part by part, each in a transaction of its own; what was taken before is answered again. A batch that ends before its end
 * goes on where it stopped when it is sent again.
 */
export async function takeIn(
  taking: Taking,
  parts: AsyncIterable<Part>,
  turn: Turn,
  tell: Telling,
): Promise<{ parts: number; totals: Totals }> {
  let count = 0;
  let totals = NONE;
  const line = new PartLine();
  // Told in order, and as soon as it is there: the sender may wait for it before he sends more.
  let told: Promise<void> = Promise.resolve();
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  for await (const { records, content } of until(failed, ahead(parts))) {
    const place = count;
    const earlier = told;
    const { end } = await line.begin((order) => turn((ctx) => takePart({ ...taking, ctx }, place, content, records, order)));
    told = Promise.all([end, earlier]).then(([own]) => {
      totals = added(totals, own.ends);
      tell(place, own);
    });
    told.catch(fail);
    count += 1;
    await earlier;
  }
  await told;
  // Of an atomic batch that was refused nothing is kept, so that it may be sent again when it is good.
  if (totals.undone === 0 && !(taking.isAtomic && totals.refused > 0)) await closeBatch(taking.ctx.db, taking.batch, count);
  return { parts: count, totals };
}

/** The same, each read while the one before is worked on: the database works meanwhile. */
async function* ahead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = iterator.next();
      // What goes wrong with it is told when it is its turn.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    // Nobody waits for what may still be read of it.
    iterator.return?.().catch(() => undefined);
  }
}

/** The same, no longer than nothing has failed. */
async function* until<T>(failed: Promise<never>, items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), failed]);
      if (done === true) return;
      yield value;
    }
  } finally {
    // Nobody waits for what may still be read of it.
    iterator.return?.().catch(() => undefined);
  }
}

function added(totals: Totals, ends: readonly RecordEnd[]): Totals {
  const sums = { ...totals };
  for (const { state } of ends) sums[state] += 1;
  return sums;
}
