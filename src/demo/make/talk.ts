import { profileOf } from "../../server/base/viewer.ts";
import advices from "../data/advices.json" with { type: "json" };
import boards from "../data/boards.json" with { type: "json" };
import { type DemoKind, demoUrl } from "../demo-files.ts";
import { type Plan, type Story, tell } from "../life.ts";
import { openAs } from "../play.ts";
import { minute } from "../timeline.ts";
import { entityIn, onDay, type ShopWorld, streamIn, type TradingShop } from "../world.ts";
import { phone } from "./names.ts";

/** A notice or the news of a version, and how far it goes. */
interface BoardPlan extends Plan {
  readonly kind: string;
  readonly statu: number;
  readonly title: string;
  readonly content: string;
  readonly audience: string;
  readonly version?: string;
  readonly isTop?: boolean;
  readonly file?: DemoKind;
}

/** What a supplier suggests; the answer is its reason. The first three answers wait for the spotlight supplier. */
interface AdvicePlan extends Plan {
  readonly title: string;
  readonly content: string;
  readonly isScanned?: boolean;
  readonly isAnswered?: boolean;
  readonly isRead?: boolean;
}

/** What is printed, and the state that nobody prints at 0. */
const PRINTED: Readonly<Record<string, string>> = {
  Order: "Statu",
  Accept: "Statu",
  Recede: "Statu",
  Balance: "B2b_statu",
  FeeBill: "Statu",
  CostAdjust: "Cost_statu",
  RateChange: "Statu",
  Voucher: "Statu",
  InvoiceApply: "Statu",
  BalancePay: "Statu",
  PayApply: "stt",
  PayRecord: "result",
};

/** Plans the shop's notices, and who has read them. */
export function planBoards(shop: TradingShop): void {
  tell(
    shop,
    boards as Story<BoardPlan>,
    ({ kind, title, content, audience, version = null, isTop = false, file }) => ({
      entity: "Board",
      values: { BoardKind: kind, title, content, audience, version, top: isTop, file: file ? demoUrl(file, 0) : null },
      module: kind === "release" ? 122 : 901,
    }),
    (row, plan, n) => {
      if (plan.statu === 0) return;
      for (const [at, reader] of readersOf(shop, plan, n).entries()) {
        const day = plan.offset + (at > 2 ? 1 : 0);
        onDay(shop, day, minute(14 + (at % 5), n + at), (later) => openAs(shop, reader, later, "Board", Number(row.Id)));
      }
    },
  );
}

/** Some of those it is for; the spotlight supplier has not yet seen the latest. */
function readersOf({ staff, suppliers }: TradingShop, { audience }: BoardPlan, n: number) {
  const own = audience === "supplier" ? [] : [staff.boss, staff.buyer];
  const theirs = audience === "shop" ? [] : suppliers.slice(n === 5 ? 1 : 0, 3 + n).map(({ user }) => user);
  return [...own, ...theirs];
}

/** Plans what suppliers suggest, in shops that ask for it. */
export function planAdvices(shop: TradingShop): void {
  if (profileOf(shop.registry, shop.plan.id).flags.advice !== true) return;
  tell(shop, advices as Story<AdvicePlan>, ({ title, content, isScanned }, n) => {
    const tel = phone(streamIn(shop, "Advice", n));
    const img = n % 4 === 0 ? demoUrl("invoice", n) : null;
    return { entity: "Advice", values: { title, content, tel, img, source: isScanned ? "qr" : "portal" } };
  });
}

/** What people did with finished documents: most messages were read, most documents printed. */
export async function makeReaders(world: ShopWorld): Promise<void> {
  const mine = { SHOP_ID: world.plan.id };
  for (const [n, message] of world.database.table(entityIn(world, "Message")).find(mine).entries()) {
    if (streamIn(world, "Message", n).chance(30)) continue;
    const readtime = `${String(message.sendtime).slice(0, 10)} 23:30:00`;
    await world.store.update(entityIn(world, "Message"), { Id: message.Id ?? null }, { isread: true, readtime });
  }
  for (const [entity, state] of Object.entries(PRINTED)) {
    for (const [n, row] of world.database.table(entityIn(world, entity)).find(mine).entries()) {
      const random = streamIn(world, `${entity}.Degree`, n);
      if (row[state] === 0 || random.chance(40)) continue;
      await world.store.update(entityIn(world, entity), { Id: row.Id ?? null }, { Degree: random.int(1, 3) });
    }
  }
}
