import { dayOf, timeOf } from "../../../../shared/domain/day.ts";
import type { Registry } from "../../../../shared/registry/model.ts";
import { registryOf } from "../../../base/viewer.ts";
import type { Db } from "../../../db/connect.ts";
import { forTenant } from "../../../db/driver/tenant-statements.ts";
import { sqlStore } from "../../../engine/store/sql-store.ts";
import { entityOf } from "../../../engine/values/names.ts";
import { ApiKeyStt } from "../../../generated/entities.ts";
import { actsOf } from "./acts.ts";
import { isSecretOf, keyOf } from "./key-text.ts";
import { type Opened, openedNow } from "./opened.ts";

/** Who calls with a key, and what it opens. */
export interface KeyHolder extends Opened {
  readonly prefix: string;
  /** What it is called; its deeds are signed with it. */
  readonly name: string;
  /** Calls a minute. */
  readonly rate: number;
}

interface KeptKey {
  readonly SHOP_ID: string;
  readonly row: string;
  readonly hash: string;
}

const MINUTE_MS = 60_000;

/**
 * The key of an Authorization header. null: unknown, revoked, over, or nobody in use answers for it. Read anew for each call, so that what
 * is taken away is gone with the next one.
 */
export async function findKey(
  { db, registry: whole, now }: { readonly db: Db; readonly registry: Registry; readonly now: Date },
  header: string | undefined,
): Promise<KeyHolder | null> {
  const told = keyOf(header);
  if (told === null) return null;
  const kept = await db
    .selectFrom("_api_key")
    .select(["SHOP_ID", "row", "hash"])
    .where("prefix", "=", told.prefix)
    .$castTo<KeptKey>()
    .executeTakeFirst();
  if (kept === undefined || !isSecretOf(kept.hash, told.secret)) return null;
  const { SHOP_ID: shop } = kept;
  const registry = registryOf(whole, shop);
  const entity = entityOf(registry, "ApiKey");
  const [row] = await sqlStore(db, shop).find(entity, { Id: Number(kept.row) });
  const isOver = row !== undefined && row.expires !== null && row.expires < dayOf(now);
  // guard key as row === undefined || isOver: tests/server/keyed/keys.test.ts
  // guard key as row === undefined || row.stt !== ApiKeyStt.issued: tests/server/keyed/keys.test.ts
  if (row === undefined || row.stt !== ApiKeyStt.issued || isOver) return null;
  const name = String(row.KeyName ?? "");
  const opening = { shop, owner: row.owner ?? "", scopes: row.ScopeKeys ?? "", signature: `接口 ${name}` };
  const opened = await openedNow({ db, registry, now }, opening, actsOf);
  if (opened === null) return null;
  await noteUse(forTenant(db, { as: "shop", shop }), { table: entity.table, id: Number(kept.row), last: row.lastuse, now });
  return { ...opened, prefix: told.prefix, name, rate: row.rate ?? 0 };
}

/** At most once a minute: a key may be used all the time. It is no change of the key. */
async function noteUse(db: Db, { table, id, last, now }: { table: string; id: number; last: string | null; now: Date }): Promise<void> {
  if (last !== null && timeOf(new Date(now.getTime() - MINUTE_MS)) < last && last <= timeOf(now)) return;
  await db
    .updateTable(table)
    .set({ lastuse: timeOf(now) })
    .where("Id", "=", id)
    .execute();
}
