import type { Row } from "../../../shared/domain/cell.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { hurryPayment } from "./adopt-payment.ts";
import { PAYABLES } from "./payables.ts";

/** 查询结果: has the bank asked about a document, or about the one a payment record belongs to, right after this is committed. */
export async function askBank({ store, work, entity, row }: EffectContext): Promise<undefined> {
  const owner = PAYABLES[entity.name] ? { entity, row } : await ownerOf({ store, work, row });
  const isAsked = owner !== null && (await hurryPayment(store, work.registry, owner.entity, owner.row, work.actor.userId));
  if (!isAsked) throw refuse("没有找到该单据的银行指令，请与管理员联系");
}

/** The document whose payment a record is of: by its bank number, which parts of a merged bill share with it. */
async function ownerOf({ store, work, row }: Pick<EffectContext, "store" | "work" | "row">) {
  const transid = String(row.transid ?? "").replace(/-\d+$/, "");
  // Merged bills before their parts: these have the number, too.
  for (const name of Object.keys(PAYABLES).toSorted((a, b) => Number(!PAYABLES[a]?.parts) - Number(!PAYABLES[b]?.parts))) {
    const entity = entityOf(work.registry, name);
    const [found] = await store.find(entity, { transid });
    if (found) return { entity, row: found satisfies Row };
  }
  return null;
}
