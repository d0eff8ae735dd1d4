import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";

/** 验真: what the register said (inquiry check-invoice) is written down, and the invoice becomes verified or failed. */
export async function settleCheck({ store, work, entity, row, runAsSystem }: EffectContext): Promise<undefined> {
  const { answer } = work;
  if (answer === undefined) throw refuse("没有查验结果，请重新验真");
  const { failkind = null, verifyMsg = null, chkid = null } = answer;
  await store.update(entity, { Id: row.Id ?? null }, { failkind, verifyMsg, chkid });
  await runAsSystem(entity, failkind === null ? "verified" : "verifyfailed", Number(row.Id));
}
