import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../db/connect.ts";
import type { Store } from "../../engine/store/store.ts";
import type { BankOrder, Channel, Direction, PayInstruction } from "./bank/gateway.ts";
import { prefixOf } from "./pay-ways.ts";

const TABLE = "_pay_intent";

/** Whether the bank has answered for good. */
export type IntentState = "open" | "success" | "failed";

/** An order as it is kept, with what became of it. */
export interface Intent extends BankOrder {
  readonly transid: string;
  readonly shopId: string;
  readonly state: IntentState;
  /** How often somebody set about telling or asking the bank. */
  readonly tries: number;
  /** The bank's own number; empty until it has answered for good. */
  readonly bankno: string;
  /** What a person must look at; null: nothing. */
  readonly attention: string | null;
}

/** Writes an order down; the bank gets it only once this transaction is committed. Returns its number. */
export async function writeIntent(store: Store, order: BankOrder, day: string): Promise<string> {
  // No bank hears of rows in memory: only a number is needed.
  if (store.trx === null) return store.nextNumber(prefixOf(order.channel), day);
  // Nobody can guess it, and no database that begins anew gives it out again.
  const transid = `${prefixOf(order.channel)}${day.replaceAll("-", "")}${randomUUID().replaceAll("-", "").slice(0, 18).toUpperCase()}`;
  await keepIntent(store, transid, order, 0);
  return transid;
}

/** The same under a number that the bank may know already: with a try behind it, it is asked before it is told. */
export async function keepIntent({ trx, shopId }: Store, transid: string, order: BankOrder, tries: number): Promise<void> {
  if (trx === null) return;
  const { entity, rowId, Billid, channel, direction, amount, account, party, parts, userId } = order;
  await trx
    .insertInto(TABLE)
    .values({
      transid,
      SHOP_ID: shopId,
      entity,
      row_id: rowId,
      Billid,
      channel,
      direction,
      amount: amount.toString(),
      account,
      party_name: party.name,
      party_account: party.account,
      party_bank: party.bank,
      parts,
      USER_ID: userId,
      state: "open",
      tries,
    })
    .execute();
}

/** One order by its number; with `lock`, nobody else changes it until the transaction ends. */
export async function readIntent(db: Db, transid: string, lock = false): Promise<Intent | null> {
  const query = db.selectFrom(TABLE).selectAll().where("transid", "=", transid);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row === undefined ? null : intentOf(row);
}

/**
 * Makes an open order of the shop due at once; whether there is one. One that is being settled just now is not waited for: whoever
 * settles it goes on to documents that the caller may hold.
 */
export async function hurryIntent({ trx, shopId }: Store, transid: string): Promise<boolean> {
  if (trx === null) return true;
  const open = trx
    .selectFrom(TABLE)
    .select("transid")
    .where("transid", "=", transid)
    // guard scope: tests/server/payments/bank-flow.test.ts
    .where("SHOP_ID", "=", shopId)
    // guard predicate: tests/server/payments/bank-flow.test.ts
    .where("state", "=", "open");
  await trx.updateTable(TABLE).set({ next_try: sql`now()` }).where("transid", "in", open.forUpdate().skipLocked()).execute();
  return (await open.executeTakeFirst()) !== undefined;
}

/** What of an order changes. */
type IntentPatch = Partial<Pick<Intent, "state" | "bankno" | "attention">> & { readonly message?: string };

/** Writes what became of it; a final state with its time. */
export async function updateIntent(db: Db, transid: string, patch: IntentPatch): Promise<void> {
  const settled = patch.state === undefined ? {} : { settled: sql`now()`, leased: sql`now()` };
  await db
    .updateTable(TABLE)
    .set({ ...patch, ...settled })
    .where("transid", "=", transid)
    .execute();
}

/** Which order to take up. */
export interface Claim {
  /** Left out: whichever is due. */
  readonly transid?: string;
  /** Left out: of any channel. */
  readonly channel?: Channel;
  /** Also one that is not due yet, because somebody waits for it. */
  readonly isWanted?: boolean;
  readonly leaseMs: number;
}

/**
 * Takes up an order for a while, in one statement: of all servers only one gets it, and when that one dies another gets it later.
 * The database's clock counts, so that servers need not agree on theirs.
 */
export async function claimIntent(db: Db, { transid, channel, isWanted = false, leaseMs }: Claim): Promise<Intent | null> {
  let due = db
    .selectFrom(TABLE)
    .select("transid")
    // guard predicate: tests/server/payments/reconciler.test.ts
    .where("state", "=", "open")
    // guard predicate: tests/server/payments/reconciler.test.ts
    .where(isPast("leased"));
  // guard rate: tests/server/payments/reconciler.test.ts
  if (!isWanted) due = due.where(isPast("next_try"));
  if (transid !== undefined) due = due.where("transid", "=", transid);
  if (channel !== undefined) due = due.where("channel", "=", channel);
  const row = await db
    .updateTable(TABLE)
    .set({ tries: sql`tries + 1`, leased: after(leaseMs) })
    .where("transid", "=", due.orderBy("next_try").limit(1).forUpdate().skipLocked())
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : intentOf(row);
}

/** Whether anything of the channel waits to be taken up: asked all the time, hence by itself. */
export async function hasDueIntent(db: Db, channel: Channel): Promise<boolean> {
  const open = db.selectFrom(TABLE).select("transid").where("state", "=", "open").where("channel", "=", channel);
  const due = open.where(isPast("leased")).where(isPast("next_try"));
  return (await due.limit(1).executeTakeFirst()) !== undefined;
}

const FIRST_WAIT = "1 second";
const LONGEST_WAIT = "5 minutes";
/** Far longer than any lease and any wait. */
const LONGEST_AHEAD = "1 hour";

/**
 * Whether a lease is over, or a wait, by the clock of the database. One that would last longer than any does was begun before that clock
 * was put back, and is over, too: an order would stay untouched until the clock has caught up.
 */
export function isPast(column: "leased" | "next_try") {
  const at = sql.ref(column);
  return sql<boolean>`(${at} <= now() or ${at} > now() + cast(${LONGEST_AHEAD} as interval))`;
}

/** When it is time that a person looks at it. */
const OVERDUE_AFTER = "15 minutes";

/**
 * Gives an order back, with why it is not settled yet. It is taken up again after half as long as it has been waiting: what counts is
 * its age, not how often somebody who looks at its page has had the bank asked. Returns whether it is overdue.
 */
export async function postponeIntent(db: Db, transid: string, message: string): Promise<boolean> {
  const age = sql`least(greatest((now() - created) / 2, cast(${FIRST_WAIT} as interval)), cast(${LONGEST_WAIT} as interval))`;
  const left = await db
    .updateTable(TABLE)
    .set({ leased: sql`now()`, next_try: sql`now() + ${age} * cast(${0.8 + Math.random() * 0.4} as double precision)`, message })
    .where("transid", "=", transid)
    // guard predicate: tests/server/payments/reconciler.test.ts
    .where("state", "=", "open")
    .returning(sql<boolean>`created < now() - cast(${OVERDUE_AFTER} as interval)`.as("overdue"))
    .executeTakeFirst();
  return left?.overdue === true;
}

/** What the bank is told of it. */
export function instructionOf(intent: Intent, notifyUrl: string): PayInstruction {
  const { transid, direction, amount, Billid, account, party } = intent;
  return { transid, direction, amount, subject: Billid, account, party, notifyUrl };
}

/** A moment so far ahead, by the clock of the database. */
export function after(ms: number) {
  return sql`now() + cast(${`${Math.round(ms)} milliseconds`} as interval)`;
}

/** A row of the table. */
export function intentOf(row: Record<string, unknown>): Intent {
  return {
    transid: String(row.transid),
    shopId: String(row.SHOP_ID),
    entity: String(row.entity),
    rowId: Number(row.row_id),
    Billid: String(row.Billid),
    channel: row.channel as Channel,
    direction: row.direction as Direction,
    amount: BigInt(String(row.amount)),
    account: String(row.account),
    party: { name: String(row.party_name), account: String(row.party_account), bank: String(row.party_bank) },
    parts: Number(row.parts),
    userId: String(row.USER_ID),
    state: row.state as IntentState,
    tries: Number(row.tries),
    bankno: String(row.bankno ?? ""),
    attention: row.attention === null ? null : String(row.attention),
  };
}
