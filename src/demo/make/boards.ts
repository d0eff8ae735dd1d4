import { demoUrl } from "../demo-files.ts";
import { enter } from "../enter.ts";
import { BOARDS, type BoardKey, type BoardText } from "../names/boards.ts";
import { act, openAs } from "../play.ts";
import { minute } from "../timeline.ts";
import { onDay, type TradingShop } from "../world.ts";

/** What is announced when (days from the anchor day), and how far it goes. */
const PLANS: readonly (readonly [text: BoardKey, offset: number, statu: 0 | 10 | -1])[] = [
  ["version23", -75, 10],
  ["oldInvoices", -48, -1],
  ["statements", -40, 10],
  ["version24", -26, 10],
  ["fireDrill", -11, 10],
  ["receiving", -6, 10],
  ["version25", -2, 0],
  ["promotion", -1, 0],
];

/** Plans the shop's notices, and who has read them. */
export function planBoards(shop: TradingShop): void {
  const { admin } = shop.staff;
  for (const [n, [key, offset, statu]] of PLANS.entries()) {
    const text: BoardText = BOARDS[key];
    const module = text.kind === "release" ? 122 : 901;
    onDay(shop, offset, minute(8, n), async (now) => {
      const { kind, title, content, audience, version = null, isTop = false } = text;
      const file = key === "version24" ? demoUrl("manual", 0) : key === "statements" ? demoUrl("docx", 0) : null;
      const values = { BoardKind: kind, title, content, audience, version, top: isTop, file };
      const row = await enter(shop, admin, now, { entity: "Board", values, module });
      const step = (transition: string) => ({ entity: "Board", id: Number(row.Id), transition, module });
      if (statu === 0) return;
      onDay(shop, offset, minute(9, n), (later) => act(shop, admin, later, step("publish")));
      for (const [at, reader] of readersOf(shop, text, n).entries()) {
        onDay(shop, offset + (at > 2 ? 1 : 0), minute(14 + (at % 5), n + at), (later) =>
          openAs(shop, reader, later, "Board", Number(row.Id)),
        );
      }
      if (statu === -1) onDay(shop, offset + 2, minute(9, n), (later) => act(shop, admin, later, step("withdraw")));
    });
  }
}

/** Some of those it is for; the spotlight supplier has not yet seen the latest. */
function readersOf({ staff, suppliers }: TradingShop, { audience }: BoardText, n: number) {
  const own = audience === "supplier" ? [] : [staff.boss, staff.buyer];
  const theirs = audience === "shop" ? [] : suppliers.slice(n === 5 ? 1 : 0, 3 + n).map(({ user }) => user);
  return [...own, ...theirs];
}
