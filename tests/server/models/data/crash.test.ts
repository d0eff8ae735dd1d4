import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../../../src/server/db/connect.ts";
import { dropHidden } from "../../../../src/server/tables/data/beside.ts";
import { introspect } from "../../../../src/server/tables/sync-schema-diff.ts";
import { IS_LONG } from "../../../e2e/long.ts";
import { killHard, output, startProgram } from "../../db/fixtures/child-process.ts";
import { addressOf, copyOfEmpty, databaseUrl, openPostgres } from "../../db/fixtures/test-database.ts";
import { NEXT, SERVED } from "./crash-models.ts";
import { checksum, go, SHOP, serve } from "./data-world.ts";

const LONG = 600_000;
/** What the process dies at, or how long after it began, in ms. */
const POINTS = ["begin", "commit", "5", "20", "50", "100", "200", "400", "800", "1600"];
/** In a short run. */
const FEW = { embedded: ["commit"], postgres: ["commit", "50"] };
const ROWS = IS_LONG ? 20_000 : 2000;
/** Of a text in each row: in the long run the table is so large that it is filled and indexed before the lock. */
const WIDTH = IS_LONG ? 500 : 1;

describe.each([
  ["embedded", async () => openFolder(await copyOfEmpty())],
  ["postgres", async () => ofPostgres(await openPostgres())],
] as const)("kill -9 in the middle of a step (%s)", (engine, open) => {
  it.skipIf(engine === "postgres" && databaseUrl === undefined).each(IS_LONG ? POINTS : FEW[engine])(
    "at %s leaves the old or the new, and the next one goes through",
    { timeout: LONG },
    async (point) => {
      const place = await open();
      let { database } = place;
      await serve(database.kysely, SERVED);
      await sql`
        insert into sample ("SHOP_ID", name, x, gone)
        select ${SHOP}, 'n' || n, n * 7, repeat('g', ${sql.lit(WIDTH)}) || n from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(
        database.kysely,
      );
      const before = await checksum(database.kysely, SERVED);
      await place.leave(database);

      const child = startProgram("crash-step", place.where, /^\d/.test(point) ? "" : point);
      if (/^\d/.test(point)) {
        await output(child, "begins");
        await sleep(Number(point));
        await killHard(child);
      } else {
        await new Promise((resolve) => child.once("exit", resolve));
        expect(child.signalCode).toBe("SIGKILL");
      }

      database = await place.enter();
      // As a server does that starts.
      await database.withoutTimeouts(dropHidden);
      const columns = (await introspect(database.kysely)).tables.get("sample");
      expect([...(columns?.keys() ?? [])].filter((name) => name.startsWith("_next_"))).toEqual([]);
      const isNew = columns?.has("fresh") === true;
      if (!/^\d/.test(point)) expect(isNew).toBe(false);
      if (!isNew) {
        expect(await checksum(database.kysely, SERVED)).toBe(before);
        await database.withoutTimeouts((db) => go(db, SERVED, NEXT));
      }
      const { rows } = await sql<{ good: string }>`
        select count(*) as good from sample where x = substr(name, 2)::int * 70 and fresh is false`.execute(database.kysely);
      expect(rows[0]?.good).toBe(String(ROWS));
      await database.withoutTimeouts((db) => go(db, NEXT, SERVED));
      expect(await checksum(database.kysely, SERVED)).toBe(before);
      await place.leave(database);
    },
  );
});

/** The embedded database has one user at a time: who tests it leaves it to the process that is killed. */
async function openFolder(folder: string) {
  const enter = () => openDatabase({ dataDir: folder, databaseUrl: undefined, log: () => undefined });
  return { where: folder, database: await enter(), enter, leave: (database: Database) => database.close() };
}

function ofPostgres(database: Database) {
  return { where: addressOf(database), database, enter: async () => database, leave: async () => undefined };
}
