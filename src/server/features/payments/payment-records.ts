import { timeOf } from "../../../shared/domain/day.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { runTransition } from "../../engine/run-transition.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf, transitionOf } from "../../engine/values/names.ts";
import { PayOperate } from "../../generated/entities.ts";
import type { BankAnswer } from "./bank/gateway.ts";
import { recordNumbers } from "./bank-order.ts";
import type { Intent } from "./intent.ts";

/** Writes the outcome into the payment's records (docs/decisions/47). A success is what the page of e-receipts shows. */
export async function finishRecords(store: Store, work: Work, intent: Intent, answer: BankAnswer): Promise<void> {
  const entity = entityOf(work.registry, "PayRecord");
  const transition = transitionOf(entity, answer.state === "success" ? "succeed" : "fail");
  for (const transid of recordNumbers(intent.transid, intent.parts)) {
    const [record] = await store.find(entity, { transid, Operate: PayOperate.payment }, true);
    if (!record) throw new Error(`the payment ${transid} has no record`);
    await store.update(entity, { Id: record.Id }, { message: answer.message, paytime: timeOf(work.now) });
    await runTransition(store, { ...work, entity, transition, id: record.Id });
  }
}
