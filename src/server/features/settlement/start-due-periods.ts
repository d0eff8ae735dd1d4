import { dayOf } from "../../../shared/domain/day.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import type { Db } from "../../db/connect.ts";
import { openJob, wasStarted } from "../../engine/jobs/job-store.ts";
import { isSettingOn } from "../../engine/setting.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { CYCLES, lastPeriod } from "./periods.ts";

const SETTING = "balance.autoGenerate";
const SYSTEM = "系统";

/**
 * Starts the statements of every period that is over, cycle by cycle, in shops that want them made by themselves (docs/decisions/40). Each
 * period once: what has gone wrong with a supplier then is for a person to look at. Returns how many jobs were started.
 */
export async function startDuePeriods(db: Db, registry: Registry, now: Date): Promise<number> {
  const shops = await db.selectFrom(entityOf(registry, "Shop").table).select("SHOP_ID").orderBy("SHOP_ID").execute();
  let started = 0;
  for (const { SHOP_ID } of shops) {
    const shopId = String(SHOP_ID);
    if (!(await wantsStatements(db, registry, shopId))) continue;
    for (const settleCycle of CYCLES) {
      const params = { ...lastPeriod(settleCycle, dayOf(now)), settleCycle };
      if (await wasStarted(db, shopId, "statements", params)) continue;
      await db.transaction().execute((trx) => openJob(trx, registry, { shopId, name: "statements", params, creator: SYSTEM, now }));
      started += 1;
    }
  }
  return started;
}

function wantsStatements(db: Db, registry: Registry, shopId: string): Promise<boolean> {
  return db.transaction().execute((trx) => isSettingOn(sqlStore(trx, shopId), registry, SETTING));
}
