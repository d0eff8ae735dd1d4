import type { Row } from "../../shared/domain/cell.ts";
import { parseScaled } from "../../shared/domain/scaled.ts";
import { demoUrl } from "../demo-files.ts";
import { enter } from "../enter.ts";
import { CATEGORIES } from "../names/goods.ts";
import { act, open } from "../play.ts";
import { minute } from "../timeline.ts";
import { onDay, type SeedParty, type SeedSupplier, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { barcode, cents, goodsPicture, salePrice } from "./article.ts";
import { NEW_GOODS_PLANS, type NewGoodsPlan } from "./new-goods-plans.ts";

/** How a new article differs from the one it was made of. */
const EDITIONS = ["升级款", "家庭装", "经典款", "简装", "特惠装", "限定款", "组合装", "二代"] as const;
/** The right check digit would be 2. */
const MISTYPED = "6901234567893";

/** Plans what suppliers offer anew, with what becomes of it. */
export function planNewGoods(shop: TradingShop): void {
  for (const [n, plan] of NEW_GOODS_PLANS.entries()) {
    const party = plan.supplier === "bidder" ? shop.bidder : supplierAt(shop, plan.supplier);
    const module = plan.kind === "apply" ? 606 : 603;
    onDay(shop, plan.offset, minute(9, n), async (now) => {
      const row = await enter(shop, party.user, now, { entity: "NewGoods", values: valuesOf(shop, plan, party, n), module });
      const step = (transition: string) => ({ entity: "NewGoods", id: Number(row.Id), transition, reason: plan.reason ?? "", module });
      if (plan.statu === 0) return;
      onDay(shop, plan.offset, minute(11, n), (later) => act(shop, party.user, later, step("submit")));
      if (n % 3 !== 1) onDay(shop, plan.offset, minute(16, n), () => open(shop, "shop", "NewGoods", row));
      if (plan.statu === 10) return;
      const decision = plan.statu === -1 ? "reject" : plan.kind === "apply" ? "audit" : "release";
      onDay(shop, plan.offset + 2, minute(10, n), (later) => act(shop, shop.staff.buyer, later, step(decision)));
    });
  }
}

function valuesOf(shop: TradingShop, { kind, isMistyped }: NewGoodsPlan, party: SeedParty, n: number): Row {
  const random = streamIn(shop, "NewGoods", n);
  const category = CATEGORIES.find(({ name }) => name === categoryOf(party)) ?? CATEGORIES[n % CATEGORIES.length];
  const model = category?.goods.filter(([, , unit]) => unit !== "kg").at(-1 - (n % 3));
  if (!category || !model) throw new Error("seed: no goods to make new ones of");
  const [name, spec, unit, yuan] = model;
  const cost = cents(yuan) + BigInt(random.int(5, 20)) * (cents(yuan) / 100n);
  return {
    NewKind: kind,
    Provider: party.row.Provider ?? null,
    GoodsName: `${name}（${EDITIONS[n % EDITIONS.length]}）`,
    Barcode: isMistyped ? MISTYPED : barcode(random, "69"),
    spec,
    unit,
    Brand: party.row.company_providerDisplayName ?? null,
    CategoryId: category.id,
    taxRate: parseScaled(category.taxRate, 6),
    cost,
    price: salePrice(random, cost),
    producer: party.row.city ?? "杭州市",
    gdsimg: goodsPicture(category.id),
    qualityimg: n % 2 === 0 ? demoUrl("licence", n) : null,
    img: n % 5 === 0 ? demoUrl("qr", n) : null,
  };
}

/** What the supplier sells; the bidder sells nothing yet. */
function categoryOf(party: SeedParty | SeedSupplier): string | null {
  return "goods" in party ? String(party.goods[0]?.CategoryName) : null;
}
