import { unknownShops } from "../../shared/registry/checks/unknown-shops.ts";
import type { Registry } from "../../shared/registry/model.ts";
import type { RawFile } from "../../shared/registry/place.ts";
import type { Problem } from "../../shared/registry/problem.ts";
import type { Db } from "../db/driver/database.ts";

/** Warnings for the shops that these files name and the database does not have (docs/decisions/74). Its tables are as the model says. */
export async function shopWarnings(db: Db, registry: Registry, files: readonly RawFile[]): Promise<readonly Problem[]> {
  const { Shop } = registry.entities;
  // The engine needs it: only a registry of tests has none.
  if (!Shop) return [];
  const rows = await db.selectFrom(Shop.table).select("SHOP_ID").execute();
  return unknownShops(
    files,
    rows.map(({ SHOP_ID }) => String(SHOP_ID)),
  );
}
