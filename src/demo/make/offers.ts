import type { Row } from "../../shared/domain/cell.ts";
import { parseScaled, SCALE } from "../../shared/domain/scaled.ts";
import newGoods from "../data/new-goods.json" with { type: "json" };
import releases from "../data/releases.json" with { type: "json" };
import { demoUrl } from "../demo-files.ts";
import { partyOf, tell, tellOne } from "../life.ts";
import { act } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, onDay, type SeedParty, streamIn, type TradingShop } from "../world.ts";
import { barcode, CATEGORIES, goodsPicture, salePrice, yuanPrice } from "./goods.ts";
import { CENT } from "./line-amount.ts";
import { phone } from "./names.ts";

/** A new article, and how far it goes. The number of a mistyped one does not pass the check, so that it cannot be submitted. */
type NewGoodsPlan = (typeof newGoods.plans)[number];

/**
 * A release from its first day of quoting (`offset`) to its last, what it is about, how far it goes, and who quotes. `isDue`: the system
 * ends it by itself; else the buyer does, or withdraws it. `category`: its id; null: any. `goods`: what the shop looks for, amounts in
 * units, target prices as yuan in decimal text.
 */
type ReleasePlan = (typeof releases.plans)[number];

/** Who quotes, and what the shop makes of it: 1 adopted, -1 refused. */
type Quote = ReleasePlan["quotes"][number];

/** How a new article differs from the one it was made of. */
const EDITIONS = ["升级款", "家庭装", "经典款", "简装", "特惠装", "限定款", "组合装", "二代"] as const;
/** The right check digit would be 2. */
const MISTYPED = "6901234567893";
const CITY = "杭州市";

/** Plans what suppliers offer anew, with what becomes of it. */
export function planNewGoods(shop: TradingShop): void {
  tell(shop, newGoods, (plan, n) => {
    const values = articleOf(shop, plan, partyOf(shop, plan.supplier), n);
    return { entity: "NewGoods", values, module: plan.kind === "apply" ? 606 : 603 };
  });
}

function articleOf(shop: TradingShop, { kind, isMistyped }: NewGoodsPlan, party: SeedParty, n: number): Row {
  const random = streamIn(shop, "NewGoods", n);
  const category = CATEGORIES.find(({ name }) => name === categoryOf(party)) ?? CATEGORIES[n % CATEGORIES.length];
  const model = category?.goods.filter(({ unit }) => unit !== "kg").at(-1 - (n % 3));
  if (!category || !model) throw new Error("seed: no goods to make new ones of");
  const yuan = yuanPrice(model.cost);
  const cost = yuan + BigInt(random.int(5, 20)) * ((yuan / 100n / CENT) * CENT);
  return {
    NewKind: kind,
    Provider: party.row.Provider ?? null,
    GoodsName: `${model.name}（${EDITIONS[n % EDITIONS.length]}）`,
    Barcode: isMistyped ? MISTYPED : barcode(random, "69"),
    spec: model.spec,
    unit: model.unit,
    Brand: party.row.company_providerDisplayName ?? null,
    CategoryId: category.id,
    taxRate: parseScaled(category.taxRate, 6),
    cost,
    price: salePrice(random, cost),
    producer: party.row.city ?? CITY,
    gdsimg: goodsPicture(category.id),
    qualityimg: n % 2 === 0 ? demoUrl("licence", n) : null,
    img: n % 5 === 0 ? demoUrl("qr", n) : null,
  };
}

/** What the supplier sells; the bidder sells nothing yet. */
function categoryOf(party: SeedParty & { readonly goods?: readonly Row[] }): string | null {
  return party.goods ? String(party.goods[0]?.CategoryName) : null;
}

/** Plans every release of the shop, its quotations, and what becomes of them. */
export function planReleases(shop: TradingShop): void {
  tell(
    shop,
    releases,
    (plan, n) => ({ entity: "PurchaseRelease", module: plan.kind === "bidding" ? 8802 : 601, ...releaseOf(shop, plan, n) }),
    (release, plan, n) => {
      for (const [at, quote] of plan.quotes.entries()) planQuotation(shop, plan, release, quote, n * 10 + at);
    },
  );
}

function releaseOf(shop: TradingShop, { kind, title, category, content, goods, offset, ends }: ReleasePlan, n: number) {
  const values = {
    PurchKind: kind,
    title,
    CategoryId: category,
    startdate: dayAt(shop, offset),
    enddate: dayAt(shop, ends),
    tel: phone(streamIn(shop, "PurchaseRelease", n)),
    content,
    file: n % 3 === 0 ? demoUrl("docx", 0) : n % 3 === 1 ? demoUrl("pdf", 0) : null,
  };
  const lines = goods.map(({ name, spec, unit, amount, target }) => ({
    GoodsName: name,
    spec,
    unit,
    amount: BigInt(amount) * 1000n,
    targetCost: parseScaled(target, SCALE.price),
  }));
  return { values, lines: { PurchaseLine: lines } };
}

/** Plans a quotation for a release a day or two after it was published, and what the shop says the day after quoting ends. */
function planQuotation(shop: TradingShop, release: ReleasePlan, row: Row, { supplier, statu }: Quote, n: number): void {
  const isBidding = release.kind === "bidding";
  const plan = {
    kind: release.kind,
    supplier,
    offset: release.offset + 1 + (n % 2),
    // Those for a release that is withdrawn lapse with it.
    statu: release.statu === -1 ? 0 : statu,
    // The days on which it is decided and its supplier learns of it.
    decided: Math.min(release.ends + 1, -2),
    told: Math.min(release.ends + 2, -1),
  };
  const teller = async () => ({
    entity: "Quotation",
    module: isBidding ? 8807 : 602,
    ...(await quotationOf(shop, row, partyOf(shop, supplier), n)),
  });
  tellOne(shop, releases.quotations, plan, n, teller, (quotation) => {
    if (plan.statu !== 1) return;
    const what = { entity: "Quotation", id: Number(quotation.Id), transition: "adopt", module: isBidding ? 8804 : 602 };
    onDay(shop, plan.decided, minute(14, n), async (now) =>
      act(shop, shop.staff.buyer, now, { ...what, ticked: await adopted(shop, quotation, n) }),
    );
  });
}

/** Every good of the release, a little below or above what the shop wants to pay. */
async function quotationOf(shop: TradingShop, release: Row, { row }: SeedParty, n: number) {
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
    producer: row.city ?? CITY,
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
