import type { Db } from "../../db/connect.ts";

const TABLE = "_shop_profile";

/** Shop to the profile that it was given when it was opened. */
export async function readShopProfiles(db: Db): Promise<Readonly<Record<string, string>>> {
  const rows = await db.selectFrom(TABLE).select(["SHOP_ID", "profile"]).execute();
  return Object.fromEntries(rows.map(({ SHOP_ID, profile }) => [String(SHOP_ID), String(profile)]));
}

/** Writes down which profile a new shop has. */
export async function keepShopProfile(trx: Db, shop: string, profile: string): Promise<void> {
  await trx.insertInto(TABLE).values({ SHOP_ID: shop, profile }).execute();
}
