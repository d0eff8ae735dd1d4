import { addDays, dayOf } from "../../shared/domain/day.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { SHOP } from "../base/technical.ts";
import type { Db } from "../db/connect.ts";
import { forTenant } from "../db/driver/tenant-statements.ts";
import { shopIds } from "./shop-ids.ts";
import { sqlStore } from "./store/sql-store.ts";
import { entityOf } from "./values/names.ts";
import { settingOrNull } from "./values/setting.ts";

/** Forgets the messages of shops that keep them for a while only, once they are so old (setting `message.keepDays`). Returns how many. */
export async function forgetOldMessages(db: Db, registry: Registry, now: Date): Promise<number> {
  const { table } = entityOf(registry, "Message");
  let forgotten = 0;
  for (const shop of await shopIds(db, registry)) {
    const days = await db.transaction().execute((trx) => settingOrNull(sqlStore(trx, shop), registry, "message.keepDays"));
    if (days === null) continue;
    const { numDeletedRows } = await forTenant(db, { as: "shop", shop })
      .deleteFrom(table)
      // guard scope: tests/server/settings/settings-act.test.ts
      .where(SHOP, "=", shop)
      .where("sendtime", "<", addDays(dayOf(now), -Number(days)))
      .executeTakeFirstOrThrow();
    forgotten += Number(numDeletedRows);
  }
  return forgotten;
}
