import { profileOf } from "../../server/base/viewer.ts";
import { type Act, act, enter } from "../play.ts";
import { minute } from "../timeline.ts";
import { onDay, rowIn, supplierAt, type TradingShop } from "../world.ts";
import { agreeToAll } from "./approval.ts";
import { PAY_WAY } from "./payments.ts";

const OFFSET = -25;
/** In 分. */
const MONEY = 150_000n;
/** 付款申请 without a statement. */
const PAGE = 523;

/** Plans a prepayment to the spotlight supplier that finance has marked as paid by mistake, and takes back (docs/decisions/102). */
export function planWrongPayment(shop: TradingShop): void {
  const { boss } = shop.staff;
  const supplier = supplierAt(shop, 1);
  onDay(shop, OFFSET, minute(9, 0), async (now) => {
    const values = { provid: supplier.row.provid ?? null, ApplyType: "request", applyMoney: MONEY, PayWay: PAY_WAY.transfer };
    const application = await enter(shop, supplier.user, now, { entity: "PayApply", module: PAGE, values });
    const { Id = null } = await act(shop, supplier.user, now, {
      entity: "PayApply",
      module: PAGE,
      id: Number(application.Id),
      transition: "submit",
    });
    onDay(shop, OFFSET + 1, minute(10, 0), async (later) => {
      await agreeToAll(shop, later, application);
      const { PayBillid = null } = await rowIn(shop, "PayApply", { Id });
      const bill = await rowIn(shop, "BalancePay", { Billid: PayBillid });
      const what = { entity: "BalancePay", id: Number(bill.Id), functions: ["pay", "balancepay"] };
      for (const transition of ["confirm", "pay"]) await act(shop, boss, later, { ...what, transition });
      await takeBack(shop, later, { ...what, reason: "误点付款，款未付出" }, { ask: "askunpaid", agree: "reverseunpaid" });
    });
  });
}

/** The head of finance asks and somebody else agrees, where two are asked for. */
export async function takeBack(
  shop: TradingShop,
  now: Date,
  what: Omit<Act, "transition">,
  { ask, agree }: Readonly<Record<"ask" | "agree", string>>,
): Promise<void> {
  const isReviewed = profileOf(shop.registry, shop.plan.id).flags.payReview === true;
  if (isReviewed) await act(shop, shop.staff.boss, now, { ...what, transition: ask });
  await act(shop, shop.staff.buyer, now, { ...what, transition: agree });
}
