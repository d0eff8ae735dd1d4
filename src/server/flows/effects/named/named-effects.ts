import type { EffectContext } from "../effect.ts";
import { settleOrders } from "./settle-orders.ts";

/** Every named effect. */
export const NAMED = {
  "settle-orders": settleOrders,
} as const satisfies Record<string, (context: EffectContext) => Promise<void>>;

/** Their names, for the checks of the registry. */
export const NAMED_EFFECTS: readonly string[] = Object.keys(NAMED);

export function isNamedEffect(name: string): name is keyof typeof NAMED {
  return Object.hasOwn(NAMED, name);
}
