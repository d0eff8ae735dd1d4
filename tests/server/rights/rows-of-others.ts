import type { Db } from "../../../src/server/db/connect.ts";
import type { Predicate } from "../../../src/shared/registry/language.ts";
import type { Audience, Entity, Module, Registry } from "../../../src/shared/registry/model.ts";

/** Who looks. */
export interface Looker {
  readonly user: string;
  readonly shop: string;
  readonly side: Audience;
  /** A supplier's code; empty on the side of the shop. */
  readonly supplier: string;
}

/** Why a row is not somebody's to see. */
export type Reason = "another shop's" | "another supplier's" | "hidden";

export type StoredRow = Readonly<Record<string, unknown>>;

/** Every row of the tables, as it is stored. */
export type Stored = ReadonlyMap<string, readonly StoredRow[]>;

/** Reads all tables of the registry. */
export async function storedRows(db: Db, { entities }: Registry): Promise<Stored> {
  const stored = new Map<string, readonly StoredRow[]>();
  for (const { name, view, table } of Object.values(entities))
    if (view === null) stored.set(name, await db.selectFrom(table).selectAll().orderBy("Id").execute());
  return stored;
}

/** Why nobody but others may see this row of an entity; null: as far as tenancy and `visibleTo` go he may. Worked out from the stored rows alone. */
export function reasonAgainst(
  registry: Registry,
  stored: Stored,
  who: Looker,
  entity: Entity,
  row: StoredRow,
  module?: Module,
): Reason | null {
  const { entities } = registry;
  const party = who.side === "supplier" ? "supplier" : "shop";
  if (entity.tenancy === "global") return null;
  if (row.SHOP_ID !== who.shop && !(module && isOfMarket(stored, who, module, String(row.SHOP_ID)))) return "another shop's";
  const head = entity.head === null ? undefined : entities[entity.head.entity];
  const { field = "", key = "" } = entity.head ?? {};
  const above = head && stored.get(head.name)?.find((each) => each.SHOP_ID === row.SHOP_ID && each[key] === row[field]);
  if (party === "supplier") {
    const isShared = (head ?? entity).tenancy === "shop";
    if (isShared && !(head ?? entity).supplierReads) return "another supplier's";
    if (!isShared && entity.supplierField !== null && row[entity.supplierField] !== who.supplier) return "another supplier's";
  }
  const condition = entity.visibleTo[party];
  if (condition !== null && !isTrue(condition, row, who)) return "hidden";
  return head && above ? reasonAgainst(registry, stored, who, head, above, module) : null;
}

/** A page with `reach` shows a mall the rows of the shops of its market. */
function isOfMarket(stored: Stored, { shop, side }: Looker, { reach }: Module, other: string): boolean {
  return (
    side === "mall" && reach === "market" && stored.get("Shop")?.some((row) => row.SHOP_ID === other && row.MarketId === shop) === true
  );
}

function isTrue(condition: Predicate, row: StoredRow, who: Looker): boolean {
  if ("all" in condition) return condition.all.every((one) => isTrue(one, row, who));
  if ("any" in condition) return condition.any.some((one) => isTrue(one, row, who));
  if ("not" in condition) return !isTrue(condition.not, row, who);
  if ("set" in condition) return row[condition.set] !== null;
  const said = (operand: unknown) =>
    typeof operand === "object" && operand !== null && "actor" in operand
      ? operand.actor === "PROV_ID"
        ? who.supplier
        : who.user
      : operand;
  const is = (one: unknown, other: unknown) => String(one) === String(said(other));
  if ("eq" in condition) return is(row[condition.eq[0]], condition.eq[1]);
  if ("ne" in condition) return !is(row[condition.ne[0]], condition.ne[1]);
  if ("gt" in condition) return Number(row[condition.gt[0]]) > Number(said(condition.gt[1]));
  if ("in" in condition) return condition.in[1].some((one) => is(row[condition.in[0]], one));
  throw new Error(`visibleTo says ${JSON.stringify(condition)}: say here what that means`);
}
