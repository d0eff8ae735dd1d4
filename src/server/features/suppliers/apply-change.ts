import type { EffectContext } from "../../engine/effects/effect.ts";
import type { ChangeApplyRow } from "../../generated/entities.ts";
import { changeContract } from "./change-contract.ts";
import { changeProvider } from "./change-provider.ts";

/** An approved application is carried out: it changes the contract or the supplier's file, and keeps what stood there before. */
export function applyChange(context: EffectContext<"ChangeApply">): Promise<Partial<ChangeApplyRow>> {
  return context.row.ApplyKind === "info" ? changeProvider(context) : changeContract(context);
}
