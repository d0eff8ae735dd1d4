import { isSafeAddress } from "../../base/safe-address.ts";
import type { BankSettings } from "./bank/bank.ts";
import { CHANNELS, type Channel } from "./bank/gateway.ts";
import type { ChannelSettings } from "./bank/http-gateway.ts";

/** What the variables of a channel begin with. */
export const BANK_VARIABLES: Readonly<Record<Channel, string>> = { ZSPay: "ZSPAY", KingDeePay: "KINGDEEPAY" };

type Env = Readonly<Record<string, string | undefined>>;

const READERS: Readonly<Record<keyof ChannelSettings, (text: string) => string | null>> = {
  url: (text) => {
    if (!URL.canParse(text)) return null;
    const url = new URL(text);
    const isSafe = isSafeAddress(url);
    const isBare = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
    return isSafe && isBare ? url.href.replace(/\/$/, "") : null;
  },
  merchant: (text) => (/^[A-Za-z0-9_-]{1,40}$/.test(text) ? text : null),
  secret: (text) => (/^[\x21-\x7e]{16,200}$/.test(text) ? text : null),
};
const EXPECTED: Readonly<Record<keyof ChannelSettings, string>> = {
  url: "应为 https://主机/路径（本机可用 http） / must be like https://host/path, or http on this machine",
  merchant: "应为 1 到 40 位字母、数字、_ 或 - / must be 1 to 40 letters, digits, _ or -",
  secret: "应为 16 到 200 位可见 ASCII 字符 / must be 16 to 200 visible ASCII characters",
};
const MISSING = "与同一渠道的其他设置必须同时提供 / must be set together with the others of its channel";

/** The accounts at the bank's channels, each whole or not at all. Every problem goes to `tell`, without the value: one is a secret. */
export function readBanks(env: Env, tell: (problem: string) => void): BankSettings {
  const accounts = CHANNELS.flatMap((channel) => {
    const names = Object.keys(READERS) as (keyof ChannelSettings)[];
    const textOf = (name: keyof ChannelSettings) => env[variableOf(channel, name)] ?? "";
    if (names.every((name) => textOf(name) === "")) return [];
    const entries = names.map((name) => {
      const value = READERS[name](textOf(name));
      if (value === null) tell(`${variableOf(channel, name)}: ${textOf(name) === "" ? MISSING : EXPECTED[name]}`);
      return [name, value ?? ""] as const;
    });
    return [[channel, Object.fromEntries(entries) as unknown as ChannelSettings] as const];
  });
  return Object.fromEntries(accounts);
}

function variableOf(channel: Channel, name: keyof ChannelSettings): string {
  return `${BANK_VARIABLES[channel]}_${name.toUpperCase()}`;
}
