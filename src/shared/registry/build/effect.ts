import type { RawEffect } from "../generated/raw.ts";
import type { Effect } from "../model.ts";
import { definition } from "../word.ts";

/** One effect with its kind: its only key, as the shape check has seen to. */
export function buildEffect(raw: RawEffect): Effect {
  const [[kind, said] = ["", {}]] = Object.entries(raw);
  // A map of fields is one thing to the effect, as a number is; other objects are its parts.
  const hasParts = typeof said === "object" && definition("entity", "effect").at(kind)?.keys === undefined;
  return { kind, ...(hasParts ? said : { [kind]: said }) } as Effect;
}
