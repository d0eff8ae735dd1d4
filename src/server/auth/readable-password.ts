import { randomInt } from "node:crypto";

/** Without letters and digits that look alike. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz";
const DIGITS = "23456789";
const PATTERN = "aaaa0000aaaa";

/** A password that can be read out and typed: 12 characters, about 48 random bits. */
export function readablePassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? "";
  return [...PATTERN].map((kind) => pick(kind === "0" ? DIGITS : LETTERS)).join("");
}
