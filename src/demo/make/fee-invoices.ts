import { runSaveEffects } from "../../server/engine/save/finish-save.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { dayOf } from "../../shared/domain/day.ts";
import { photograph } from "../invoice-pictures.ts";
import { act, workOf } from "../play.ts";
import { minute } from "../timeline.ts";
import { entityIn, onDay, rowIn, streamIn, supplierAt, type TradingShop } from "../world.ts";

/**
 * What becomes of the shop's fee invoices, in the order in which they were to be issued: of the spotlight supplier, who has one in every state, and
 * of the others; those behind them wait.
 */
const ENDS = {
  own: ["issued", "reversed", "voided", "reddening", "issued"],
  others: ["issued", "issued", "issued"],
} as const;
type End = (typeof ENDS)[keyof typeof ENDS][number];
/** Days from the anchor day to the day on which finance issues what there is. */
const ISSUING = -1;
const DIGITAL = 3;
/** Where the numbers of red-letter invoices begin. */
const REDS = 100;

/** Plans the invoices over fees (docs/decisions/105), where the shop issues them: finance goes through those that wait, some are corrected. */
export function planFeeInvoices(shop: TradingShop): void {
  onDay(shop, ISSUING, minute(9, 0), async () => {
    const waiting = await shop.store.find(entityIn(shop, "FeeInvoice"), { Statu: 0 });
    const isOwn = ({ provid }: Row) => provid === supplierAt(shop, 1).row.provid;
    const [own, others] = [waiting.filter(isOwn), waiting.filter((row) => !isOwn(row))];
    const planned = [...ENDS.own.map((end, n) => ({ end, row: own[n] })), ...ENDS.others.map((end, n) => ({ end, row: others[n] }))];
    for (const [n, { end, row }] of planned.entries()) {
      if (row === undefined) continue;
      onDay(shop, ISSUING, minute(10, n), (later) => issue(shop, later, row, n));
      if (end !== "issued") onDay(shop, ISSUING, minute(14, n), (later) => correct(shop, later, row, end, n));
    }
  });
}

/** Number, day and picture are filled in, and it is issued. */
async function issue(shop: TradingShop, now: Date, { Id }: Row, n: number): Promise<void> {
  const random = streamIn(shop, "FeeInvoice", n);
  const entity = entityIn(shop, "FeeInvoice");
  const number = `25${random.digits(18)}`;
  const ImgUrl = await photograph(shop, shop.staff.boss, now, number);
  const typed = { InvType: DIGITAL, Number: number, InvDate: dayOf(now), ImgUrl };
  await shop.store.update(entity, { Id: Number(Id) }, typed);
  const work = workOf(shop, shop.staff.boss, now, { entity: "FeeInvoice", functions: ["edit"] });
  await runSaveEffects(
    { store: shop.store, work },
    entity,
    entity.save.edit?.effects ?? [],
    await rowIn(shop, "FeeInvoice", { Id: Number(Id) }),
  );
  await act(shop, shop.staff.boss, now, { entity: "FeeInvoice", id: Number(Id), transition: "issue" });
}

/** It was wrong: voided while its statement is not paid, else taken back by a red-letter invoice, which is issued or still waits. */
async function correct(shop: TradingShop, now: Date, { Id, Billid }: Row, end: Exclude<End, "issued">, n: number): Promise<void> {
  const what = { entity: "FeeInvoice", id: Number(Id), reason: "购方抬头有误" };
  await act(shop, shop.staff.boss, now, { ...what, transition: end === "voided" ? "void" : "redletter" });
  if (end !== "reversed") return;
  const red = await rowIn(shop, "FeeInvoice", { RedBillid: Billid ?? null });
  onDay(shop, ISSUING, minute(16, n), (later) => issue(shop, later, red, REDS + n));
}
