import type { Party, ToldParty } from "../../../shared/registry/model.ts";
import type { Actor } from "./effect.ts";

/** The side that is told: `other` is the one that did not act. */
export function recipientSide(side: ToldParty, { kind }: Actor): Party {
  if (side !== "other") return side;
  return kind === "supplier" ? "shop" : "supplier";
}
