import type { EntityInfo } from "../catalogue.ts";
import { allEffects, type EffectUse } from "../names/parts.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** The hand-written effects about pictures, and what they write: the addresses, and the side the last of them came from. */
const EFFECTS: readonly unknown[] = ["attach-file", "detach-file"];
const FIELDS = { attachurl: "images", attachside: "enum" } as const;

/** A row takes pictures only where it can keep them; which picture it is comes as the reason. */
export const attachmentFields: Check = (context) =>
  allEffects(context)
    .filter(({ raw }) => EFFECTS.includes(raw.named))
    .flatMap((effect) => [...fieldProblems(effect, effect.entity), ...reasonProblems(effect)]);

function fieldProblems({ at }: EffectUse, { name, fields }: EntityInfo): Problem[] {
  return Object.entries(FIELDS).flatMap(([wanted, type]) => {
    const raw = fields.get(wanted)?.raw;
    return raw?.type === type && !raw.computed ? [] : [at.in("named").problem(`needs a stored ${wanted} (${type}) of ${name}`)];
  });
}

function reasonProblems({ at, hasReason }: EffectUse): Problem[] {
  return hasReason ? [] : [at.in("named").problem("is told by the reason which picture it is", 'say "reason" in the transition')];
}
