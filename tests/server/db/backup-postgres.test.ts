import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase } from "../../../src/server/db/connect.ts";
import { type Answer, call, openPortal, signIn } from "../app/fixtures/portal.ts";
import { atEnd } from "./fixtures/at-end.ts";
import { everyRow } from "./fixtures/every-row.ts";
import { administer, freshName, urlOf } from "./fixtures/postgres-databases.ts";
import { addressOf, databaseUrl, loginUrlOf, openAsLogin, temporaryFolder } from "./fixtures/test-database.ts";

const hasPrograms = ["pg_dump", "pg_restore"].every((program) => spawnSync(program, ["--version"]).status === 0);

/** Database programs are told no options of sessions, as an operator's address has none. */
const plain = (address: string): string => {
  const url = new URL(address);
  url.search = "";
  return url.href;
};

// As docs/operations.md says it; on PostgreSQL alone.
it.skipIf(databaseUrl === undefined || !hasPrograms)("pg_dump and pg_restore give every row back, and the portal serves them", async () => {
  const portal = await openPortal({ open: openAsLogin });
  const owner = addressOf(portal.database);
  const file = join(temporaryFolder(), "scm.dump");
  execFileSync("pg_dump", ["--format=custom", `--file=${file}`, plain(owner)]);

  const name = freshName();
  await administer(`create database ${name}`);
  execFileSync("pg_restore", ["--no-owner", `--dbname=${plain(urlOf(name))}`, file]);
  const restored = await openDatabase({
    dataDir: "",
    databaseUrl: await loginUrlOf(urlOf(name)),
    databaseOwnerUrl: urlOf(name),
    mustNotOwn: true,
    log: () => undefined,
  });
  const byOwner = await Promise.all(
    [owner, urlOf(name)].map((address) => openDatabase({ dataDir: "", databaseUrl: address, log: () => undefined })),
  );
  atEnd(async () => {
    for (const database of [restored, ...byOwner]) await database.close();
    await administer(`drop database ${name} with (force)`);
  });

  const [was, is] = await Promise.all(byOwner.map(({ kysely }) => everyRow(kysely)));
  expect(was?.get("order")?.length).toBeGreaterThan(0);
  expect(is).toEqual(was);
  // The wall between tenants stands there, too.
  const [policies, again] = await Promise.all(
    byOwner.map(({ kysely }) => sql`select tablename, policyname, qual from pg_policies order by 1, 2`.execute(kysely)),
  );
  expect(policies?.rows.length).toBeGreaterThan(0);
  expect(again?.rows).toEqual(policies?.rows);

  const copy = await openPortal({ open: async () => restored, fill: async () => undefined });
  const orders = async (from: typeof portal): Promise<Answer> =>
    call(from, await signIn(from, "s1"), "Module/8901/GetPage", { page: "1", rows: "100" });
  expect((await orders(copy)).Result).toEqual((await orders(portal)).Result);
});
