import { timeOf } from "../../../shared/domain/day.ts";
import { shopIds } from "../../engine/shop-ids.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { ImportRunStt } from "../../generated/entities.ts";
import type { Maintenance } from "../../http/feature.ts";
import { forgetFiles, forgetNotices, KeptFile } from "./kept-file.ts";

const DAY_MS = 86_400_000;
/** For so long a run can be undone and its refused rows be fetched; its line in the list stays. */
export const KEPT_DAYS = 90;

/** Forgets files that nobody has started within a day, what was to be told once and was not asked for, and the rows of old runs. */
export async function forgetImports({ db, registry, now }: Maintenance): Promise<void> {
  const [yesterday, long] = [new Date(now().getTime() - DAY_MS), new Date(now().getTime() - KEPT_DAYS * DAY_MS)];
  const model = registry.current();
  const entity = entityOf(model, "ImportRun");
  for (const shopId of await shopIds(db, model)) {
    await db.transaction().execute(async (trx) => {
      const store = sqlStore(trx, shopId);
      for (const { Id, fileKey, createtime } of await store.find(entity, { stt: ImportRunStt.ready })) {
        if ((createtime ?? "") >= timeOf(yesterday)) continue;
        await new KeptFile(trx, shopId, fileKey ?? "").forget();
        await store.remove(entity, { Id });
      }
      for (const stt of [ImportRunStt.done, ImportRunStt.stuck]) {
        for (const { Billid, createtime } of await store.find(entity, { stt })) {
          if ((createtime ?? "") >= timeOf(long)) continue;
          await trx.deleteFrom("_import_row").where("SHOP_ID", "=", shopId).where("run", "=", Billid).execute();
        }
      }
    });
  }
  await forgetNotices(db, yesterday);
  await forgetFiles(db, long);
}
