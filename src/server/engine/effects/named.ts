import type { Row } from "../../../shared/domain/cell.ts";
import type { EffectContext, EffectDef } from "./effect.ts";

/**
 * An effect that the vocabulary cannot say; a feature brings it under the name that files use (`named`). It is a method, so that it may
 * be written for the rows of the entities that use it: that only these do is what the registry checks (`on` of its contract).
 */
export interface NamedEffect {
  /** Money moves by it: whoever may run a transition with it needs a second factor where the settings ask for one (docs/decisions/86). */
  readonly pays?: true;
  /** Does its work after the row was written, in the same transaction; answers what its own row shall hold besides. */
  run(context: EffectContext): Promise<Row | undefined>;
}

export const named: EffectDef<"named"> = {
  reads: () => [],
  async runAndKeep({ named: name }, context) {
    const effect = context.work.registry.code.effects[name] as NamedEffect | undefined;
    if (effect === undefined) throw new Error(`no named effect ${name}: the registry must have refused it`);
    return (await effect.run(context)) ?? {};
  },
};
