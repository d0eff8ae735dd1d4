import type { EffectContext } from "../../engine/effects/effect.ts";
import { confirmStep } from "../../models/model-history.ts";

/** 确认采用: in the transaction of the button, so that the history names who pressed it. A server that holds the edit takes it within a second. */
export async function confirmModel({ store, work, row }: EffectContext<"ModelEdit">): Promise<undefined> {
  const { trx } = store;
  // What the demo tells of the past let no edit through.
  if (trx === null) return;
  await confirmStep(trx, { base: row.basis ?? "", version: row.version ?? "" }, `${work.actor.userId} ${work.actor.userName}`, work.now);
}
