import type { Registry } from "../../../shared/registry/model.ts";
import type { Db } from "../../db/connect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { Enabled } from "../../generated/entities.ts";

/** A shop as visitors know it. */
export interface OpenShop {
  readonly SHOP_ID: string;
  readonly ShopName: string;
}

/** The shops in use, which visitors may turn to. */
export async function openShops(db: Db, registry: Registry): Promise<readonly OpenShop[]> {
  return db
    .selectFrom(entityOf(registry, "Shop").table)
    .select(["SHOP_ID", "ShopName"])
    .where("statu", "=", Enabled.enabled)
    .orderBy("SHOP_ID")
    .$castTo<OpenShop>()
    .execute();
}
