import { resolve } from "node:path";
import { isSafeAddress } from "../../base/safe-address.ts";

/** Where the heads of the chains are sent, and who signs them (docs/decisions/95). */
export interface HeadSettings {
  /** undefined: nowhere. */
  readonly to: HeadTarget | undefined;
  /** The file of the private key; undefined: in the data folder, made when it is first needed. */
  readonly keyFile: string | undefined;
  readonly minutes: number;
}

/** A file that lines are added to, or an address that each line is posted to; the secret is sent as a bearer token, and never logged. */
export type HeadTarget =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "address"; readonly url: string; readonly secret: string | undefined };

type Env = Readonly<Record<string, string | undefined>>;

/** Reads `AUDIT_HEADS`, `AUDIT_HEADS_SECRET`, `AUDIT_HEADS_MINUTES` and `AUDIT_KEY`. Every problem goes to `tell`, without the value. */
export function readHeads(env: Env, tell: (problem: string) => void): HeadSettings {
  const [to = "", secret = "", minutes = "", keyFile = ""] = [
    env.AUDIT_HEADS,
    env.AUDIT_HEADS_SECRET,
    env.AUDIT_HEADS_MINUTES,
    env.AUDIT_KEY,
  ];
  const target = to === "" ? undefined : targetOf(to, secret === "" ? undefined : secret);
  if (target === null) tell("AUDIT_HEADS: 应为文件，或 https://主机/路径（本机可用 http） / must be a file, or like https://host/path");
  if (secret !== "" && (target?.kind !== "address" || !/^[\x21-\x7e]{16,200}$/.test(secret)))
    tell("AUDIT_HEADS_SECRET: 应为 16 到 200 位可见 ASCII 字符，只用于地址 / must be 16 to 200 visible ASCII characters, for an address");
  if (minutes !== "" && (!/^\d{1,4}$/.test(minutes) || Number(minutes) < 1 || Number(minutes) > 1440))
    tell("AUDIT_HEADS_MINUTES: 应为 1 到 1440 的整数 / must be a whole number from 1 to 1440");
  return { to: target ?? undefined, keyFile: keyFile === "" ? undefined : resolve(keyFile), minutes: Number(minutes || "60") };
}

/** null: neither a file nor a safe address. */
function targetOf(text: string, secret: string | undefined): HeadTarget | null {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(text)) return { kind: "file", path: resolve(text) };
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isBare = url.username === "" && url.password === "" && url.hash === "";
  return isSafeAddress(url) && isBare ? { kind: "address", url: url.href, secret } : null;
}
