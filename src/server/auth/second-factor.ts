import { randomBytes, randomInt } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { CLOCKS_DIFFER_MS } from "../base/clocks.ts";
import { seal, unseal } from "../base/sealed.ts";
import type { Db } from "../db/connect.ts";
import { secretFor } from "../db/secret.ts";
import { HASH_COST } from "./password.ts";

const TABLE = "_second_factor";
const CODES = "_recovery_code";
const SECRET = "second-factor-secret";
const ISSUER = "供应链管理系统";
/** RFC 6238 as every authenticator app knows it. */
const FORM = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Steps before and after the present one whose codes count: clocks differ, and typing takes time. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const SALT_BYTES = 16;
/** Recovery codes given out at once. */
const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 10;
const RECOVERY_FORM = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

/** A second factor that is offered to a user, until he shows that his app has it. */
export interface OfferedFactor {
  /** Base32, to be typed into an app. */
  readonly secret: string;
  /** otpauth://, to be scanned by an app. */
  readonly uri: string;
}

/** What a user is told of his second factor. */
export interface FactorState {
  readonly since: Date;
  /** Recovery codes that have not been used. */
  readonly codesLeft: number;
}

/** A new secret for this user. Nothing of it is kept before {@link keepFactor}. */
export function offerFactor(userId: string): OfferedFactor {
  const secret = new Secret({ size: SECRET_BYTES });
  return { secret: secret.base32, uri: totpOf(secret.base32, userId).toString() };
}

/** The time step whose code this is, of those that count now; null: it is none of theirs. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / FORM.period) + delta;
}

/**
 * Gives the user this second factor in place of any other, and recovery codes, which are told here and never again. `step`: the time step
 * whose code he has shown; neither it nor an earlier one counts again. The caller's transaction keeps all of it together.
 */
export async function keepFactor(
  trx: Db,
  userId: string,
  { secret, step }: { secret: string; step: number },
  now: Date,
): Promise<string[]> {
  const sealed = seal(await secretFor(trx, SECRET), userId, secret);
  const row = { secret: sealed, last_step: step, salt: newSalt(), since: now.toISOString() };
  await trx
    .insertInto(TABLE)
    .values({ USER_ID: userId, ...row })
    .onConflict((conflict) => conflict.column("USER_ID").doUpdateSet(row))
    .execute();
  return giveCodes(trx, userId, row.salt);
}

/** Other recovery codes in place of those there are; an empty list where the user has no second factor. */
export async function renewCodes(trx: Db, userId: string): Promise<string[]> {
  const salt = newSalt();
  const { numUpdatedRows } = await trx.updateTable(TABLE).set({ salt }).where("USER_ID", "=", userId).executeTakeFirstOrThrow();
  return numUpdatedRows === 0n ? [] : giveCodes(trx, userId, salt);
}

/** The user's second factor; null: he has none. */
export async function factorOf(db: Db, userId: string): Promise<FactorState | null> {
  const found = await db
    .selectFrom(TABLE)
    .leftJoin(`${CODES} as c`, "c.USER_ID", `${TABLE}.USER_ID`)
    .where(`${TABLE}.USER_ID`, "=", userId)
    .groupBy("since")
    .select(["since", sql<number>`count(c.hash)::int`.as("codes")])
    .executeTakeFirst();
  return found === undefined ? null : { since: new Date(String(found.since)), codesLeft: Number(found.codes) };
}

/** Whether this is a code of the user's app that has not counted yet, or a recovery code that is left. Either counts once, of two at the same moment one. */
export async function takeCode(db: Db, userId: string, code: string, now: Date): Promise<boolean> {
  const factor = await db.selectFrom(TABLE).select(["secret", "salt"]).where("USER_ID", "=", userId).executeTakeFirst();
  if (factor === undefined) return false;
  const recovery = code.replace(/[\s-]/g, "").toLowerCase();
  if (RECOVERY_FORM.test(recovery)) return takeRecovery(db, userId, recovery, String(factor.salt));
  const secret = unseal(await secretFor(db, SECRET), userId, String(factor.secret));
  const step = typeof secret === "string" ? stepOf(secret, code, now) : null;
  if (step === null) return false;
  // A step far ahead was taken by a clock that has been put back since: no code of the day would count.
  const ahead = step + CLOCKS_DIFFER_MS / 1000 / FORM.period;
  const { numUpdatedRows } = await db
    .updateTable(TABLE)
    .set({ last_step: step })
    .where("USER_ID", "=", userId)
    // guard check: tests/server/app/second-factor.test.ts
    .where((where) => where.or([where("last_step", "<", step), where("last_step", ">", ahead)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Takes the user's second factor and its recovery codes away. Returns whether there was one. */
export async function removeFactor(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom(CODES).where("USER_ID", "=", userId).execute();
  const { numDeletedRows } = await db.deleteFrom(TABLE).where("USER_ID", "=", userId).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

async function takeRecovery(db: Db, userId: string, code: string, salt: string): Promise<boolean> {
  const hash = await hashCode(code, salt);
  const { numDeletedRows } = await db.deleteFrom(CODES).where("USER_ID", "=", userId).where("hash", "=", hash).executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

async function giveCodes(trx: Db, userId: string, salt: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  const rows = await Promise.all([...codes].map(async (code) => ({ USER_ID: userId, hash: await hashCode(code, salt) })));
  await trx.deleteFrom(CODES).where("USER_ID", "=", userId).execute();
  await trx.insertInto(CODES).values(rows).execute();
  const half = CODE_LENGTH / 2;
  return [...codes].map((code) => `${code.slice(0, half)}-${code.slice(half)}`);
}

/** About 49 random bits: guessed by nobody over the wire, and slow to guess from the table, because it is hashed like a password. */
function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? "").join("");
}

/** One salt for the codes of a user, so that a code is looked up by one hash and not compared with ten. */
async function hashCode(code: string, salt: string): Promise<string> {
  return (await hashRaw(code, { ...HASH_COST, salt: Buffer.from(salt, "base64url") })).toString("base64url");
}

function newSalt(): string {
  return randomBytes(SALT_BYTES).toString("base64url");
}

function totpOf(secret: string, label = ""): TOTP {
  return new TOTP({ ...FORM, issuer: ISSUER, label, secret: Secret.fromBase32(secret) });
}
