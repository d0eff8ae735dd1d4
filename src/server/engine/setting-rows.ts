import { sql } from "kysely";
import { timeOf } from "../../shared/domain/day.ts";
import { type FoundSetting, settingOfKey } from "../../shared/domain/setting.ts";
import type { Registry } from "../../shared/registry/model.ts";
import type { Db } from "../db/connect.ts";
import type { ConfigItemRow } from "../generated/entities.ts";
import { readMeta, writeMeta } from "../tables/meta.ts";
import { shopIds } from "./shop-ids.ts";
import { sqlStore } from "./store/sql-store.ts";
import type { Store } from "./store/store.ts";
import { entityOf } from "./values/names.ts";

/** Which version of the model the rows of all shops were made to fit. */
const FITTED = "settings-fitted";
const SYSTEM = "系统";

/** What the declaration says of a row. */
export function describedAs({ setting, person }: FoundSetting): Partial<ConfigItemRow> {
  return {
    ConfigName: person === "" ? setting.title : `${setting.title}（${person}）`,
    ConfigGroup: setting.group,
    ValueType: setting.type,
    DefaultValue: person === "" ? setting.fallback : null,
    scope: person === "" ? setting.scope : "person",
  };
}

/**
 * Makes a shop's rows what the model declares: one of each setting, called as it says. What the shop has set stays; of a key that
 * nobody declares any more the row stays, too, marked as no longer used, and is in use again once somebody does (docs/decisions/109).
 */
export async function fitSettings(store: Store, registry: Registry, now: Date): Promise<void> {
  const entity = entityOf(registry, "ConfigItem");
  const rows = await store.find(entity, {});
  const known = new Set(rows.map(({ ConfigKey }) => ConfigKey));
  const missing = Object.entries(registry.settings).filter(([key]) => !known.has(key));
  const made = { creator: SYSTEM, createtime: timeOf(now) };
  if (missing.length > 0)
    await store.insert(
      entity,
      missing.map(([ConfigKey, setting]) => ({ ConfigKey, ...describedAs({ setting, person: "" }), ...made })),
    );
  for (const row of rows) {
    const found = settingOfKey(registry.settings, row.ConfigKey ?? "");
    const wanted: Partial<ConfigItemRow> = found === null ? { scope: "former" } : describedAs(found);
    const differs = (Object.keys(wanted) as (keyof ConfigItemRow)[]).some((name) => row[name] !== wanted[name]);
    if (differs) await store.update(entity, { Id: row.Id }, wanted);
  }
}

/** The same in every shop, once for each version of the model. Several servers may do it at once: they wait for each other. */
export async function fitAllSettings(db: Db, registry: Registry, now: Date): Promise<void> {
  if ((await readMeta<string>(db, FITTED)) === registry.version) return;
  for (const shop of await shopIds(db, registry))
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('setting-rows'))`.execute(trx);
      await fitSettings(sqlStore(trx, shop), registry, now);
    });
  await writeMeta(db, FITTED, registry.version);
}
