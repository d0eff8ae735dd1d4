import { createHash } from "node:crypto";
import { profileOf } from "../../server/base/viewer.ts";
import { audienceOfKind } from "../../server/features/accounts/grantable.ts";
import { dayOf, timeOf } from "../../shared/domain/day.ts";
import { fits } from "../../shared/registry/rights/audience.ts";
import { act, actAsSystem } from "../play.ts";
import { minute } from "../timeline.ts";
import { entityIn, onDay, put, type SeedUser, supplierAt, type TradingShop } from "../world.ts";

/** What became of each file. None is under way: nobody would ever end it. */
const RUNS = [
  { offset: -16, file: "第一批.xlsx", rowcount: 120, created: 118, refused: 2, mode: "good", ends: ["finish"], message: null },
  {
    offset: -15,
    file: "第二批.csv",
    rowcount: 64,
    created: 0,
    refused: 3,
    mode: "all",
    ends: ["refuse"],
    message: "有 3 行不能导入，一行也没有写入",
  },
  {
    offset: -14,
    file: "第二批重复.csv",
    rowcount: 64,
    created: 64,
    refused: 0,
    mode: "all",
    ends: ["finish", "undo", "undone"],
    message: null,
  },
] as const;
const MINUTES_LATER = 5;
type Run = (typeof RUNS)[number];

/** Plans files that were brought in (docs/decisions/110), on the first page where the shop's own people, or the spotlight supplier, may. */
export function planImports(shop: TradingShop): void {
  const { admin } = shop.staff;
  for (const [n, run] of RUNS.entries()) {
    planRun(shop, run, n, { user: admin, kind: shop.plan.kind });
    planRun(shop, run, n + RUNS.length, { user: supplierAt(shop, 1).user, kind: "supplier" });
  }
}

function planRun(shop: TradingShop, run: Run, n: number, { user, kind }: { readonly user: SeedUser; readonly kind: string }): void {
  const { offset, ends, rowcount, ...said } = run;
  onDay(shop, offset, minute(15, n), async (now) => {
    const page = pageFor(shop, kind);
    const row = await put(shop, "ImportRun", {
      Billid: await shop.store.nextNumber(entityIn(shop, "ImportRun").number?.prefix ?? "", dayOf(now)),
      provid: user.provId === "" ? null : user.provId,
      USER_ID: user.userId,
      creator: user.userName,
      createtime: timeOf(now),
      MdlId: page.id,
      page: page.entry.title,
      entity: page.entity,
      digest: createHash("sha256").update(said.file).digest("hex"),
      rowcount,
      chunks: 1,
      done: rowcount,
      ...said,
    });
    const id = Number(row.Id);
    const later = new Date(now.getTime() + MINUTES_LATER * 60_000);
    await act(shop, user, now, { entity: "ImportRun", id, transition: "start", module: page.id });
    for (const transition of ends) {
      const what = { entity: "ImportRun", id, transition, module: page.id };
      await (transition === "undo" ? act(shop, user, later, what) : actAsSystem(shop, later, what));
    }
  });
}

function pageFor({ registry, plan }: TradingShop, kind: string) {
  const own = audienceOfKind(kind);
  const pages = Object.values(profileOf(registry, plan.id).modules);
  const page = pages.find(({ actions }) => actions.some(({ name, audience }) => name === "import" && fits(audience, own)));
  if (page === undefined) throw new Error(`seed: no page of ${plan.id} takes files of ${kind}`);
  return page;
}
