import { addDays, dayOf } from "../../../shared/domain/day.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import type { Db } from "../../db/connect.ts";
import { openJob, wasStarted } from "../../engine/jobs/job-store.ts";
import { shopIds } from "../../engine/shop-ids.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { settingOrNull } from "../../engine/values/setting.ts";
import { SettleCycle } from "../../generated/entities.ts";

/** Both days belong to it. */
export interface Period {
  readonly startdate: string;
  readonly enddate: string;
}

const CYCLES: readonly SettleCycle[] = Object.values(SettleCycle);

const MIDDLE = 15;

/**
 * The last period of a settlement cycle that is over: half a month (to the 15th, to the last day), a month, or, where goods are
 * paid on delivery, yesterday.
 */
export function lastPeriod(cycle: SettleCycle, today: string): Period {
  const first = `${today.slice(0, 7)}-01`;
  const endOfLast = addDays(first, -1);
  const firstOfLast = `${endOfLast.slice(0, 7)}-01`;
  if (cycle === SettleCycle.onDelivery) return { startdate: addDays(today, -1), enddate: addDays(today, -1) };
  if (cycle === SettleCycle.monthly) return { startdate: firstOfLast, enddate: endOfLast };
  if (Number(today.slice(8)) > MIDDLE) return { startdate: first, enddate: addDays(first, MIDDLE - 1) };
  return { startdate: addDays(firstOfLast, MIDDLE), enddate: endOfLast };
}

/** Every day of a period, in order. */
export function daysOf({ startdate, enddate }: Period): string[] {
  const days: string[] = [];
  for (let day = startdate; day <= enddate; day = addDays(day, 1)) days.push(day);
  return days;
}

const SYSTEM = "系统";

/**
 * Starts the statements of every period that is over, cycle by cycle, in shops that want them made by themselves (docs/decisions/40). Each
 * period once: what has gone wrong with a supplier then is for a person to look at. Returns how many jobs were started.
 */
export async function startDuePeriods(db: Db, registry: Registry, now: Date): Promise<number> {
  let started = 0;
  for (const shopId of await shopIds(db, registry)) {
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
  return db.transaction().execute(async (trx) => (await settingOrNull(sqlStore(trx, shopId), registry, "balance.autoGenerate")) === true);
}
