import { profileOf } from "../../server/base/viewer.ts";
import { demoUrl } from "../demo-files.ts";
import { enter } from "../enter.ts";
import { ADVICES } from "../names/advices.ts";
import { phone } from "../names/people.ts";
import { act, open, openAs } from "../play.ts";
import { minute } from "../timeline.ts";
import { onDay, streamIn, supplierAt, type TradingShop } from "../world.ts";

/** Who suggests it, when, and whether he has read the answer. The first three answers wait for the spotlight supplier. */
const PLANS: readonly { readonly supplier: number; readonly offset: number; readonly isRead?: true; readonly isScanned?: true }[] = [
  { supplier: 1, offset: -9 },
  { supplier: 1, offset: -6 },
  { supplier: 1, offset: -4 },
  { supplier: 1, offset: -40, isRead: true },
  { supplier: 2, offset: -28, isRead: true, isScanned: true },
  { supplier: 3, offset: -21, isRead: true },
  { supplier: 1, offset: -3 },
  { supplier: 2, offset: -2, isScanned: true },
  { supplier: 4, offset: -1 },
];

/** Plans what suppliers suggest, in shops that ask for it. */
export function planAdvices(shop: TradingShop): void {
  if (profileOf(shop.registry, shop.plan.id).flags.advice !== true) return;
  for (const [n, { supplier, offset, isRead, isScanned }] of PLANS.entries()) {
    const { user } = supplierAt(shop, supplier);
    const text = ADVICES[n];
    if (!text) throw new Error(`seed: no text for advice ${n}`);
    onDay(shop, offset, minute(15, n), async (now) => {
      const { title, content, reply } = text;
      const tel = phone(streamIn(shop, "Advice", n));
      const img = n % 4 === 0 ? demoUrl("invoice", n) : null;
      const values = { title, content, tel, img, source: isScanned ? "qr" : "portal" };
      const row = await enter(shop, user, now, { entity: "Advice", values });
      if (reply === undefined) return;
      const what = { entity: "Advice", id: Number(row.Id), transition: "reply", reason: reply };
      onDay(shop, offset + 1, minute(10, n), () => open(shop, "shop", "Advice", row));
      onDay(shop, offset + 1, minute(11, n), (later) => act(shop, shop.staff.admin, later, what));
      if (isRead) onDay(shop, offset + 2, minute(9, n), (later) => openAs(shop, user, later, "Advice", Number(row.Id)));
    });
  }
}
