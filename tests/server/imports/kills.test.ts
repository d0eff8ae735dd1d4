import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportMode, ImportRunView } from "../../../src/shared/protocol/import.ts";
import { openPortal, type Portal } from "../app/fixtures/portal.ts";
import { databaseUrl, openPostgres } from "../db/fixtures/test-database.ts";
import { auditProblems } from "../money/fixtures/audit-problems.ts";
import { randomOf } from "../money/fixtures/random.ts";
import { IMPORT_KILLS } from "../money/fixtures/rounds.ts";
import { type Servers, serverAtWork, startServers } from "../money/fixtures/servers.ts";
import { article, csv, GOODS, HEADINGS } from "./fixtures/importing.ts";

/** Three chunks. */
const ROWS = 1100;
const AGAIN_MS = 20;
/** As long as a piece may take: a kill comes anywhere in it, or in the next. */
const PIECE_MS = 60;
const MOST_ROUNDS = 3 * IMPORT_KILLS;

/** What a round is about: a run that must be whole, one that need not, one that goes back, and one that is undone. */
const KINDS = ["all", "good", "back", "undo"] as const;
type Kind = (typeof KINDS)[number];

// On PostgreSQL alone: the embedded engine has no second server.
describe.skipIf(databaseUrl === undefined)("imports while servers die", { timeout: 3_600_000 }, () => {
  let portal: Portal;
  let servers: Servers;
  let token: string;
  beforeAll(async () => {
    portal = await openPortal({ open: openPostgres });
    await refuseLateRows();
    servers = await startServers(portal.database, 2);
    token = await servers.signIn("admin");
  });
  afterAll(() => servers.stop());

  /** Where a file must be whole, its last row is good while it is tried and refused when it is written. */
  const refuseLateRows = async () => {
    const [goods, runs] = ["Goods", "ImportRun"].map((name) => sql.table(portal.registry.entities[name]?.table ?? ""));
    await sql`create function late() returns trigger language plpgsql as $$
      begin
        if new."GoodsId" like 'back%-late' and exists (select 1 from ${runs} where phase = 'write' and file = 'back.csv') then
          raise exception 'late' using errcode = '23514';
        end if;
        return new;
      end $$`.execute(portal.database.kysely);
    await sql`create trigger late before insert on ${goods} for each row execute function late()`.execute(portal.database.kysely);
  };
  /** Asks until somebody answers. */
  const ask = async (path: string, params: Readonly<Record<string, string>>, key?: string): Promise<ImportRunView> => {
    for (;;) {
      const told = await servers.call(token, `Import/${path}`, { mdl: String(GOODS), ...params }, key).catch(() => null);
      if (told?.Code === 200) return told.Result as ImportRunView;
      if (told !== null && told.status < 500) throw new Error(`${path}: ${told.Msg}`);
      await sleep(AGAIN_MS);
    }
  };
  const settled = async (run: number): Promise<ImportRunView> => {
    for (;;) {
      const view = await ask("Status", { run: String(run) });
      if (!view.isUnderWay) return view;
      await sleep(AGAIN_MS);
    }
  };
  const upload = async (bytes: Buffer, name: string): Promise<number> => {
    const body = new FormData();
    body.set("file", new Blob([Uint8Array.from(bytes)]), name);
    const address = await servers.processes[0]?.address;
    const answer = await fetch(`${address}/api/Import/Upload?mdl=${GOODS}`, { method: "POST", body, headers: { authorization: token } });
    const { Result, Msg } = (await answer.json()) as { readonly Result: Partial<ImportRunView> | null; readonly Msg: string };
    if (Result?.run === undefined) throw new Error(Msg);
    return Result.run;
  };
  const begin = async (kind: Kind, prefix: string, mode: ImportMode): Promise<number> => {
    const rows = Array.from({ length: ROWS }, (_row, n) => article(`${prefix}-${n === ROWS - 1 ? "late" : n}`));
    if (kind === "good") rows.push(article(`${prefix}-bad`, { provid: "nobody" }));
    const run = await upload(csv([[...HEADINGS], ...rows]), `${kind}.csv`);
    await ask("Start", { run: String(run), mode }, `${prefix}-start`);
    return run;
  };
  /** Pieces of all runs so far that are done, and that are still to be done. */
  const pieces = async (): Promise<{ readonly done: number; readonly open: number }> => {
    const { rows } = await sql<{ done: string; open: string }>`
      select count(*) filter (where state <> 'open') as done, count(*) filter (where state = 'open') as open from _job_item`.execute(
      portal.database.kysely,
    );
    return { done: Number(rows[0]?.done ?? 0), open: Number(rows[0]?.open ?? 0) };
  };
  /** The server that is at work once so many pieces are done; null: all of them are done before. */
  const atWorkAfter = async (done: number): Promise<number | null> => {
    for (;;) {
      const now = await pieces();
      const server = now.done < done ? null : await serverAtWork(portal.database);
      if (server !== null || now.open === 0) return server;
      await sleep(1);
    }
  };
  const countOf = async (entity: string, condition: ReturnType<typeof sql>): Promise<number> => {
    const table = sql.table(portal.registry.entities[entity]?.table ?? "");
    const { rows } = await sql<{ count: string }>`select count(*) from ${table} where ${condition}`.execute(portal.database.kysely);
    return Number(rows[0]?.count ?? 0);
  };

  it("kill -9 at any moment: nothing is half in, nothing is in twice, and every run comes to its end", async () => {
    const random = randomOf(IMPORT_KILLS);
    // A round that was through before its moment came kills nobody, and is no kill.
    let kills = 0;
    for (let round = 0; kills < IMPORT_KILLS && round < MOST_ROUNDS; round++) {
      const prefixOf = (kind: Kind) => `${kind}${round}`;
      const undone = await settled(await begin("undo", prefixOf("undo"), "good"));
      const runs = {
        all: await begin("all", prefixOf("all"), "all"),
        good: await begin("good", prefixOf("good"), "good"),
        back: await begin("back", prefixOf("back"), "all"),
        undo: undone.run,
      };
      await ask("Undo", { run: String(undone.run) }, `undo-${round}`);
      // Pieces of the four: check and write, write, check, write and back, and undo.
      const { done, open } = await pieces();
      const moment = random(open);
      const server = await atWorkAfter(done + moment);
      await sleep(random(PIECE_MS));
      if (server !== null) {
        servers.processes[server]?.child.kill("SIGKILL");
        // What it had in hand is open again, and nobody has said how a run ended.
        if ((await pieces()).open > 0) kills += 1;
        await servers.replace(server);
      }
      const ends = Object.fromEntries(await Promise.all(KINDS.map(async (kind) => [kind, await settled(runs[kind])] as const)));
      const told = `round ${round}, after ${moment} pieces`;
      expect(ends.all, told).toMatchObject({ state: "done", created: ROWS, refused: 0 });
      expect(ends.good, told).toMatchObject({ state: "done", created: ROWS, refused: 1 });
      expect(ends.back, told).toMatchObject({ state: "refused", created: 0, refused: 1 });
      expect(ends.undo, told).toMatchObject({ state: "undone" });
      for (const kind of KINDS) {
        const left = kind === "all" || kind === "good" ? ROWS : 0;
        const mine = sql`"GoodsId" like ${`${prefixOf(kind)}-%`}`;
        expect(await countOf("Goods", mine), `${told}: ${kind}`).toBe(left);
        const events = (action: string) =>
          countOf("EventLog", sql`entity = 'Goods' and action = ${action} and "Billid" like ${`商品${prefixOf(kind)}-%`}`);
        const [created, deleted] = [await events("create"), await events("delete")];
        expect(created - deleted, `${told}: history of ${kind}`).toBe(left);
        const noted = sql<{ count: string }>`select count(*) from _import_row where run = ${ends[kind]?.number ?? ""}`;
        expect(Number((await noted.execute(portal.database.kysely)).rows[0]?.count), `${told}: notes of ${kind}`).toBe(left);
      }
    }
    expect(kills).toBe(IMPORT_KILLS);
    expect(await auditProblems(portal.database.kysely)).toEqual([]);
  });
});
