import { sql } from "kysely";
import type { Db } from "../../db/connect.ts";

/** So many at a time at most: what is left over of them is never given to anybody. */
const MOST = 16;

/** What is left of the numbers that were drawn together. */
interface Block {
  next: number;
  last: number;
  /** How many are drawn the next time. */
  size: number;
}

/**
 * Numbers of one piece of work (docs/decisions/120). The first two of a kind are drawn one at a time, so that single documents follow each other
 * without gaps; who needs more draws twice as many each time.
 */
export class NumberBlocks {
  readonly #draw: (prefix: string, day: string, count: number) => Promise<number>;
  readonly #blocks = new Map<string, Block>();

  /** @param draw counts so many numbers as given, and returns the last of them */
  constructor(draw: (prefix: string, day: string, count: number) => Promise<number>) {
    this.#draw = draw;
  }

  async next(prefix: string, day: string): Promise<number> {
    const key = `${prefix} ${day}`;
    const known = this.#blocks.get(key);
    if (known !== undefined && known.next <= known.last) return known.next++;
    const count = known?.size ?? 1;
    const last = await this.#draw(prefix, day, count);
    const first = last - count + 1;
    const size = known === undefined ? 1 : Math.min(2 * count, MOST);
    this.#blocks.set(key, { next: first + 1, last, size });
    return first;
  }
}

/** Counts so many numbers as given, in the books of the shop; returns the last of them. */
export async function lastNumber(
  db: Db,
  { shopId, prefix, day, count }: { readonly shopId: string; readonly prefix: string; readonly day: string; readonly count: number },
): Promise<number> {
  const counted = await db
    .insertInto("_number")
    .values({ SHOP_ID: shopId, prefix, day, last: count })
    .onConflict((conflict) =>
      conflict.columns(["SHOP_ID", "prefix", "day"]).doUpdateSet({ last: sql`${sql.ref("_number.last")} + ${sql.ref("excluded.last")}` }),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return Number(counted.last);
}
