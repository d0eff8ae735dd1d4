import type { Row } from "../../../shared/domain/cell.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { changeContract } from "./change-contract.ts";
import { changeProvider } from "./change-provider.ts";

/** An approved application is carried out: it changes the contract or the supplier's file, and keeps what stood there before. */
export function applyChange(context: EffectContext): Promise<Row> {
  return context.row.ApplyKind === "info" ? changeProvider(context) : changeContract(context);
}
