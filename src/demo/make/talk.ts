import { profileOf } from "../../server/base/viewer.ts";
import advices from "../data/advices.json" with { type: "json" };
import boards from "../data/boards.json" with { type: "json" };
import printed from "../data/printed.json" with { type: "json" };
import { type DemoKind, demoUrl } from "../demo-files.ts";
import { tell } from "../life.ts";
import { openAs } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, onDay, type ShopWorld, streamIn, type TradingShop } from "../world.ts";
import { phone } from "./names.ts";

/** Plans the shop's notices and the news of versions, how far they go, and who has read them. */
export function planBoards(shop: TradingShop): void {
  tell(
    shop,
    boards,
    ({ kind, title, content: text, day = 0, audience, version = null, isTop = false, file }) => {
      const content = text.replace("{day}", monthAndDay(dayAt(shop, day)));
      return {
        entity: "Board",
        values: { BoardKind: kind, title, content, audience, version, top: isTop, file: file ? demoUrl(file as DemoKind, 0) : null },
        module: kind === "release" ? 122 : 901,
      };
    },
    (row, plan, n) => {
      if (plan.statu === 0) return;
      for (const [at, reader] of readersOf(shop, plan, n).entries()) {
        const day = plan.offset + (at > 2 ? 1 : 0);
        onDay(shop, day, minute(14 + (at % 5), n + at), (later) => openAs(shop, reader, later, "Board", Number(row.Id)));
      }
    },
  );
}

/** A day as a notice says it, `6月22日`: the demo is read on days after it was made, when no Friday is this one any more. */
function monthAndDay(day: string): string {
  return `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`;
}

/** Some of those it is for; the spotlight supplier has not yet seen the latest. */
function readersOf({ staff, suppliers }: TradingShop, { audience }: { readonly audience: string }, n: number) {
  const own = audience === "supplier" ? [] : [staff.boss, staff.buyer];
  const theirs = audience === "shop" ? [] : suppliers.slice(n === 5 ? 1 : 0, 3 + n).map(({ user }) => user);
  return [...own, ...theirs];
}

/** Plans what suppliers suggest, in shops that ask for it; an answer is its reason. The first three wait for the spotlight supplier. */
export function planAdvices(shop: TradingShop): void {
  if (profileOf(shop.registry, shop.plan.id).flags.advice !== true) return;
  tell(shop, advices, ({ title, content, isScanned }, n) => {
    const tel = phone(streamIn(shop, "Advice", n));
    const img = n % 4 === 0 ? demoUrl("invoice", n) : null;
    return { entity: "Advice", values: { title, content, tel, img, source: isScanned ? "qr" : "portal" } };
  });
}

/** What people did with finished documents: most messages were read, most documents printed, but in the state that nobody prints at 0. */
export async function makeReaders(world: ShopWorld): Promise<void> {
  const mine = { SHOP_ID: world.plan.id };
  for (const [n, message] of world.database.table(entityIn(world, "Message")).find(mine).entries()) {
    if (streamIn(world, "Message", n).chance(30)) continue;
    const readtime = `${String(message.sendtime).slice(0, 10)} 23:30:00`;
    await world.store.update(entityIn(world, "Message"), { Id: message.Id ?? null }, { isread: true, readtime });
  }
  for (const [entity, state] of Object.entries(printed)) {
    for (const [n, row] of world.database.table(entityIn(world, entity)).find(mine).entries()) {
      const random = streamIn(world, `${entity}.Degree`, n);
      if (row[state] === 0 || random.chance(40)) continue;
      await world.store.update(entityIn(world, entity), { Id: row.Id ?? null }, { Degree: random.int(1, 3) });
    }
  }
}
