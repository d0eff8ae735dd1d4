import type { Row } from "../../shared/domain/cell.ts";
import { addDays } from "../../shared/domain/day.ts";
import { demoUrl } from "../demo-files.ts";
import { enter } from "../enter.ts";
import { goodsLicence, supplierLicence } from "../names/licences.ts";
import { act, open } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, onDay, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { LICENCE_PLANS, type LicencePlan } from "./licence-plans.ts";

const YEARS = 3;

/** Plans every licence of the shop's suppliers, with what becomes of it. */
export function planLicences(shop: TradingShop): void {
  for (const [n, plan] of LICENCE_PLANS.entries()) {
    const { user } = supplierAt(shop, plan.supplier);
    const module = plan.kind === "supplier" ? 701 : 702;
    const offset = offsetOf(plan, n);
    onDay(shop, offset, minute(10, n), async (now) => {
      const row = await enter(shop, user, now, { entity: "Licence", values: valuesOf(shop, plan, n), module });
      const step = (transition: string, reason = "") => ({ entity: "Licence", id: Number(row.Id), transition, reason, module });
      if (plan.statu === 0) return;
      onDay(shop, offset, minute(11, n), (later) => act(shop, user, later, step("submit")));
      if (plan.statu === 10) return;
      onDay(shop, offset + 1, minute(9, n), () => open(shop, "shop", "Licence", row));
      const reason = "证照编号与图片不符，请核对";
      const decide = plan.statu === 50 ? step("audit") : step("reject", reason);
      onDay(shop, offset + 1, minute(10, n), (later) => act(shop, shop.staff.buyer, later, decide));
      if (n % 4 !== 3) onDay(shop, offset + 1, minute(18, n), () => open(shop, "supplier", "Licence", row));
    });
  }
}

/** What is still on its way began in the last days, the others when the suppliers had just come. */
function offsetOf({ statu }: LicencePlan, n: number): number {
  return statu === 50 ? -340 + n * 4 : -2 - (n % 5);
}

function valuesOf(shop: TradingShop, { supplier, kind, ends, statu }: LicencePlan, n: number): Row {
  const random = streamIn(shop, "Licence", n);
  const { goods } = supplierAt(shop, supplier);
  const category = String(goods[0]?.CategoryName);
  const enddate = dayAt(shop, ends);
  const [LicenceType, mark] = kind === "supplier" ? [supplierLicence(category, n), "ZZ"] : [goodsLicence(category, n), "SP"];
  const of = kind === "goods" ? { GoodsId: random.pick(goods.filter((one) => one.statu === 1)).GoodsId ?? null } : {};
  return {
    LicenceKind: kind,
    LicenceType,
    LicenceNo: `${mark}DEMO${random.digits(8)}`,
    ...of,
    startdate: addDays(enddate, -365 * YEARS),
    enddate,
    img: statu === 0 && kind === "goods" ? null : demoUrl("licence", n),
  };
}
