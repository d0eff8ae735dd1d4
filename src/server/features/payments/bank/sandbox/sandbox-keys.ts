import { randomBytes } from "node:crypto";
import { CHANNELS, type Channel } from "../gateway.ts";
import type { Keys } from "./callbacks.ts";

/** Accounts with secrets that nobody else knows. */
export function sandboxKeys(): Keys {
  const account = () => ({ merchant: "SANDBOX", secret: randomBytes(24).toString("hex") });
  return Object.fromEntries(CHANNELS.map((channel) => [channel, account()])) as Record<Channel, ReturnType<typeof account>>;
}
