import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { LONGEST_PASSWORD } from "../../shared/domain/password-rules.ts";
import { keptPassword } from "../../shared/domain/plain-text.ts";

/** argon2id with the figures of the OWASP cheat sheet: 19 MiB, 2 passes, 1 thread. About 20 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash of a password that nobody has, with the same cost: what an unknown user's password is compared with. */
const NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** A password to what is stored. */
export function hashPassword(password: string): Promise<string> {
  return hash(keptPassword(password), COST);
}

/**
 * Whether the password fits. Takes as long without a stored hash as with one, so that time tells nothing about who exists. What was typed
 * in another form than it is hashed in is tried as it is, too: hashes from before docs/decisions/83 were made of that.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const forms = new Set([keptPassword(password), password]);
  let fits = false;
  for (const form of forms) fits ||= await verify(stored ?? NOBODY, form.slice(0, LONGEST_PASSWORD));
  return fits && stored !== null && password.length <= LONGEST_PASSWORD;
}

/** Without letters and digits that look alike. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz";
const DIGITS = "23456789";
const PATTERN = "aaaa0000aaaa";

/** A password that can be read out and typed: 12 characters, about 48 random bits. */
export function readablePassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? "";
  return [...PATTERN].map((kind) => pick(kind === "0" ? DIGITS : LETTERS)).join("");
}
