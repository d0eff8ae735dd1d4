import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { type RawBuilder, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { type RecordedCall, Replay } from "../app/fixtures/recorded-calls.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { callBack } from "../payments/fixtures/callback.ts";
import { startTestSandbox } from "../payments/fixtures/test-sandbox.ts";
import { folderStore, type Store } from "../storage/fixtures/stores.ts";
import { fillDemoAccounts } from "./fixtures/fill-demo.ts";
import { databaseUrl, openEmbedded, openSchema, temporaryFolder } from "./fixtures/test-database.ts";

/**
 * A portal that an earlier version left behind opens with this one: a data folder of the embedded database, and a dump of PostgreSQL.
 * tests/fixtures/upgrade holds both as they were before the technical tables had migrations, with what the code of then said about them:
 * the digest of every table (it stays as it is), and answers. `RECORD=1` writes the answers anew, which is right where the CHANGELOG says
 * that they change, and first whatever is missing of the data: on the embedded database the folder, with DATABASE_URL and pg_dump the dump.
 */
const FIXTURE = fileURLToPath(new URL("../../fixtures/upgrade", import.meta.url));
const RECORDED = fileURLToPath(new URL("../../fixtures/recorded-calls", import.meta.url));
const IS_RECORDING = process.env.RECORD === "1";
/** Recorded calls that leave something in the technical tables: refused sign-ins, payments, jobs, registrations. */
const HISTORY = ["09-errors", "10-money", "13-visitors-and-settings"];
/** Tables that hold thousands of rows which are all alike: one in twenty tells as much, in a repository. */
const LONG = ["sale", "usage_log", "task_state", "stock", "message", "forecast"];
/** What this version adds to tables that were there: seals of the first records of rows, and the note that these have been made. */
const ADDED: Readonly<Record<string, RawBuilder<boolean>>> = { _event_seal: sql`event is null`, _meta: sql`key = 'sealed'` };
/** The schema as the dump names it. */
const DUMPED_SCHEMA = "portal_of_an_earlier_version";

/** What the earlier version said about its database. */
interface Said {
  /** Of a session that was open when it stopped. */
  readonly token: string;
  readonly tables: Readonly<Record<string, TableDigest>>;
}

interface TableDigest {
  readonly columns: readonly string[];
  readonly rows: number;
  /** Over all rows, in no order. */
  readonly md5: string;
}

/** A database, and where the uploaded files lie; undefined: an empty folder. */
interface Data {
  readonly database: Database;
  readonly store?: Store;
}

const ENGINES: readonly { readonly name: string; readonly isThere: boolean; readonly restore: () => Promise<Data> }[] = [
  { name: "folder", isThere: databaseUrl === undefined, restore: restoreFolder },
  { name: "dump", isThere: databaseUrl !== undefined, restore: async () => ({ database: await openSchema(dumpInto) }) },
];

describe.each(ENGINES.filter(({ isThere }) => isThere))("a $name of an earlier version", ({ name, restore }) => {
  let portal: Portal;
  let said: Said;
  beforeAll(async () => {
    if (IS_RECORDING && !existsSync(join(FIXTURE, `${name}.json`))) await (name === "folder" ? recordFolder() : recordDump());
    said = JSON.parse(readFileSync(join(FIXTURE, `${name}.json`), "utf8")) as Said;
    const { database, ...files } = await restore();
    portal = await openPortal({ open: async () => database, fill: async () => undefined, ...files });
  }, 1_200_000);

  it("has all its rows when this version has opened it", async () => {
    // Captchas went with what they were for (docs/decisions/17).
    const { _captcha, ...tables } = said.tables;
    const found = Object.entries(tables).map(async ([table, { columns }]) => [table, await digestOf(portal.database, table, columns)]);
    expect(Object.fromEntries(await Promise.all(found))).toEqual(tables);
  });

  it("lets in who was signed in", async () => {
    expect(await call(portal, said.token, "login/GetUserInfo")).toMatchObject({ status: 200, Code: 200 });
  });

  it("answers as before, and takes a change", async () => {
    const file = join(FIXTURE, "calls.jsonl");
    const recorded = callsOf(file);
    const replay = new Replay(portal);
    const found: RecordedCall[] = [];
    for (const one of recorded) found.push(await replay.run(one));
    if (IS_RECORDING && name === "folder") writeFileSync(file, found.map((one) => `${JSON.stringify(one)}\n`).join(""));
    else expect(found).toEqual(recorded);
  });
});

async function restoreFolder(): Promise<Data> {
  const folder = temporaryFolder();
  execFileSync("tar", ["-x", "-C", folder], { input: unpacked("folder.tar.br") });
  return { database: await openEmbedded(folder), store: folderStore(join(folder, "uploads")) };
}

/** The statements that make the dumped schema under another name. */
function dumpInto(schema: string): string {
  return unpacked("dump.sql.br").toString("utf8").replaceAll(DUMPED_SCHEMA, schema);
}

async function recordFolder(): Promise<void> {
  const [folder, uploads] = [temporaryFolder(), join(temporaryFolder(), "uploads")];
  mkdirSync(uploads);
  const { said, database } = await makeHistory({ database: await openEmbedded(folder), store: folderStore(uploads) });
  await database.withoutTimeouts((db) => sql`vacuum full`.execute(db));
  await sql`checkpoint`.execute(database.kysely);
  const { rows } = await sql<{ segment: string }>`select pg_walfile_name(pg_current_wal_lsn()) as segment`.execute(database.kysely);
  await database.close();
  execFileSync("cp", ["-r", uploads, folder]);
  // Behind the segment in use lie old ones, kept to be written over.
  const log = join(folder, "pgdata/pg_wal");
  for (const segment of readdirSync(log))
    if (/^[0-9A-F]{24}$/.test(segment) && segment > String(rows[0]?.segment)) rmSync(join(log, segment));
  pack("folder", "folder.tar.br", execFileSync("tar", ["-c", "--exclude=lock*", "-C", folder, "."], { maxBuffer: 2 ** 30 }), said);
}

async function recordDump(): Promise<void> {
  let schema = "";
  const database = await openSchema((name) => {
    schema = name;
    return `create schema ${name}`;
  });
  const { said } = await makeHistory({ database });
  const options = [`--schema=${schema}`, "--no-owner", "--no-privileges", "--rows-per-insert=1000"];
  const dump = execFileSync("pg_dump", [...options, databaseUrl ?? ""], { encoding: "utf8", maxBuffer: 2 ** 30 });
  // Newer versions frame it with two commands of psql.
  const statements = dump.replaceAll(/^\\(un)?restrict .*$/gm, "").replaceAll(schema, DUMPED_SCHEMA);
  pack("dump", "dump.sql.br", Buffer.from(statements), said);
}

/** The demo, some business over it, and what is to be said about that when the portal has stopped. */
async function makeHistory({ database, ...files }: Data): Promise<{ readonly said: Said; readonly database: Database }> {
  const sandbox = await startTestSandbox();
  const portal = await openPortal({ open: async () => database, fill: fillDemoAccounts, bank: sandbox.bank, ...files });
  for (const table of LONG) await sql`delete from ${sql.table(table)} where "Id" % 20 <> 0`.execute(database.kysely);
  const replay = new Replay(portal);
  for (const name of ["08-files", ...HISTORY]) for (const one of callsOf(join(RECORDED, `${name}.jsonl`))) await replay.run(one);
  const unsettled = await database.kysely.selectFrom("_pay_intent").selectAll().where("state", "=", "open").executeTakeFirstOrThrow();
  const told = { transid: String(unsettled.transid), state: "processing", amount: BigInt(String(unsettled.amount)) } as const;
  await callBack(portal, sandbox, "ZSPay", told);
  const token = await signIn(portal, "admin54");
  await portal.app.close();
  const tables = await database.kysely.introspection.getTables();
  const own = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(database.kysely);
  const names = new Set(own.rows.map(({ name }) => name));
  const digests: [string, TableDigest][] = [];
  for (const { name, columns } of tables.filter((table) => names.has(table.name)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const sorted = columns.map((column) => column.name).sort();
    digests.push([name, await digestOf(database, name, sorted)]);
  }
  return { said: { token, tables: Object.fromEntries(digests) }, database };
}

async function digestOf({ kysely }: Database, table: string, columns: readonly string[]): Promise<TableDigest> {
  // Prices had two decimals then (docs/decisions/104).
  const prices = Object.values(registry.entities).find((entity) => entity.table === table)?.fields ?? {};
  const cells = sql.join(columns.map((column) => (prices[column]?.type === "price" ? sql`${sql.ref(column)} / 100` : sql.ref(column))));
  const lines = sql`select md5(row(${cells})::text) as line from ${sql.table(table)} where not (${ADDED[table] ?? sql`false`})`;
  const { rows } = await sql<{ rows: number; md5: string }>`
    select count(*)::int as rows, md5(coalesce(string_agg(line, '' order by line), '')) as md5 from (${lines}) as digests`.execute(kysely);
  return { columns, rows: Number(rows[0]?.rows), md5: String(rows[0]?.md5) };
}

function callsOf(file: string): RecordedCall[] {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as RecordedCall);
}

/** A data folder holds three copies of the engine's own catalogue: only a window as wide as that finds them. */
const WIDE = { [constants.BROTLI_PARAM_LARGE_WINDOW]: 1, [constants.BROTLI_PARAM_LGWIN]: 28, [constants.BROTLI_PARAM_QUALITY]: 9 };

function pack(name: string, file: string, bytes: Buffer, said: Said): void {
  writeFileSync(join(FIXTURE, file), brotliCompressSync(bytes, { params: WIDE }));
  const tables = Object.entries(said.tables).map(([table, digest]) => `    ${JSON.stringify(table)}: ${JSON.stringify(digest)}`);
  writeFileSync(
    join(FIXTURE, `${name}.json`),
    `{\n  "token": ${JSON.stringify(said.token)},\n  "tables": {\n${tables.join(",\n")}\n  }\n}\n`,
  );
}

function unpacked(file: string): Buffer {
  return brotliDecompressSync(readFileSync(join(FIXTURE, file)), { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } });
}
