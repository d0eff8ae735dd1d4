import type { Row } from "../shared/domain/cell.ts";
import type { Party } from "../shared/registry/model.ts";
import { type Act, act, actAsSystem, type Entry, enter, open, openAs } from "./play.ts";
import { minute } from "./timeline.ts";
import { onDay, type SeedUser, supplierAt, type TradingShop } from "./world.ts";

/** What every plan of a document says; what else it says is its own. */
export interface Plan {
  /** Days from the anchor day to its entry. */
  readonly offset: number;
  /** The supplier it is about, by its number; a text: the bidder. */
  readonly supplier?: number | string | undefined;
  /** What is said wherever somebody acts on it. */
  readonly reason?: string | undefined;
}

/** A plan of a supplier's document, and the state it ends in. */
export interface SupplierPlan extends Plan {
  readonly supplier: number;
  readonly statu: number;
}

type Actor = "supplier" | "admin" | "boss" | "buyer" | "system";

/** A document has this rest when its number is divided. */
type Part = readonly [divisor: number, rest: number];

/** Something that happens to a document after it was entered: somebody acts on it, or a side reads it. */
interface Step {
  /** Only where the plan says one of these values of a field; false also where it says nothing. */
  readonly if?: Readonly<Record<string, readonly unknown[]>>;
  readonly only?: Part;
  readonly except?: Part;
  /** The field of the plan with the day it is counted from; the day of the entry unless told otherwise. */
  readonly from?: string;
  readonly after?: number;
  readonly hour: number;
  /** The side whose unread counter it clears. */
  readonly opens?: Party;
  readonly by?: Actor;
  /** A transition, or `open`: the user opens the page of the row. */
  readonly does?: string;
  readonly reason?: string;
  /** The page it is done on, where it is another than that of the entry. */
  readonly module?: number;
}

/** What the data files hold of a kind of document: which {@link Actor} enters it when, and what becomes of it ({@link Step}). */
interface Story<P extends Plan> {
  readonly hour: number;
  readonly by: string;
  readonly steps: readonly object[];
  readonly plans: readonly P[];
}

/** How a plan becomes a document; `n` is its position, everything random about it comes from there. */
type Teller<P> = (plan: P, n: number) => Entry | Promise<Entry>;

/** Plans every document of a story, each with what becomes of it. */
export function tell<P extends Plan>(
  shop: TradingShop,
  story: Story<P>,
  teller: Teller<P>,
  entered?: (row: Row, plan: P, n: number) => void,
) {
  for (const [n, plan] of story.plans.entries()) tellOne(shop, story, plan, n, teller, (row) => entered?.(row, plan, n));
}

/** Plans one document; `entered` gets it before anything happens to it. */
export function tellOne<P extends Plan>(
  shop: TradingShop,
  { hour, by, steps }: Omit<Story<P>, "plans">,
  plan: P,
  n: number,
  teller: Teller<P>,
  entered: (row: Row) => void = () => undefined,
): void {
  onDay(shop, plan.offset, minute(hour, n), async (now) => {
    const entry = await teller(plan, n);
    const row = await enter(shop, userOf(shop, plan, by as Actor), now, entry);
    entered(row);
    planSteps(shop, steps, plan, n, { ...entry, id: Number(row.Id) });
  });
}

/** Plans what happens to a document that is there. */
export function planSteps(
  shop: TradingShop,
  steps: readonly object[],
  plan: Plan,
  n: number,
  { entity, id, module }: Pick<Act, "entity" | "id" | "module">,
): void {
  const said = (name: string) => (plan as unknown as Readonly<Record<string, unknown>>)[name] ?? false;
  for (const step of steps as readonly Step[]) {
    const { if: needed = {}, only, except, from = "offset", after = 0, hour, opens, by, does = "" } = step;
    const page = step.module ?? module;
    if (!Object.entries(needed).every(([name, values]) => values.includes(said(name)))) continue;
    if ((only && n % only[0] !== only[1]) || (except && n % except[0] === except[1])) continue;
    const what = { entity, id, transition: does, reason: plan.reason ?? step.reason ?? "", ...(page !== undefined && { module: page }) };
    onDay(shop, Number(said(from)) + after, minute(hour, n), async (now) => {
      if (opens) return open(shop, opens, entity, id);
      if (by === "system") return actAsSystem(shop, now, what);
      const user = userOf(shop, plan, by ?? "supplier");
      return does === "open" ? openAs(shop, user, now, entity, id) : act(shop, user, now, what);
    });
  }
}

function userOf(shop: TradingShop, { supplier }: Plan, by: Actor): SeedUser {
  if (by === "system") throw new Error("seed: the system enters nothing");
  return by === "supplier" ? partyOf(shop, supplier).user : shop.staff[by];
}

/** The company a plan is about. */
export function partyOf(shop: TradingShop, supplier: Plan["supplier"]) {
  return typeof supplier === "string" ? shop.bidder : supplierAt(shop, supplier ?? 1);
}
