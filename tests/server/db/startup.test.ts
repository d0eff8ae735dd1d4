import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { StartupError } from "../../../src/server/base/startup-error.ts";
import { openDatabase } from "../../../src/server/db/connect.ts";
import { ENGINE } from "../../../src/server/db/embedded/data-dir.ts";
import { copyOfEmpty, databaseUrl, openEmbedded, temporaryFolder } from "./fixtures/test-database.ts";

const open = (dataDir: string, url?: string): Promise<unknown> => openDatabase({ dataDir, databaseUrl: url, log: () => undefined });

async function refusal(dataDir: string, url?: string): Promise<string> {
  const error = await open(dataDir, url).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  const { message } = error as StartupError;
  expect(message).not.toMatch(/\n|secret/);
  return message;
}

it("names the engine it runs, and refuses a database of another", async () => {
  const dataDir = await copyOfEmpty();
  const database = await openEmbedded(dataDir);
  const { rows } = await sql<{ v: number }>`select current_setting('server_version_num')::int / 10000 as v`.execute(database.kysely);
  expect(rows).toEqual([{ v: ENGINE.postgres }]);
  await database.close();
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  expect(manifest.dependencies["@electric-sql/pglite"]).toBe(ENGINE.pglite);
  const marker = join(dataDir, "engine.json");
  expect(JSON.parse(readFileSync(marker, "utf8"))).toEqual({ ...ENGINE, state: "ready" });

  writeFileSync(marker, JSON.stringify({ ...ENGINE, postgres: 17, pglite: "0.3.0", state: "ready" }));
  expect(await refusal(dataDir)).toMatch(/made by pglite 0\.3\.0 \(PostgreSQL 17\).*export it/);

  writeFileSync(marker, "{");
  expect(await refusal(dataDir)).toContain("engine.json is not readable");

  rmSync(marker);
  writeFileSync(join(dataDir, "pgdata", "PG_VERSION"), "16\n");
  expect(await refusal(dataDir)).toContain("made by PostgreSQL 16");

  rmSync(join(dataDir, "pgdata"), { recursive: true });
  writeFileSync(marker, JSON.stringify({ ...ENGINE, state: "ready" }));
  expect(await refusal(dataDir)).toContain("lost its database folder");
});

it("begins again after a creation that was cut short", async () => {
  const dataDir = await copyOfEmpty();
  writeFileSync(join(dataDir, "engine.json"), JSON.stringify({ ...ENGINE, state: "creating" }));
  writeFileSync(join(dataDir, "pgdata", "global", "pg_control"), "half");
  const database = await openEmbedded(dataDir);
  expect(await database.ping()).toBe(true);
  await database.close();
});

it("says so when the database is damaged, and frees the folder", async () => {
  const dataDir = await copyOfEmpty();
  writeFileSync(join(dataDir, "pgdata", "global", "pg_control"), "half");
  expect(await refusal(dataDir)).toContain("cannot be opened");
  expect(await refusal(dataDir)).toContain("cannot be opened");
});

it.each(["file/below", "/proc/nowhere"])("refuses the folder %s, which cannot be written", async (path) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  expect(await refusal(path.startsWith("/") ? path : join(folder, path))).toMatch(/DATA_DIR .* cannot be written/);
});

it.each(["", "nonsense", "mysql://root:secret@localhost/x", "postgres://user:secret@host:port/x"])("refuses the URL %j", async (url) => {
  expect(await refusal("", url)).toContain("DATABASE_URL is not valid");
});

it("names a server that is not there, without the password", async () => {
  const server = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const url = `postgres://me:secret@127.0.0.1:${port}/shop`;
  expect(await refusal("", url)).toContain(`127.0.0.1:${port}/shop`); // accepts, and never answers
  await new Promise((resolve) => server.close(resolve));
  expect(await refusal("", url)).toMatch(/ECONNREFUSED.*start that server/);
});

it.skipIf(databaseUrl === undefined)("names a database that does not exist", async () => {
  const url = new URL(databaseUrl ?? "");
  url.pathname = "/no_such_database";
  expect(await refusal("", url.href)).toMatch(/no_such_database.*create that database/);
});
