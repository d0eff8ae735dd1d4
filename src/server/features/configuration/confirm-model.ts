import type { EffectContext } from "../../engine/effects/effect.ts";
import { confirmStep } from "../../models/model-history.ts";

/** 确认采用: in the transaction of the button, so that the history names who pressed it. A server that holds the edit takes it within a second. */
export async function confirmModel({ store, work, row }: EffectContext<"ModelEdit">): Promise<undefined> {
  const { trx } = store;
  if (trx === null) throw new Error("what is confirmed is kept in the database alone");
  await confirmStep(trx, { base: row.basis ?? "", version: row.version ?? "" }, `${work.actor.userId} ${work.actor.userName}`, work.now);
}
