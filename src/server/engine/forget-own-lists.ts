import type { Registry } from "../../shared/registry/model.ts";
import type { Db } from "../db/connect.ts";
import { forTenant } from "../db/driver/tenant-statements.ts";
import { shopIds } from "./shop-ids.ts";
import { entityOf } from "./values/names.ts";

/** What is kept for one user alone (src/server/screens/own). */
const OWN_TABLES = ["_own_list", "_own_menu", "_opened_row"] as const;
const VIEWS = "_list_view";

/** Forgets what users had made of their lists who are gone, shop after shop. Views that they shared stay with those they shared them with. */
export async function forgetOwnLists(db: Db, registry: Registry): Promise<void> {
  const { table } = entityOf(registry, "User");
  for (const shop of await shopIds(db, registry)) {
    const own = forTenant(db, { as: "shop", shop });
    for (const name of [...OWN_TABLES, VIEWS]) {
      const users = own.selectFrom(table).select("USER_ID").where("SHOP_ID", "=", shop);
      const left = own.deleteFrom(name).where("SHOP_ID", "=", shop).where("USER_ID", "not in", users);
      await (name === VIEWS ? left.where("is_shared", "=", false) : left).execute();
    }
  }
}

/** Forgets it of one user: whoever has his name after him begins anew. */
export async function forgetOwnOf(trx: Db, userId: string): Promise<void> {
  for (const name of OWN_TABLES) await trx.deleteFrom(name).where("USER_ID", "=", userId).execute();
  await trx.deleteFrom(VIEWS).where("USER_ID", "=", userId).where("is_shared", "=", false).execute();
}
