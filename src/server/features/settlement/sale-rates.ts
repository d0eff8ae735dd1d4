import type { Row } from "../../../shared/domain/cell.ts";
import { divideRounded, SCALE } from "../../../shared/domain/scaled.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import type { Store } from "../../engine/store.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";

const CONFIRMED = 50;
const IN_FORCE = 50;
const ONE = 10n ** BigInt(SCALE.rate);

/** What the shop keeps of a supplier's sales: its share by contract, and by confirmed changes where one holds (docs/decisions/40). */
export interface SaleRates {
  readonly contracts: readonly Row[];
  readonly changes: readonly Row[];
}

/** The rates of a supplier who is paid for what was sold. */
export async function saleRatesOf(store: Store, { registry }: Pick<Work, "registry">, provid: string): Promise<SaleRates> {
  const contracts = await store.find(entityOf(registry, "Contract"), { provid, Statu: IN_FORCE });
  const changes = await store.find(entityOf(registry, "RateChange"), { provid, Statu: CONFIRMED });
  return { contracts: contracts.filter(({ commissionRate = null }) => commissionRate !== null), changes };
}

/** What the supplier gets for a day's sales of one article, rounded to the 分. Throws where nothing says at which rate. */
export function dueOf(rates: SaleRates, sale: Row): bigint {
  const money = cents(sale.saleMoney);
  return money - divideRounded(money * rateOf(rates, sale), ONE);
}

/** A change for the store and category goes before one for the store, that before one for the category, that before a general one. */
function rateOf({ contracts, changes }: SaleRates, sale: Row): bigint {
  const day = String(sale.busdate);
  const weighed = changes
    .filter((change) => covers(change, day) && isFor(change, sale, "StoreId") && isFor(change, sale, "CategoryName"))
    .sort((a, b) => weightOf(b) - weightOf(a) || Number(b.Id) - Number(a.Id));
  const [change] = weighed;
  if (change) return cents(change.newRate);
  const [contract] = contracts
    .filter((one) => covers(one, day))
    .sort((a, b) => (String(a.startdate) < String(b.startdate) ? 1 : -1) || Number(b.Id) - Number(a.Id));
  if (!contract) throw refuse(`${day} 没有生效且约定扣率的合同，不能结算销售`);
  return cents(contract.commissionRate);
}

function covers({ startdate = null, enddate = null }: Row, day: string): boolean {
  return (startdate === null || String(startdate) <= day) && (enddate === null || day <= String(enddate));
}

/** An empty field is for all of them. */
function isFor(change: Row, sale: Row, field: string): boolean {
  const wanted = change[field] ?? null;
  return wanted === null || wanted === "" || wanted === (sale[field] ?? null);
}

const weightOf = (change: Row): number => (filled(change.StoreId) ? 2 : 0) + (filled(change.CategoryName) ? 1 : 0);
const filled = (cell: Row[string] | undefined): boolean => cell !== null && cell !== undefined && cell !== "";
