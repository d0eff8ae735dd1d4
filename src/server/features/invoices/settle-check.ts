import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import type { CheckAnswer } from "./check-invoice.ts";

/** 验真: what the register said (inquiry check-invoice) is written down, and the invoice becomes verified or failed. */
export async function settleCheck({ store, work, entity, row, runAsSystem }: EffectContext<"TaxInvoice">): Promise<undefined> {
  // What the inquiry of its transition found out.
  const answer = work.answer as CheckAnswer | undefined;
  if (answer === undefined) throw refuse("没有查验结果，请重新验真");
  const { failkind, verifyMsg, chkid } = answer;
  await store.update(entity, { Id: row.Id }, { failkind, verifyMsg, chkid });
  await runAsSystem(entity, failkind === null ? "verified" : "verifyfailed", row.Id);
}
