import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { hurryPayment } from "./adopt-payment.ts";
import { isPayable, PAYABLE_NAMES, type PayableRow } from "./payables.ts";

/** 查询结果: has the bank asked about a document, or about the one a payment record belongs to, right after this is committed. */
export async function askBank({ store, work, entity, row }: EffectContext<"PayOrder" | "PayRecord">): Promise<undefined> {
  // A row is of its entity.
  const owner = isPayable(entity) ? { entity, row: row as PayableRow } : await ownerOf({ store, work, row });
  const isAsked = owner !== null && (await hurryPayment(store, work.registry, owner.entity, owner.row, work.actor.userId));
  if (!isAsked) throw refuse("没有找到该单据的银行指令，请与管理员联系");
}

/** The document whose payment a record is of: by its bank number, which parts of a merged bill share with it. */
async function ownerOf({ store, work, row }: Pick<EffectContext<"PayOrder" | "PayRecord">, "store" | "work" | "row">) {
  const transid = (row.transid ?? "").replace(/-\d+$/, "");
  // The parts of a merged bill have its number, too.
  for (const name of PAYABLE_NAMES) {
    const entity = entityOf(work.registry, name);
    const [found] = await store.find(entity, { transid });
    if (found) return { entity, row: found };
  }
  return null;
}
