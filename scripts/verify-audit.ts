/**
 * `npm run verify:audit`: calculates the chains of the event log anew and tells every break; exit 1 where there is one. The head of
 * each chain is printed: noted down elsewhere and given back later (`--known SHOP:SEQ:HASH`), it proves that nothing was cut off.
 */

import { parseArgs } from "node:util";
import { StartupError } from "../src/server/base/startup-error.ts";
import { readSettings } from "../src/server/config/read-settings.ts";
import { startupReport } from "../src/server/config/report.ts";
import { openDatabase } from "../src/server/db/connect.ts";
import { PROGRAM } from "../src/server/features.ts";
import { loadRegistry, RegistryError } from "../src/server/registry/load-registry.ts";
import { holdsSeal, verifyEvents } from "../src/server/tables/verify-events.ts";

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
    const reports = await database.withoutTimeouts((db) => verifyEvents(db, result.registry));
    for (const { shopId, events, head, problems, unsealed } of reports) {
      console.log(`${shopId}: ${events} events, head ${shopId}:${head?.seq ?? 0}:${head?.hash ?? "-"}`);
      for (const { seq, event, what } of problems.slice(0, MOST_TOLD)) fail(`${shopId}: seal ${seq}, event ${event}: ${what}`);
      if (problems.length > MOST_TOLD) fail(`${shopId}: ${problems.length - MOST_TOLD} further breaks`);
      if (unsealed.length > 0) fail(`${shopId}: ${unsealed.length} events without a seal, the first is ${unsealed[0]}`);
    }
    for (const seal of known) {
      if (!(await holdsSeal(database.kysely, seal))) fail(`${seal.shopId}: seal ${seal.seq} is not the one that was noted down`);
    }
    console.log(isSound ? "the event log is sound" : "the event log is NOT sound");
    return isSound;
  } finally {
    await database.close();
  }
}

function readKnown(text: string): { readonly shopId: string; readonly seq: number; readonly hash: string } {
  const [, shopId = "", seq = "", hash = ""] = /^(\d{10}):(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (shopId === "") throw new StartupError(`--known ${text} does not fit: SHOP:SEQ:HASH, as this command prints it`);
  return { shopId, seq: Number(seq), hash };
}
