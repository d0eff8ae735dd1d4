import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { IS_LONG } from "../../e2e/long.ts";
import { programFile } from "../../programs.ts";
import { copyOfEmpty, openEmbedded, temporaryFolder } from "../db/fixtures/test-database.ts";
import { randomOf } from "../money/fixtures/random.ts";
import { POWER_CUTS, type PowerCut } from "./fixtures/power-cuts.ts";

const FEW: readonly PowerCut["point"][] = ["before flushing pg_wal", "writing global/pg_control"];
const POINTS = IS_LONG ? POWER_CUTS : FEW;
/** Cuts one after the other in one database: of some sectors, in the recovery from that where the point is met there, of everything. */
const CUTS = IS_LONG ? 3 : 1;
/** Commits flush the log, checkpoints the rest: how often a point is met before the power fails, or up to twice as often. */
const TIMES = { pg_wal: 40, other: 3 } as const;

// docs/decisions/62
it.each(POINTS.map((point, index) => [point, index] as const))(
  "the embedded database keeps every acknowledged row when the power fails %s",
  { timeout: 3_600_000 },
  async (point, index) => {
    const random = randomOf(index + 1);
    const folder = await copyOfEmpty();
    await makeTable(folder);
    const acknowledged: number[] = [0];
    for (let n = 0; n < CUTS; n++) {
      const times = point.endsWith("pg_wal") ? TIMES.pg_wal : TIMES.other;
      const nth = n === 1 ? 1 : times + random(times);
      const cut: PowerCut = { point, nth, losing: n === 2 ? "all" : "sectors", seed: 100 * index + n };
      // Of the row after the last one nobody knows.
      const said = await writeUntilCut(folder, (acknowledged.at(-1) ?? 0) + 2, cut);
      acknowledged.push(...said);
      // The second one comes before the database was ever open again.
      if (n === 0 && CUTS > 1) continue;
      const database = await openEmbedded(folder);
      const { rows } = await sql<{ id: string }>`select id from written order by id`.execute(database.kysely);
      const kept = new Set(rows.map(({ id }) => Number(id)));
      expect(
        acknowledged.filter((id) => !kept.has(id)),
        `after ${JSON.stringify(cut)}`,
      ).toEqual([]);
      expect(kept.size - acknowledged.length, "rows that nobody was told of").toBeLessThanOrEqual(n + 1);
      // Table and index agree.
      for (const id of [acknowledged[0], acknowledged.at(-1)])
        if (id !== undefined)
          await expect(sql`insert into written values (${id})`.execute(database.kysely)).rejects.toMatchObject({ code: "23505" });
      await database.close();
    }
    expect(acknowledged.length).toBeGreaterThan(1);
  },
);

describe("first data of a new database", () => {
  const LAID = 30;

  it("are kept once they stand, when the power fails right after", { timeout: 3_600_000 }, async () => {
    const folder = temporaryFolder();
    // Until they stand nothing is flushed, then each file once, and the log by each row.
    const said = await writeUntilCut(folder, 1, { point: "after flushing pg_wal", nth: 8, losing: "all", seed: 1 }, LAID);
    expect(said.length).toBeGreaterThan(LAID);
    const database = await openEmbedded(folder);
    const { rows } = await sql<{ id: string }>`select id from written order by id`.execute(database.kysely);
    expect(rows.map(({ id }) => Number(id)).slice(0, said.length)).toEqual(said);
    await database.close();
  });

  it.each(["writing base", "before flushing base"] as const)("are begun anew when the power fails %s before they stand", async (point) => {
    const folder = temporaryFolder();
    const said = await writeUntilCut(folder, 1, { point, nth: 3, losing: "sectors", seed: 2 }, LAID);
    expect(said).toEqual([]);
    const database = await openEmbedded(folder);
    const { rows } = await sql<{ there: boolean }>`select to_regclass('written') is not null as there`.execute(database.kysely);
    expect(rows).toEqual([{ there: false }]);
    await database.close();
  });
});

/** What the rows are written to: the first pages of a new table are written before any row is acknowledged. */
async function makeTable(folder: string): Promise<void> {
  const database = await openEmbedded(folder);
  await sql`create table written (id int8 primary key)`.execute(database.kysely);
  await sql`insert into written values (0)`.execute(database.kysely);
  await database.close();
}

/** Writes rows from a number on until the power fails. Returns those that were acknowledged. */
async function writeUntilCut(folder: string, from: number, cut: PowerCut, laid = 0): Promise<number[]> {
  const args = ["--import", programFile("power-cut"), programFile("write-rows"), folder, String(from), String(laid)];
  const writer = spawn(process.execPath, args, { env: { ...process.env, POWER_CUT: JSON.stringify(cut) } });
  let [said, failed] = ["", ""];
  writer.stdout.on("data", (part) => {
    said += part;
  });
  writer.stderr.on("data", (part) => {
    failed += part;
  });
  await once(writer, "close");
  expect(writer.signalCode, `${JSON.stringify(cut)} was met; ${failed}`).toBe("SIGKILL");
  return said.split("\n").slice(0, -1).map(Number);
}
