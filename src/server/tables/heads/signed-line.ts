import { createHash, type KeyObject, sign, verify } from "node:crypto";
import type { SigningKey } from "./signing-key.ts";

/** What one line says, beside its signature: the newest seals of the shops whose chains have grown since the line before. */
export interface HeadLine {
  /** Counts the lines of a database, from 1. */
  readonly no: number;
  readonly at: string;
  /** SHA-256 of the line before; empty for the first. */
  readonly last: string;
  /** Name of the key. */
  readonly key: string;
  /** Of each shop: number and hash of its newest seal. */
  readonly heads: Readonly<Record<string, readonly [seq: number, hash: string]>>;
}

/** A line of JSON with its signature as its last part; the signature is over the text before it. */
export function signLine({ privateKey, name }: SigningKey, line: Omit<HeadLine, "key">): string {
  const { no, at, last, heads } = line;
  const text = JSON.stringify({ no, at, last, key: name, heads } satisfies HeadLine);
  return `${text.slice(0, -1)},"sig":"${sign(null, Buffer.from(text), privateKey).toString("base64url")}"}`;
}

/** By this the next line names the one before. */
export const hashOfLine = (text: string) => createHash("sha256").update(text).digest("hex");

/** What is wrong with a line: it is none; a key that nobody has given has signed it; the signature is not of this text. */
export type LineFault = "unreadable" | "foreign" | "forged";

/** Reads a line, of whoever has signed with one of these keys (by their names). */
export function readLine(text: string, keys: ReadonlyMap<string, KeyObject>): HeadLine | LineFault {
  const [, open, sig] = /^(\{.*),"sig":"([\w-]{86})"\}$/.exec(text) ?? [];
  if (open === undefined || sig === undefined) return "unreadable";
  const body = `${open}}`;
  const [, name = ""] = /"key":"([0-9a-f]{16})"/.exec(body) ?? [];
  const key = keys.get(name);
  if (key === undefined) return "foreign";
  // What is signed is what the program wrote: its shape needs no further look.
  return verify(null, Buffer.from(body), key, Buffer.from(sig, "base64url")) ? (JSON.parse(body) as HeadLine) : "forged";
}
