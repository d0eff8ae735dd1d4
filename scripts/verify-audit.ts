/**
 * `npm run verify:audit`: calculates the chains of the event log anew, compares sealed rows with it, and tells every break; exit 1 where there is one. The head of
 * each chain is printed: noted down elsewhere and given back later (`--known SHOP:SEQ:HASH`), it proves that nothing was cut off.
 */

import { parseArgs } from "node:util";
import { StartupError } from "../src/server/base/startup-error.ts";
import { readSettings } from "../src/server/config/read-settings.ts";
import { startupReport } from "../src/server/config/report.ts";
import { openDatabase } from "../src/server/db/connect.ts";
import { PROGRAM } from "../src/server/features.ts";
import { loadRegistry, RegistryError } from "../src/server/registry/load-registry.ts";
import { holdsSeal, verifyAudit } from "../src/server/tables/verify-events.ts";
import type { RowProblem } from "../src/server/tables/verify-rows.ts";

const MOST_TOLD = 20;

try {
  const isSound = await main();
  process.exitCode = isSound ? 0 : 1;
} catch (error) {
  for (const line of startupReport(error)) console.error(line);
  process.exitCode = 1;
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { known: { type: "string", multiple: true } } });
  const known = (values.known ?? []).map(readKnown);
  const settings = readSettings(process.env);
  const result = loadRegistry(settings.registryDir, PROGRAM);
  if (!result.ok) throw new RegistryError(result.problems);
  const database = await openDatabase({ ...settings, log: console.log });
  try {
    let isSound = true;
    const fail = (line: string) => {
      isSound = false;
      console.error(line);
    };
    const { chains, rows } = await database.withoutTimeouts((db) => verifyAudit(db, result.registry));
    for (const { shopId, events, head, problems, unsealed, unsealedRecords } of chains) {
      console.log(`${shopId}: ${events} events, head ${shopId}:${head?.seq ?? 0}:${head?.hash ?? "-"}`);
      for (const { seq, event, what } of problems.slice(0, MOST_TOLD))
        fail(`${shopId}: seal ${seq}, ${event === null ? "records of rows" : `event ${event}`}: ${what}`);
      if (problems.length > MOST_TOLD) fail(`${shopId}: ${problems.length - MOST_TOLD} further breaks`);
      if (unsealed.length > 0) fail(`${shopId}: ${unsealed.length} events without a seal, the first is ${unsealed[0]}`);
      if (unsealedRecords.length > 0)
        fail(`${shopId}: ${unsealedRecords.length} records without a seal, the first is ${unsealedRecords[0]}`);
    }
    for (const row of rows) fail(rowText(row));
    for (const seal of known) {
      if (!(await holdsSeal(database.kysely, seal))) fail(`${seal.shopId}: seal ${seal.seq} is not the one that was noted down`);
    }
    console.log(isSound ? "the event log is sound" : "the event log is NOT sound");
    return isSound;
  } finally {
    await database.close();
  }
}

/** What was done to a row past the program, with what was there. */
function rowText({ shopId, entity, id, label, what, field, was, is }: RowProblem): string {
  const row = `${shopId}: ${entity} ${label} (Id ${id})`;
  return what === "changed" ? `${row}: ${field} was "${was}", is "${is}"` : `${row}: ${what} past the program`;
}

function readKnown(text: string): { readonly shopId: string; readonly seq: number; readonly hash: string } {
  const [, shopId = "", seq = "", hash = ""] = /^(\d{10}):(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (shopId === "") throw new StartupError(`--known ${text} does not fit: SHOP:SEQ:HASH, as this command prints it`);
  return { shopId, seq: Number(seq), hash };
}
