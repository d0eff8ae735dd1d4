import { parseScaled } from "../../shared/domain/scaled.ts";
import { demoUrl } from "../demo-files.ts";
import { enter } from "../enter.ts";
import { phone } from "../names/people.ts";
import { RELEASES } from "../names/releases.ts";
import { act, actAsSystem } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, onDay, streamIn, type TradingShop } from "../world.ts";
import { planQuotation } from "./quotations.ts";
import { RELEASE_PLANS, type ReleasePlan } from "./release-plans.ts";

/** Plans every release of the shop, its quotations, and what becomes of them. */
export function planReleases(shop: TradingShop): void {
  for (const [n, plan] of RELEASE_PLANS.entries()) {
    const { buyer } = shop.staff;
    const module = plan.kind === "bidding" ? 8802 : 601;
    onDay(shop, plan.starts, minute(9, n), async (now) => {
      const release = await enter(shop, buyer, now, { entity: "PurchaseRelease", module, ...entryOf(shop, plan, n) });
      const step = (transition: string) => ({ entity: "PurchaseRelease", id: Number(release.Id), transition, module });
      if (plan.statu === 0) return;
      onDay(shop, plan.starts, minute(10, n), (later) => act(shop, buyer, later, step("publish")));
      for (const [at, quote] of plan.quotes.entries()) planQuotation(shop, plan, release, quote, n * 10 + at);
      if (plan.statu === -1) onDay(shop, plan.ends - 2, minute(16, n), (later) => act(shop, buyer, later, step("void")));
      if (plan.statu !== 50) return;
      if (plan.isDue) onDay(shop, plan.ends + 1, minute(1, n), (later) => actAsSystem(shop, later, step("close")));
      else onDay(shop, plan.ends, minute(17, n), (later) => act(shop, buyer, later, step("close")));
    });
  }
}

function entryOf(shop: TradingShop, { text, kind, starts, ends }: ReleasePlan, n: number) {
  const { title, category, content, goods } = RELEASES[text];
  const random = streamIn(shop, "PurchaseRelease", n);
  const values = {
    PurchKind: kind,
    title,
    CategoryId: category,
    startdate: dayAt(shop, starts),
    enddate: dayAt(shop, ends),
    tel: phone(random),
    content,
    file: n % 3 === 0 ? demoUrl("docx", 0) : n % 3 === 1 ? demoUrl("pdf", 0) : null,
  };
  const lines = goods.map(([GoodsName, spec, unit, amount, target]) => ({
    GoodsName,
    spec,
    unit,
    amount: BigInt(amount) * 1000n,
    targetCost: parseScaled(target, 2),
  }));
  return { values, lines: { PurchaseLine: lines } };
}
