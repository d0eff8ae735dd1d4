import { Readable } from "node:stream";
import { beforeAll, describe, expect, it } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "../app/fixtures/server-process.ts";
import { SHOP } from "../app/fixtures/world.ts";
import { addressOf, databaseUrl, loginSettings } from "../db/fixtures/test-database.ts";
import { INTERFACE_KILLS } from "../money/fixtures/rounds.ts";
import { type KeyedWorld, openKeyedWorld } from "./fixtures/keyed-world.ts";
import type { AnswerLine } from "./fixtures/send-in.ts";

/** Where in the batch the server is killed: so many points, one after the other. */
const POINTS = INTERFACE_KILLS;
const ROWS = 2000 * (POINTS + 1);

describe.skipIf(databaseUrl === undefined)("kill -9 in the middle of a batch", { timeout: 900_000 }, () => {
  let world: KeyedWorld;
  let key: string;
  beforeAll(async () => {
    world = await openKeyedWorld();
    key = await world.newKey("9012.in", { rate: "6000" });
  });

  const start = async (): Promise<{ readonly server: ServerProcess; readonly address: string }> => {
    const server = startServer({ ...(await loginSettings(addressOf(world.database))), DATA_DIR: temporaryFolder(), DEMO: "off" });
    return { server, address: await server.address };
  };
  const lines = Array.from({ length: ROWS }, (_, n) => `${JSON.stringify({ CategoryId: `K${n}`, CategoryName: `类${n}` })}\n`);
  const send = async (address: string): Promise<AnswerLine[]> => {
    // Piece by piece, as it comes from a file.
    const body = Readable.toWeb(Readable.from(lines, { objectMode: false })) as BodyInit;
    const init = { method: "POST", headers: { authorization: `Key ${key}`, "content-type": "application/x-ndjson" }, body, duplex: "half" };
    const text = await (await fetch(`${address}/api/In/Category?batch=killed`, init as RequestInit)).text();
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as AnswerLine);
  };
  const written = async () =>
    Number(
      (
        await world.database.kysely
          .selectFrom("category")
          .select((count) => count.fn.countAll().as("count"))
          .where("SHOP_ID", "=", SHOP)
          .executeTakeFirstOrThrow()
      ).count,
    );

  it(`at ${POINTS} points: what was sent again is finished, and nothing is there twice`, async () => {
    for (let point = 1; point <= POINTS; point++) {
      const { server, address } = await start();
      const cut = send(address).then(
        (answer) => answer,
        () => null,
      );
      const reached = Math.round((ROWS * point) / (POINTS + 1));
      await expect.poll(written, { timeout: 300_000, interval: 5 }).toBeGreaterThanOrEqual(reached);
      server.child.kill("SIGKILL");
      await server.exit();
      const answer = await cut;
      expect(answer?.some(({ end, Code }) => end === true && Code === 200) ?? false).toBe(false);
      expect(await written()).toBeLessThan(ROWS);
    }
    const { server, address } = await start();
    const first = await send(address);
    expect(first.at(-1)).toEqual({ end: true, Code: 200, Msg: "", totals: { created: ROWS, updated: 0, same: 0, refused: 0, undone: 0 } });
    expect(first.slice(0, -1).map(({ row }) => row)).toEqual(lines.map((_, n) => n + 1));
    expect(await send(address)).toEqual(first);
    server.child.kill("SIGTERM");
    expect((await server.exit()).code).toBe(0);
    const { kysely } = world.database;
    const rows = await kysely
      .selectFrom("category")
      .select(["Id", "CategoryId", "rowver"])
      .where("SHOP_ID", "=", SHOP)
      .orderBy("Id")
      .execute();
    expect(rows.map(({ CategoryId }) => CategoryId)).toEqual(lines.map((_, n) => `K${n}`));
    expect(rows.every(({ rowver }) => rowver === 1)).toBe(true);
    const events = await kysely.selectFrom("event_log").select("bllid").where("entity", "=", "Category").orderBy("Id").execute();
    expect(events.map(({ bllid }) => bllid)).toEqual(rows.map(({ Id }) => String(Id)));
    const noted = await kysely.selectFrom("_import_row").select("row_id").where("entity", "=", "Category").execute();
    expect(noted).toHaveLength(ROWS);
  });
});
