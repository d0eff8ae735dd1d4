import { timeOf } from "../../../shared/domain/day.ts";
import type { Db } from "../../db/connect.ts";
import { shopIds } from "../../engine/shop-ids.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { EntityOf } from "../../engine/store/typed-rows.ts";
import { entityOf } from "../../engine/values/names.ts";
import { ImportRunStt } from "../../generated/entities.ts";
import type { Maintenance } from "../../http/feature.ts";
import { forgetFiles, forgetNotices, KeptFile } from "./kept-file.ts";

const DAY_MS = 86_400_000;
/** For so long a run can be undone and its refused rows be fetched; its line in the list stays. */
const KEPT_DAYS = 90;

/** Forgets files that nobody has started within a day, what was to be told once and was not asked for, and the rows of old runs. */
export async function forgetImports({ db, registry, now }: Maintenance): Promise<void> {
  const [yesterday, long] = [new Date(now().getTime() - DAY_MS), new Date(now().getTime() - KEPT_DAYS * DAY_MS)];
  const model = registry.current();
  // A database from before imports is served with its old model until someone applies the new one.
  if (model.entities.ImportRun !== undefined) {
    const runs = entityOf(model, "ImportRun");
    for (const shopId of await shopIds(db, model)) {
      await db.transaction().execute((trx) => forgetRuns(trx, shopId, runs, timeOf(yesterday), timeOf(long)));
    }
  }
  await forgetNotices(db, yesterday);
  await forgetFiles(db, long);
}

/** Removes files not started before `unstarted`, and the rows of runs from before `kept`; both are times of the database. */
async function forgetRuns(trx: Db, shopId: string, runs: EntityOf<"ImportRun">, unstarted: string, kept: string): Promise<void> {
  const store = sqlStore(trx, shopId);
  for (const { Id, fileKey, createtime } of await store.find(runs, { stt: ImportRunStt.ready })) {
    if ((createtime ?? "") >= unstarted) continue;
    await new KeptFile(trx, shopId, fileKey ?? "").forget();
    await store.remove(runs, { Id });
  }
  for (const stt of [ImportRunStt.done, ImportRunStt.stuck]) {
    for (const { Billid, createtime } of await store.find(runs, { stt })) {
      if ((createtime ?? "") >= kept) continue;
      await trx.deleteFrom("_import_row").where("SHOP_ID", "=", shopId).where("run", "=", Billid).execute();
    }
  }
}
