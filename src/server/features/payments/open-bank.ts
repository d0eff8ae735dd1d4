import { join } from "node:path";
import type { Database } from "../../db/connect.ts";
import { holdsDemo } from "../../tables/meta.ts";
import { type Bank, type BankSettings, openBank } from "./bank/bank.ts";
import { CHANNELS } from "./bank/gateway.ts";
import { sandboxKeys } from "./bank/sandbox/callbacks.ts";
import { faultsOf } from "./bank/sandbox/faults.ts";
import { startSandbox } from "./bank/sandbox/sandbox-server.ts";

/** What of the settings decides about the banks. */
export interface BankOptions {
  readonly banks: BankSettings;
  readonly bankTimeoutMs: number;
  readonly publicUrl: string | undefined;
  readonly demo: "auto" | "off" | "on";
  readonly dataDir: string;
}

/** The banks of a server that starts. */
export interface StartedBank {
  readonly bank: Bank;
  /** Tells where the server listens: banks call back there where no public address is set. */
  listensAt(address: string): void;
  /** What is to be said about it. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

const IN_PROCESS =
  "银行支付使用内置的沙箱银行，不会动用真实资金 / payments go to a sandbox bank inside this process; no money moves (ZSPAY_*, KINGDEEPAY_*)";

/**
 * The channels of the settings. A demo on the embedded database without any gets a sandbox bank inside the process, so that bank
 * payment can be tried with nothing set up; never on PostgreSQL, where several servers would each ask a bank of their own about the
 * same payment.
 */
export async function startBank(settings: BankOptions, { kind, kysely }: Database): Promise<StartedBank> {
  const { banks, bankTimeoutMs, publicUrl } = settings;
  let local = "http://127.0.0.1";
  const listensAt = (address: string) => {
    local = address.replace(/\/\/(0\.0\.0\.0|\[::\])/, "//127.0.0.1");
  };
  const isSetUp = CHANNELS.some((channel) => banks[channel] !== undefined);
  if (isSetUp || settings.demo === "off" || kind !== "embedded" || !(await holdsDemo(kysely))) {
    const bank = openBank(banks, bankTimeoutMs, () => publicUrl ?? local);
    return { bank, listensAt, lines: [], close: async () => undefined };
  }
  const keys = sandboxKeys();
  const sandbox = await startSandbox({ port: 0, dir: join(settings.dataDir, "sandbox-bank"), keys, faults: faultsOf({}) });
  const accounts: BankSettings = Object.fromEntries(CHANNELS.map((one) => [one, { ...keys[one], url: sandbox.urls[one] }]));
  return { bank: openBank(accounts, bankTimeoutMs, () => local), listensAt, lines: [IN_PROCESS], close: sandbox.close };
}
