/**
 * `npm run verify:audit`: calculates the chains of the event log anew, compares sealed rows with it, and both with the heads that were
 * sent out (`--heads FILE`, else the file of AUDIT_HEADS); tells every break, exit 1 where there is one. `--key FILE` gives a public key
 * that heads were signed with, `--public-key` prints this portal's own. The head of each chain is printed: noted down elsewhere and given
 * back later (`--known SHOP:SEQ:HASH`), it proves that nothing was cut off.
 */

import { parseArgs } from "node:util";
import { StartupError } from "../src/server/base/startup-error.ts";
import { readSettings } from "../src/server/config/read-settings.ts";
import { startupReport } from "../src/server/config/report.ts";
import { type Db, openDatabase } from "../src/server/db/connect.ts";
import { isPosted, journalGaps } from "../src/server/features/journal/feature.ts";
import { PROGRAM } from "../src/server/features.ts";
import { loadRegistry, RegistryError } from "../src/server/registry/load-registry.ts";
import { compareHeads, type HeadProblem } from "../src/server/tables/heads/compare-heads.ts";
import { readSent } from "../src/server/tables/heads/sent-heads.ts";
import { openSigningKey, publicPem } from "../src/server/tables/heads/signing-key.ts";
import { type ChainReport, holdsSeal, verifyAudit } from "../src/server/tables/verify-events.ts";
import type { RowProblem } from "../src/server/tables/verify-rows.ts";
import { formatScaled, SCALE } from "../src/shared/domain/scaled.ts";
import type { Registry } from "../src/shared/registry/model.ts";

const MOST_TOLD = 20;

try {
  const isSound = await main();
  process.exitCode = isSound ? 0 : 1;
} catch (error) {
  for (const line of startupReport(error)) console.error(line);
  process.exitCode = 1;
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      known: { type: "string", multiple: true },
      heads: { type: "string", multiple: true },
      key: { type: "string", multiple: true },
      "public-key": { type: "boolean" },
    },
  });
  const known = (values.known ?? []).map(readKnown);
  const settings = readSettings(process.env);
  if (values["public-key"] === true) {
    console.log(publicPem(openSigningKey(settings.dataDir, settings.heads.keyFile)).trim());
    return true;
  }
  const sent = readSent(settings, values.heads, values.key);
  const result = loadRegistry(settings.registryDir, PROGRAM);
  if (!result.ok) throw new RegistryError(result.problems);
  const database = await openDatabase({ ...settings, log: console.log });
  try {
    let isSound = true;
    const fail = (line: string) => {
      isSound = false;
      console.error(line);
    };
    await database.withoutTimeouts(async (db) => {
      const { chains, rows } = await verifyAudit(db, result.registry);
      for (const chain of chains) tellChain(chain, fail);
      for (const row of rows) fail(rowText(row));
      for (const { shopId } of chains) await tellJournal(db, result.registry, shopId, fail);
      for (const seal of known) {
        if (!(await holdsSeal(db, seal))) fail(`${seal.shopId}: seal ${seal.seq} is not the one that was noted down`);
      }
      if (sent === null) return console.log("no heads to compare with: AUDIT_HEADS sends them out, --heads FILE reads them");
      const { lines, newest, waiting, problems } = await compareHeads(db, sent.text, sent.keys);
      console.log(`${lines} signed heads, the newest of ${newest ?? "never"}, ${waiting} waiting to be sent`);
      for (const problem of problems.slice(0, MOST_TOLD)) fail(headText(problem));
      if (problems.length > MOST_TOLD) fail(`${problems.length - MOST_TOLD} further problems with heads`);
    });
    console.log(isSound ? "the event log is sound" : "the event log is NOT sound");
    return isSound;
  } finally {
    await database.close();
  }
}

function tellChain({ shopId, events, head, problems, unsealed, unsealedRecords }: ChainReport, fail: (line: string) => void): void {
  console.log(`${shopId}: ${events} events, head ${shopId}:${head?.seq ?? 0}:${head?.hash ?? "-"}`);
  for (const { seq, event, what } of problems.slice(0, MOST_TOLD))
    fail(`${shopId}: seal ${seq}, ${event === null ? "records of rows" : `event ${event}`}: ${what}`);
  if (problems.length > MOST_TOLD) fail(`${shopId}: ${problems.length - MOST_TOLD} further breaks`);
  if (unsealed.length > 0) fail(`${shopId}: ${unsealed.length} events without a seal, the first is ${unsealed[0]}`);
  if (unsealedRecords.length > 0) fail(`${shopId}: ${unsealedRecords.length} records without a seal, the first is ${unsealedRecords[0]}`);
}

/** Where entries and ledger say different amounts; while changes wait to be posted, nothing can be said. */
async function tellJournal(db: Db, registry: Registry, shopId: string, fail: (line: string) => void): Promise<void> {
  if (!(await isPosted(db, registry, shopId)))
    return console.log(`${shopId}: the journal has not been posted to its end: nothing to compare`);
  const gaps = await journalGaps(db, registry, shopId, new Date());
  for (const { entity, row, Billid, against, change } of gaps.slice(0, MOST_TOLD))
    fail(
      `${shopId}: ${entity} ${Billid} (Id ${row}): the journal differs from the ledger by ${formatScaled(change, SCALE.money)} (${against})`,
    );
  if (gaps.length > MOST_TOLD) fail(`${shopId}: ${gaps.length - MOST_TOLD} further differences between journal and ledger`);
}

/** What was done to a row past the program, with what was there. */
function rowText({ shopId, entity, id, label, what, field, was, is }: RowProblem): string {
  const row = `${shopId}: ${entity} ${label} (Id ${id})`;
  return what === "changed" ? `${row}: ${field} was "${was}", is "${is}"` : `${row}: ${what} past the program`;
}

function headText(problem: HeadProblem): string {
  switch (problem.what) {
    case "cut":
      return `${problem.shopId}: the log ends at seal ${problem.end}; seal ${problem.seq} was signed at ${problem.signedAt}`;
    case "resealed":
      return `${problem.shopId}: seal ${problem.seq} is not the one that was signed at ${problem.signedAt}: sealed anew`;
    case "rolledback":
      return `the database knows of heads up to ${problem.known}; head ${problem.sent} was signed at ${problem.signedAt}: it was put back`;
    case "missing":
      return `heads between ${problem.after} and ${problem.before} are missing in the file`;
    case "unreadable":
      return `heads, line ${problem.line}: not a head`;
    case "foreign":
      return `heads, line ${problem.line}: signed with another key (--key FILE gives its public key)`;
    case "forged":
      return `heads, line ${problem.line}: the signature is wrong`;
  }
}

function readKnown(text: string): { readonly shopId: string; readonly seq: number; readonly hash: string } {
  const [, shopId = "", seq = "", hash = ""] = /^(\d{10}):(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (shopId === "") throw new StartupError(`--known ${text} does not fit: SHOP:SEQ:HASH, as this command prints it`);
  return { shopId, seq: Number(seq), hash };
}
