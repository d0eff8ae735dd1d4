/**
 * `npm run sandbox:bank`: a bank to try payments with, on this machine's loopback, in a process of its own. It keeps its own book
 * (`ledger.jsonl` in SANDBOX_DIR, also GET /ledger), so that "paid twice" can be seen from outside.
 */

import { resolve } from "node:path";
import { CHANNELS, type Channel } from "../src/server/features/payments/bank/gateway.ts";
import { sandboxKeys } from "../src/server/features/payments/bank/sandbox/callbacks.ts";
import { faultsOf } from "../src/server/features/payments/bank/sandbox/faults.ts";
import { startSandbox } from "../src/server/features/payments/bank/sandbox/sandbox-server.ts";
import { BANK_VARIABLES as VARIABLES } from "../src/server/features/payments/bank-variables.ts";

try {
  await main(process.env);
} catch (error) {
  console.error(`cannot start the sandbox bank: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const own = sandboxKeys();
  const keyOf = (channel: Channel) => ({
    merchant: env[`${VARIABLES[channel]}_MERCHANT`] || own[channel].merchant,
    secret: env[`${VARIABLES[channel]}_SECRET`] || own[channel].secret,
  });
  const keys = { ZSPay: keyOf("ZSPay"), KingDeePay: keyOf("KingDeePay") };
  const dir = resolve(env.SANDBOX_DIR || "data/sandbox-bank");
  const sandbox = await startSandbox({ port: Number(env.SANDBOX_PORT || 8090), dir, keys, faults: faultsOf(env) });
  console.log(`sandbox bank, its book in ${dir}. Start the portal with:`);
  for (const channel of CHANNELS) {
    const { merchant, secret } = keys[channel];
    const name = VARIABLES[channel];
    console.log(`${name}_URL=${sandbox.urls[channel]} ${name}_MERCHANT=${merchant} ${name}_SECRET=${secret} \\`);
  }
  console.log("npm start");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
