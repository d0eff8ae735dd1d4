import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { backup } from "../../../scripts/backup.ts";
import { restore } from "../../../scripts/restore.ts";
import { localStorage } from "../../../src/server/base/storage/local-storage.ts";
import { madeOf, serveBackups } from "../../../src/server/config/backup/backup-socket.ts";
import { writeBackup } from "../../../src/server/config/backup/write-backup.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { writeMarker } from "../../../src/server/db/embedded/data-dir.ts";
import { startServer } from "../app/fixtures/server-process.ts";
import { Desk } from "../flows/fixtures/desk.ts";
import { S3Server } from "../storage/fixtures/s3-server.ts";
import { atEnd } from "./fixtures/at-end.ts";
import { everyRow } from "./fixtures/every-row.ts";
import { copyOfEmpty, openEmbedded, temporaryFolder } from "./fixtures/test-database.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Runs a command on a DATA_DIR, as `npm run` does; what it said, and its exit code. */
async function run(command: typeof backup, dataDir: string, ...args: string[]): Promise<{ readonly code: number; readonly said: string }> {
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", "");
  const lines: string[] = [];
  const note = (line: unknown) => void lines.push(String(line));
  const [log, error] = [vi.spyOn(console, "log").mockImplementation(note), vi.spyOn(console, "error").mockImplementation(note)];
  const code = await command(args);
  log.mockRestore();
  error.mockRestore();
  return { code, said: lines.join("\n") };
}

const newPath = (name: string) => join(temporaryFolder(), name);

let portal = "";
beforeAll(async () => {
  portal = await copyOfEmpty();
  const database = await openEmbedded(portal);
  await Desk.fill(database);
  const desk = new Desk(database);
  for (let at = 0; at < 50; at++) await desk.put("Order", { Billid: `DD${at}`, provid: "105001", busdate: "2025-06-01" });
  await sql`create table written (n int primary key, folder text not null)`.execute(database.kysely);
  await database.close();
});

/** A folder of a portal with documents in it, and a table that a test writes to. */
function copyOfPortal(): string {
  const dataDir = newPath("portal");
  cpSync(portal, dataDir, { recursive: true });
  return dataDir;
}

async function served(dataDir: string, database: Database): Promise<void> {
  const backUp = async (to: string) => {
    return madeOf(await writeBackup(database, dataDir, to, new Date()));
  };
  atEnd(await serveBackups(dataDir, backUp, () => undefined));
}

it("a backup beside a running server has every row and file of one moment, while others write", async () => {
  const dataDir = copyOfPortal();
  const database = await openEmbedded(dataDir);
  await served(dataDir, database);
  const files = localStorage(join(dataDir, "uploads"));
  let [written, isOver] = [0, false];
  const writing = (async () => {
    while (!isOver) {
      const folder = `folder-${String(written).padStart(6, "0")}`;
      await files.keep(folder, { "a.txt": Buffer.from(folder) });
      await sql`insert into written values (${written}, ${folder})`.execute(database.kysely);
      written += 1;
    }
  })();
  await vi.waitFor(() => expect(written).toBeGreaterThan(20), { timeout: 60_000 });
  const before = written;
  const to = newPath("copy");
  const { code, said } = await run(backup, dataDir, to);
  expect([code, said]).toEqual([0, expect.stringContaining(`${to}: `)]);
  await vi.waitFor(() => expect(written).toBeGreaterThan(before + 5), { timeout: 60_000 });
  isOver = true;
  await writing;

  const target = newPath("restored");
  expect(await run(restore, target, to)).toMatchObject({ code: 0 });
  const restored = await openEmbedded(target);
  const [was, is] = [await everyRow(database.kysely), await everyRow(restored.kysely)];
  const seen = is.get("written") ?? [];
  expect(seen.length).toBeGreaterThanOrEqual(before);
  expect(seen).toEqual((was.get("written") ?? []).filter((row) => seen.includes(row)));
  const { rows } = await sql<{ n: number; folder: string }>`select n, folder from written order by n`.execute(restored.kysely);
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, n) => n));
  for (const { folder } of rows) expect(readFileSync(join(target, "uploads", folder, "a.txt"), "utf8")).toBe(folder);
  for (const [table, found] of was) if (table !== "written") expect([table, is.get(table)]).toEqual([table, found]);
  expect(was.get("order")).toHaveLength(50);
});

it("is made without a server, too, and only the newest stay", async () => {
  const dataDir = copyOfPortal();
  const folder = newPath("all");
  for (let at = 0; at < 2; at++) {
    vi.useFakeTimers({ now: new Date(Date.UTC(2025, 5, 30, at)), toFake: ["Date"] });
    expect(await run(backup, dataDir, folder, "--keep", "1")).toMatchObject({ code: 0 });
    vi.useRealTimers();
  }
  expect(readdirSync(folder)).toEqual(["backup-20250630T010000Z"]);
  const restored = newPath("restored");
  expect(await run(restore, restored, join(folder, "backup-20250630T010000Z"))).toMatchObject({ code: 0 });
  expect(await everyRow((await openEmbedded(restored)).kysely)).toEqual(await everyRow((await openEmbedded(dataDir)).kysely));
});

it("that was changed or lost a file is refused by its name, and nothing is touched", async () => {
  const dataDir = copyOfPortal();
  const to = newPath("copy");
  await run(backup, dataDir, to);
  expect(await run(restore, dataDir, to, "--check")).toMatchObject({ code: 0 });
  writeFileSync(join(to, "pgdata/PG_VERSION"), "17\n");
  rmSync(join(to, "pgdata/pg_hba.conf"));
  writeFileSync(join(to, "slipped"), "in");
  const target = newPath("restored");
  const { code, said } = await run(restore, target, to);
  expect(code).toBe(1);
  for (const problem of ["pgdata/PG_VERSION is not as it was written", "pgdata/pg_hba.conf is missing", "slipped is none of its files"])
    expect(said).toContain(problem);
  expect(existsSync(target)).toBe(false);
  expect(await run(restore, target, temporaryFolder())).toMatchObject({ code: 1, said: expect.stringContaining("is no backup") as string });
});

it("goes over another database only where that may be set aside; interrupted, no server starts on it, and it is run again", async () => {
  const dataDir = copyOfPortal();
  const to = newPath("copy");
  await run(backup, dataDir, to);
  expect(await run(backup, dataDir, to)).toMatchObject({ code: 1, said: expect.stringContaining("exists") as string });
  const other = await copyOfEmpty();
  expect(await run(restore, other, to)).toMatchObject({ code: 1, said: expect.stringContaining("is not empty") as string });
  expect(await run(restore, other, to, "--replace")).toMatchObject({ code: 0 });
  const [aside = ""] = readdirSync(other).filter((name) => name.startsWith("replaced-"));
  expect(readdirSync(join(other, aside)).sort()).toEqual(expect.arrayContaining(["engine.json", "pgdata"]));
  writeMarker(other, "restoring");
  await expect(openEmbedded(other)).rejects.toThrow("run npm run restore once more");
  expect(await run(restore, other, to)).toMatchObject({ code: 0 });
  const again = await openEmbedded(other);
  expect((await everyRow(again.kysely)).get("written")).toEqual([]);
  expect(await run(restore, other, to, "--replace")).toMatchObject({ code: 1, said: expect.stringContaining("is in use") as string });
});

it("of a server as an operator starts it is a server again", async () => {
  const dataDir = await copyOfEmpty();
  const first = startServer({ DATA_DIR: dataDir, DEMO: "off" });
  await first.address;
  const to = newPath("copy");
  expect(await run(backup, dataDir, to)).toMatchObject({ code: 0 });
  first.child.kill("SIGKILL");
  await first.exit();
  const restored = newPath("restored");
  expect(await run(restore, restored, to)).toMatchObject({ code: 0 });
  const second = startServer({ DATA_DIR: restored, DEMO: "off" });
  expect((await fetch(`${await second.address}/readyz`)).status).toBe(200);
});

it("says that uploaded files in a bucket are not in it, and a restore says where they are", async () => {
  const dataDir = copyOfPortal();
  const server = await S3Server.open();
  for (const [name, value] of Object.entries(server.variables)) vi.stubEnv(name, value);
  const address = `${server.settings.url}/scm/`;
  const to = newPath("copy");
  const made = await run(backup, dataDir, to);
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining(`not in it: uploaded files, which lie in ${address}`) as string });
  expect(made.said).not.toContain(server.settings.secret);
  const restored = await run(restore, newPath("restored"), to);
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining(`uploaded files lie in ${address}`) as string });
  expect(server.calls).toEqual([]);
});
