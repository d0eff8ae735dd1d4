import { sql } from "kysely";
import type { Registry } from "../../../../shared/registry/model.ts";
import { unseal } from "../../../base/sealed.ts";
import { registryOf } from "../../../base/viewer.ts";
import type { Db } from "../../../db/connect.ts";
import { secretFor } from "../../../db/secret.ts";
import { runTransition } from "../../../engine/run-transition.ts";
import { sqlStore } from "../../../engine/store/sql-store.ts";
import { systemWork } from "../../../engine/system.ts";
import { entityOf, transitionOf } from "../../../engine/values/names.ts";
import { PushHookStt } from "../../../generated/entities.ts";
import { type Opened, openedNow } from "../key/opened.ts";
import { eventsOf } from "./events.ts";
import { HOOK_SECRET } from "./hook-effects.ts";
import type { PushPlaces } from "./push-address.ts";
import { bodyOf, type Waiting } from "./push-body.ts";
import { recordAttempt } from "./record-push.ts";
import { sendPush } from "./send-push.ts";

export interface Delivering {
  readonly db: Db;
  readonly registry: () => Registry;
  readonly places: PushPlaces;
  readonly now: () => Date;
  /** How long an address may take to answer; left out: the usual time. */
  readonly timeoutMs?: number;
}

const SECOND = 1000;
const HOUR = 3_600_000;
/** From one attempt to the next; after the last one it is given up. */
const WAITS = [5, 15, 60, 300, 900, 1800, 3600, 7200].map((seconds) => seconds * SECOND);
/** After one was given up, before the next is tried. */
const REST_MS = 60 * SECOND;
/** One that is not running is looked at again so much later, or when it is let go on. */
const ASLEEP_MS = 60 * SECOND;
/** A subscription that has reached nobody for so long stops. */
const FAILING_MS = 24 * HOUR;
/** Whoever has taken a subscription up and is gone is not waited for any longer. */
const LEASE_MS = 60 * SECOND;
/** Of one subscription before it is another one's turn. */
const IN_A_ROW = 50;

interface Taken {
  readonly hook: string;
  readonly SHOP_ID: string;
  readonly secret: string;
  readonly failing: string | null;
}

/**
 * Takes up a subscription that has something to send and sends it, one push after the other in their order; outside of transactions. What is
 * not taken is tried again after a while, and what follows waits for it. A server that dies over one leaves it to the next: it may arrive
 * twice. Returns whether there was one.
 */
export async function deliverNext(at: Delivering, isStopping: () => boolean = () => false): Promise<boolean> {
  const taken = await takeUp(at.db, at.now());
  if (taken === null) return false;
  const shop = taken.SHOP_ID;
  const registry = registryOf(at.registry(), shop);
  const entity = entityOf(registry, "PushHook");
  const [hook] = await sqlStore(at.db, shop).find(entity, { Id: Number(taken.hook) });
  const opening = { shop, owner: hook?.owner ?? "", scopes: hook?.EventKeys ?? "", signature: "" };
  const opened = hook?.stt === PushHookStt.running ? await openedNow({ db: at.db, registry, now: at.now() }, opening, eventsOf) : null;
  if (hook !== undefined && hook.stt === PushHookStt.running && opened === null)
    await stop({ ...at, registry, shop }, hook.Id, "责任人已停用");
  const desk = {
    ...at,
    registry,
    shop,
    opened,
    secret: String(unseal(await secretFor(at.db, HOOK_SECRET), taken.hook, taken.secret) ?? ""),
  };
  let of: Hook = {
    id: Number(taken.hook),
    name: String(hook?.HookName ?? ""),
    address: String(hook?.address ?? ""),
    failing: taken.failing,
  };
  let rest = opened === null ? ASLEEP_MS : 0;
  for (let count = 0; opened !== null && rest === 0 && count < IN_A_ROW && !isStopping(); count++) {
    const sent = await deliverOne({ ...desk, opened }, of);
    if (sent === null) break;
    rest = sent.rest;
    of = { ...of, failing: sent.failing };
  }
  await release(at.db, taken.hook, new Date(at.now().getTime() + rest));
  return true;
}

interface Desk extends Omit<Delivering, "registry"> {
  /** As the shop has it. */
  readonly registry: Registry;
  readonly shop: string;
  readonly opened: Opened;
  readonly secret: string;
}

interface Hook {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly failing: string | null;
}

/** How long to rest before the next push, in ms, and since when nothing has arrived; null: there is none. */
async function deliverOne(desk: Desk, hook: Hook): Promise<{ readonly rest: number; readonly failing: string | null } | null> {
  const { db, registry, shop, opened, secret, places, now, timeoutMs } = desk;
  const push = await db
    .selectFrom("_push")
    .selectAll()
    .where("hook", "=", hook.id)
    .orderBy("id")
    .limit(1)
    .$castTo<Waiting>()
    .executeTakeFirst();
  if (push === undefined) return null;
  await keep(db, hook.id, now());
  const module = opened.acts.find((page) => page.module.id === push.page && page.acts.some(({ name }) => name === push.event))?.module;
  const body = module === undefined ? null : await bodyOf({ ...opened.context, now: now() }, module, push);
  const sent = { address: hook.address, secret, subscription: String(hook.id), delivery: push.delivery, body: JSON.stringify(body) };
  const failure = module === undefined || body === null ? null : await sendPush(sent, places, now(), timeoutMs);
  const at = now();
  const attempts = Number(push.attempts) + 1;
  const wait = WAITS[attempts - 1];
  const isLast = failure !== null && wait === undefined;
  const since = failure === null ? null : (hook.failing ?? at.toISOString());
  await db.transaction().execute(async (trx) => {
    await recordAttempt({ trx, registry, shop, now: at }, hook, push, { failure, attempts, isLast });
    if (failure === null || isLast) await trx.deleteFrom("_push").where("id", "=", push.id).execute();
    else await trx.updateTable("_push").set({ attempts }).where("id", "=", push.id).execute();
    await trx.updateTable("_push_hook").set({ failing: since }).where("hook", "=", hook.id).execute();
  });
  if (failure === null) return { rest: 0, failing: null };
  const isDead = hook.failing !== null && at.getTime() - new Date(hook.failing).getTime() >= FAILING_MS;
  if (isDead) await stop({ db, registry, shop, now }, hook.id, `连续24小时没有送到：${failure}`);
  return { rest: wait ?? REST_MS, failing: since };
}

/** The subscription sends nothing until somebody lets it go on; what happens until then it is not told. */
async function stop(
  { db, registry, shop, now }: Pick<Desk, "db" | "registry" | "shop" | "now">,
  id: number,
  failure: string,
): Promise<void> {
  const entity = entityOf(registry, "PushHook");
  await db.transaction().execute(async (trx) => {
    const store = sqlStore(trx, shop);
    await runTransition(store, {
      ...systemWork(registry, shop, now(), `push.${id}`),
      entity,
      transition: transitionOf(entity, "fail"),
      id,
    });
    await store.update(entity, { Id: id }, { failure: failure.slice(0, entity.fields.failure?.length ?? undefined) });
  });
}

/** The subscription that has waited longest to send something, for a while nobody else's. */
async function takeUp(db: Db, now: Date): Promise<Taken | null> {
  const at = now.toISOString();
  const until = new Date(now.getTime() + LEASE_MS).toISOString();
  const { rows } = await sql<Taken>`
    update _push_hook set leased = ${until} where hook = (
      select h.hook from _push_hook h where h.next_try <= ${at} and h.leased <= ${at} and exists (select from _push p where p.hook = h.hook)
      order by h.next_try limit 1 for update skip locked)
    returning hook, "SHOP_ID", secret, failing`.execute(db);
  return rows[0] ?? null;
}

/** For as long again it is nobody else's. */
async function keep(db: Db, hook: number, now: Date): Promise<void> {
  const until = new Date(now.getTime() + LEASE_MS).toISOString();
  await db.updateTable("_push_hook").set({ leased: until }).where("hook", "=", hook).execute();
}

async function release(db: Db, hook: string, next: Date): Promise<void> {
  const at = next.toISOString();
  await db
    .updateTable("_push_hook")
    .set({ leased: new Date(0).toISOString(), next_try: at })
    .where("hook", "=", hook)
    .execute();
}
