/**
 * `npm run rollups`: compares the numbers and sums that the database keeps with all rows (docs/decisions/126), and tells rollup, group and column of
 * whatever differs; exit 1 then. `--rebuild` counts them anew.
 */
import { parseArgs } from "node:util";
import { startupReport } from "../src/server/config/report.ts";
import { allRollups, type RollupTable } from "../src/server/query/rollup-table.ts";
import { createRollup, isKept } from "../src/server/tables/ensure-rollups.ts";
import { inSchemaTransaction, stopBuilding } from "../src/server/tables/sync-schema.ts";
import { ensurePolicies } from "../src/server/tables/tenant-policies.ts";
import { verifyRollup } from "../src/server/tables/verify-rollups.ts";
import { type OpenPortal, withModel } from "./open-portal.ts";
import { runCommand } from "./run-command.ts";

const HELP = `npm run rollups -- --verify | --rebuild

  --verify    compares every rollup with the rows, as of one moment: 与全部行核对每个汇总，指出不同的汇总、分组和列
  --rebuild   counts all rows anew, one rollup after the other; who writes such rows waits meanwhile: 重新统计全部行

The database of DATABASE_URL (as DATABASE_OWNER_URL, where that is set), else the embedded one of DATA_DIR, which no server may have open.`;

const MOST_TOLD = 20;

/** Does what the flags say, and returns the exit code. */
export async function rollups(args: readonly string[]): Promise<number> {
  try {
    const { values } = parseArgs({ args: [...args], options: { verify: { type: "boolean" }, rebuild: { type: "boolean" } } });
    if ((values.verify === true) === (values.rebuild === true)) {
      console.error(HELP);
      return 2;
    }
    return await withModel(async (portal) => {
      if (values.verify === true) return (await verify(portal)) ? 0 : 1;
      await rebuild(portal);
      return 0;
    });
  } catch (error) {
    for (const line of startupReport(error)) console.error(line);
    return 1;
  }
}

const titleOf = ({ name, entity, by }: RollupTable) => `${entity.name} by ${by.map((field) => field.name).join(", ")} (${name})`;

async function verify({ registry, database }: OpenPortal): Promise<boolean> {
  let isSound = true;
  const fail = (line: string) => {
    isSound = false;
    console.error(line);
  };
  await database.withoutTimeouts(async (db) => {
    const moment = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
    await moment.execute(async (trx) => {
      for (const table of allRollups(registry)) {
        if (!(await isKept(trx, table))) {
          fail(`${titleOf(table)}: the database does not keep it: --rebuild, or start the portal`);
          continue;
        }
        const problems = await verifyRollup(trx, table);
        for (const { group, field, kept, counted } of problems.slice(0, MOST_TOLD))
          fail(`${titleOf(table)}: ${group}: ${field ?? "rows"} is kept as ${kept}, the rows say ${counted}`);
        if (problems.length > MOST_TOLD) fail(`${titleOf(table)}: ${problems.length - MOST_TOLD} further differences`);
      }
    });
  });
  console.log(isSound ? "the rollups say what the rows say" : "the rollups do NOT say what the rows say");
  return isSound;
}

async function rebuild({ registry, database }: OpenPortal): Promise<void> {
  await database.withoutTimeouts(async (db) => {
    for (const table of allRollups(registry)) {
      await inSchemaTransaction(db, async (trx) => {
        await stopBuilding(trx);
        await createRollup(trx, table);
        await ensurePolicies(trx, registry);
      });
      console.log(`counted anew: ${titleOf(table)}`);
    }
  });
}

await runCommand(import.meta.url, rollups);
