import type { Registry } from "../../shared/registry/model.ts";
import type { Db } from "../db/connect.ts";
import { entityOf } from "./values/names.ts";

/** Every shop, for what the system does by itself: shop after shop, each as that shop, for nobody sees the rows of several. */
export async function shopIds(db: Db, registry: Registry): Promise<readonly string[]> {
  const rows = await db.selectFrom(entityOf(registry, "Shop").table).select("SHOP_ID").orderBy("SHOP_ID").execute();
  return rows.map(({ SHOP_ID }) => String(SHOP_ID));
}
