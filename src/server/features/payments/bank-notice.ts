import { createHash, randomUUID } from "node:crypto";
import type { Db } from "../../db/connect.ts";
import type { BankAnswer, Channel } from "./bank/gateway.ts";

const TABLE = "_bank_notice";
/** As payment-migrations.ts names it. */
const NONCE_KEY = "_bank_notice_nonce";

/**
 * What became of something a bank said. settled: the one that counted. pending: no outcome yet. repeated, replayed: known already.
 * contradiction: another outcome than the one that counted. refused: the document does not take it. All others: not believed.
 */
export type Verdict =
  | "settled"
  | "pending"
  | "repeated"
  | "replayed"
  | "contradiction"
  | "refused"
  | "unknownTransid"
  | "wrongAmount"
  | "wrongAccount"
  | "malformed"
  | "unsigned";

/** Telling it again changes nothing about these. All others may be told again, and are judged anew. */
export const TAKEN: ReadonlySet<Verdict> = new Set<Verdict>(["settled", "pending", "repeated", "replayed", "contradiction"]);

/** Where it was heard. */
export type NoticeSource = "callback" | "reply" | "check";

export interface Notice {
  readonly source: NoticeSource;
  readonly channel: Channel;
  /** Of a callback. */
  readonly nonce?: string | undefined;
  readonly shopId?: string | undefined;
  readonly answer: BankAnswer | null;
  readonly verdict: Verdict;
  readonly address?: string | undefined;
  /** The bytes it came in: of what is not believed only their hash is kept. */
  readonly body?: Buffer | undefined;
}

/**
 * Writes it down. A nonce is used once: a second callback with it breaks the unique key. One that was not taken leaves its nonce free,
 * because a bank tells the same bytes again until they are.
 */
export async function writeNotice(db: Db, { source, channel, nonce, shopId, answer, verdict, address, body }: Notice): Promise<void> {
  await db
    .insertInto(TABLE)
    .values({
      id: randomUUID(),
      source,
      channel,
      nonce: TAKEN.has(verdict) ? (nonce ?? null) : null,
      SHOP_ID: shopId ?? null,
      transid: answer?.transid ?? null,
      state: answer?.state ?? null,
      amount: answer?.amount?.toString() ?? null,
      verdict,
      address: address ?? null,
      digest: body === undefined ? null : createHash("sha256").update(body).digest("hex"),
    })
    .execute();
}

/** Whether a callback with this nonce has been worked on. */
export async function isNonceUsed(db: Db, channel: Channel, nonce: string): Promise<boolean> {
  const found = await db.selectFrom(TABLE).select("id").where("channel", "=", channel).where("nonce", "=", nonce).executeTakeFirst();
  return found !== undefined;
}

/** Whether writing a notice failed because its nonce is there already. */
export function isNonceTaken(error: unknown): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === NONCE_KEY;
}

const DAYS_KEPT = 90;

/** Forgets strangers' knocking after a while; what a bank has signed is kept for good. */
export async function forgetOldNotices(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - DAYS_KEPT * 86_400_000);
  await db.deleteFrom(TABLE).where("verdict", "=", "unsigned").where("at", "<", oldest).execute();
}
