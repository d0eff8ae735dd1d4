import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../../src/server/db/connect.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { SHOP } from "../app/fixtures/world.ts";
import { databaseUrl } from "../db/fixtures/test-database.ts";
import { randomOf } from "../money/fixtures/random.ts";
import { callWithKey, type KeyedWorld, openKeyedWorld } from "./fixtures/keyed-world.ts";

const WRITERS = 5;
const READERS = [3, 50];
const WORKS = IS_LONG ? 600 : 60;
const SEED = 20250630;

class Abandoned extends Error {}

/** A document as a reader knows it. */
type Known = Map<number, string>;

describe.skipIf(databaseUrl === undefined)(
  "readers of a feed beside writers, some of them long, some abandoned",
  { timeout: 600_000 },
  () => {
    let world: KeyedWorld;
    let key: string;
    beforeAll(async () => {
      world = await openKeyedWorld();
      key = await world.newKey("8901.out", { rate: "6000" });
    });

    const entity = (name: string) => {
      const found = world.registry.entities[name];
      if (found === undefined) throw new Error(name);
      return found;
    };
    let next = 1;
    const newOrder = async (trx: Db, random: (below: number) => number) => {
      const store = sqlStore(trx, SHOP);
      const Billid = `DD20250630${String(1000 + next++)}`;
      await store.insert(entity("Order"), [{ Billid, provid: "102001", busdate: "2025-06-30", Statu: 0 }]);
      const lines = Array.from(
        { length: 1 + random(3) },
        (_, n): Row => ({ Billid, provid: "102001", LineNo: n + 1, amount: BigInt(random(1_000_000)) }),
      );
      await store.insert(entity("OrderLine"), lines);
    };

    /** One transaction: a new document, or something done to one that is there; it may take long, and may come to nothing. */
    const work = async (trx: Db, random: (below: number) => number) => {
      const store = sqlStore(trx, SHOP);
      const ids = await trx.selectFrom("order").select(["Id", "Billid"]).where("SHOP_ID", "=", SHOP).execute();
      const one = ids[random(ids.length)];
      const what = random(10);
      if (one === undefined || what < 3) await newOrder(trx, random);
      else if (what < 6) await store.update(entity("Order"), { Id: Number(one.Id) }, { Remark: `${random(1_000_000)}` });
      else if (what < 9) await store.update(entity("OrderLine"), { Billid: String(one.Billid) }, { amount: BigInt(random(1_000_000)) });
      else {
        await store.remove(entity("Order"), { Id: Number(one.Id) });
        await store.remove(entity("OrderLine"), { Billid: String(one.Billid) });
      }
      if (random(3) === 0) await sql`select pg_sleep(${random(300) / 1000})`.execute(trx);
      if (random(5) === 0) throw new Abandoned();
    };

    const write = async (seed: number) => {
      const random = randomOf(seed);
      for (let n = 0; n < WORKS; n++)
        await world.database.kysely
          .transaction()
          .execute((trx) => work(trx, random))
          .catch((error: unknown) => {
            if (!(error instanceof Abandoned)) throw error;
          });
    };

    /** Follows the feed until nothing more comes after the writers have ended. Tells what was told twice the same. */
    const follow = async (limit: number, isOver: () => boolean) => {
      const known: Known = new Map();
      const twice: string[] = [];
      let calls = 0;
      for (let cursor = ""; ; ) {
        const wasOver = isOver();
        const { Code, Result, body } = await callWithKey(world, key, "Out/Order", { cursor, limit });
        calls += 1;
        expect(Code, body).toBe(200);
        for (const { change, Id, row } of Result.rows) {
          const said = JSON.stringify(change === "written" ? row : null);
          if (known.get(Id) === said) twice.push(`${Id} ${said}`);
          known.set(Id, said);
        }
        cursor = Result.cursor;
        if (wasOver && !Result.more && Result.rows.length === 0) break;
      }
      return { known: new Map([...known].filter(([, said]) => said !== "null")), twice, calls };
    };

    it("know in the end what is there, and were told nothing twice", async () => {
      let left = WRITERS;
      const writers = Array.from({ length: WRITERS }, (_, n) => write(SEED + n).finally(() => left--));
      const readers = READERS.map((limit) => follow(limit, () => left === 0));
      await Promise.all(writers);
      for (const { known, twice, calls } of await Promise.all(readers)) {
        expect(twice).toEqual([]);
        expect(calls).toBeGreaterThan(3);
        // Whoever begins now is told the same.
        const afresh = await follow(500, () => true);
        expect(Object.fromEntries([...known].sort())).toEqual(Object.fromEntries([...afresh.known].sort()));
        const stored = await world.database.kysely.selectFrom("order").select("Id").where("SHOP_ID", "=", SHOP).orderBy("Id").execute();
        expect([...known.keys()].sort((a, b) => a - b)).toEqual(stored.map(({ Id }) => Number(Id)));
      }
      expect(await world.database.kysely.selectFrom("_feed_note").select("id").where("kind", "!=", "event").execute()).toEqual([]);
    });
  },
);
