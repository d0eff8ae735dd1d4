import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import type { Change, ChangeClass } from "../../../shared/registry/plan/change.ts";
import { changeText } from "../../../shared/registry/plan/change-text.ts";
import type { Db } from "../../db/connect.ts";
import { runTransition } from "../../engine/run-transition.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { systemWork } from "../../engine/system.ts";
import { entityOf, transitionOf } from "../../engine/values/names.ts";
import { forgetStep } from "../../models/model-history.ts";
import type { HeldEdit } from "../../registry/watch-registry.ts";

/** What is longer is read in the files. */
const [MOST_LINES, LONGEST] = [300, 1000];
const OPEN = ["waiting", "confirmed", "rejected"] as const;
const ORDER: readonly ChangeClass[] = ["held", "access", "addition", "look"];

export interface Recording {
  readonly db: Db;
  readonly registry: Registry;
  readonly now: Date;
  /** What this server holds; null: nothing. */
  readonly held: HeldEdit | null;
  /** What it held before, be it before its start; null: nothing. */
  readonly before: HeldEdit | null;
}

/** Writes what waits for a confirmation into the rows of every shop whose users may confirm it, and closes what waits no more. */
export async function recordEdits(recording: Recording): Promise<void> {
  const { registry, db } = recording;
  const shops = Object.entries(registry.shopProfiles).filter(([, profile]) => registry.profiles[profile]?.flags.configures === true);
  for (const [shop] of shops)
    await db.transaction().execute(async (trx) => {
      // Several servers hold the same edit.
      await sql`select pg_advisory_xact_lock(hashtext('model-edit'))`.execute(trx);
      await recordIn(trx, shop, recording);
    });
}

async function recordIn(trx: Db, shop: string, { registry, now, held, before }: Recording): Promise<void> {
  const store = sqlStore(trx, shop);
  const entity = entityOf(registry, "ModelEdit");
  const open = await Promise.all(OPEN.map((state) => store.find(entity, { state }, true)));
  const isSame = (row: { readonly basis: string | null; readonly version: string | null }, edit: HeldEdit | null) =>
    edit !== null && row.basis === edit.base && row.version === edit.version;
  for (const row of open.flat()) {
    if (isSame(row, held)) continue;
    const isServed = row.version === registry.version;
    // Of another server's edit over the same version nobody here can say that it is gone.
    if (!isServed && row.basis === registry.version && !isSame(row, before)) continue;
    const transition = transitionOf(entity, isServed ? "serve" : "withdraw");
    await runTransition(store, { ...systemWork(registry, shop, now, randomUUID()), entity, transition, id: Number(row.Id) });
    // Somebody may have confirmed it after the server had let go of it.
    if (!isServed) await forgetStep(trx, { base: row.basis ?? "", version: row.version ?? "" });
  }
  if (held === null || open.flat().some((row) => isSame(row, held))) return;
  const Billid = await store.nextNumber(entity.number?.prefix ?? "", dayOf(now));
  const changes = ORDER.flatMap((kind) => held.changes.filter((change) => change.class === kind));
  await store.insert(entity, [
    {
      Billid,
      version: held.version,
      basis: held.base,
      since: timeOf(new Date(held.since)),
      heldcount: held.changes.filter((change) => change.class === "held").length,
      changecount: held.changes.length,
      state: "waiting",
      creator: "系统",
      createtime: timeOf(now),
    },
  ]);
  const line = (change: Change, index: number) => ({
    Billid,
    LineNo: index + 1,
    kind: change.class,
    text: changeText(change, registry, "zh").slice(0, LONGEST),
  });
  const lines = changes.slice(0, MOST_LINES).map(line);
  const [left, last] = [changes.slice(MOST_LINES), changes[MOST_LINES]];
  // What waits comes first, so what is left is of the least class that is told.
  const rest = last
    ? [{ Billid, LineNo: MOST_LINES + 1, kind: last.class, text: `另有 ${left.length} 项改动未列出，运行 npm run plan 可查看全部` }]
    : [];
  await store.insert(entityOf(registry, "ModelEditLine"), [...lines, ...rest]);
}
