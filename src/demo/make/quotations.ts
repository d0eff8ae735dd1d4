import type { Row } from "../../shared/domain/cell.ts";
import { demoUrl } from "../demo-files.ts";
import { enter } from "../enter.ts";
import { act, open } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, onDay, type SeedParty, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { goodsPicture } from "./article.ts";
import type { QuotePlan, ReleasePlan } from "./release-plans.ts";

/** Plans a quotation for a release a day or two after it was published, and what the shop says the day after quoting ends. */
export function planQuotation(shop: TradingShop, plan: ReleasePlan, release: Row, [who, statu]: QuotePlan, n: number): void {
  const party = who === "bidder" ? shop.bidder : supplierAt(shop, who);
  const isBidding = plan.kind === "bidding";
  onDay(shop, plan.starts + 1 + (n % 2), minute(10, n), async (now) => {
    const entry = await entryOf(shop, release, party, n);
    const quotation = await enter(shop, party.user, now, { entity: "Quotation", module: isBidding ? 8807 : 602, ...entry });
    const step = (transition: string) => ({ entity: "Quotation", id: Number(quotation.Id), transition, module: isBidding ? 8804 : 602 });
    if (n % 3 !== 0) onDay(shop, plan.starts + 2 + (n % 2), minute(15, n), () => open(shop, "shop", "Quotation", quotation));
    // Those for a release that is withdrawn lapse with it.
    if (statu === 0 || plan.statu === -1) return;
    onDay(shop, Math.min(plan.ends + 1, -2), minute(14, n), async (later) => {
      if (statu === -1) return act(shop, shop.staff.buyer, later, { ...step("reject"), reason: "价格高于目标价，未达成一致" });
      return act(shop, shop.staff.buyer, later, { ...step("adopt"), ticked: await adopted(shop, quotation, n) });
    });
    if (n % 2 === 0) onDay(shop, Math.min(plan.ends + 2, -1), minute(16, n), () => open(shop, "supplier", "Quotation", quotation));
  });
}

/** Every good of the release, a little below or above what the shop wants to pay. */
async function entryOf(shop: TradingShop, release: Row, { row }: SeedParty, n: number) {
  const random = streamIn(shop, "Quotation", n);
  const wanted = await shop.store.find(entityIn(shop, "PurchaseLine"), { Billid: release.Billid ?? null });
  const gdsimg = release.CategoryId === null ? null : goodsPicture(String(release.CategoryId));
  const lines = wanted.map(({ GoodsName, Barcode, spec, unit, amount, targetCost }) => ({
    GoodsName: GoodsName ?? null,
    Barcode: Barcode ?? null,
    spec: spec ?? null,
    unit: unit ?? null,
    amount: amount ?? null,
    cost: (BigInt(targetCost as bigint) * BigInt(random.int(88, 112))) / 100n,
    producer: row.city ?? "杭州市",
    gdsimg,
  }));
  const values = {
    PurchKind: release.PurchKind ?? null,
    PurchBillid: release.Billid ?? null,
    // Copied from the file of those who have one.
    Provider: row.Provider ?? null,
    validdate: dayAt(shop, 45),
    file: n % 4 === 0 ? demoUrl("pdf", 0) : null,
  };
  return { values, lines: { QuotationLine: lines } };
}

/** Ids of the lines the shop takes: all three, or two of them. */
async function adopted(shop: TradingShop, quotation: Row, n: number): Promise<number[]> {
  const lines = await shop.store.find(entityIn(shop, "QuotationLine"), { Billid: quotation.Billid ?? null });
  return lines.slice(0, n % 2 === 0 ? 3 : 2).map(({ Id }) => Number(Id));
}
