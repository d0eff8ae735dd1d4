import { divideRounded, SCALE } from "../../../shared/domain/scaled.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import type { Store } from "../../engine/store/store.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { ApplicationStatus, type ContractRow, GenericStatus, type RateChangeRow, type SaleRow } from "../../generated/entities.ts";

const ONE = 10n ** BigInt(SCALE.rate);

/** What the shop keeps of a supplier's sales: its share by contract, and by confirmed changes where one holds (docs/decisions/40). */
export interface SaleRates {
  readonly contracts: readonly ContractRow[];
  readonly changes: readonly RateChangeRow[];
}

/** The rates of a supplier who is paid for what was sold. */
export async function saleRatesOf(store: Store, { registry }: Pick<Work, "registry">, provid: string | null): Promise<SaleRates> {
  const contracts = await store.find(entityOf(registry, "Contract"), { provid, Statu: ApplicationStatus.approved });
  const changes = await store.find(entityOf(registry, "RateChange"), { provid, Statu: GenericStatus.confirmed });
  return { contracts: contracts.filter(({ commissionRate }) => commissionRate !== null), changes };
}

/** What the supplier gets for a day's sales of one article, rounded to the 分. Throws where nothing says at which rate. */
export function dueOf(rates: SaleRates, sale: SaleRow): bigint {
  const money = cents(sale.saleMoney);
  return money - divideRounded(money * rateOf(rates, sale), ONE);
}

/** A change for the store and category goes before one for the store, that before one for the category, that before a general one. */
function rateOf({ contracts, changes }: SaleRates, sale: SaleRow): bigint {
  const day = String(sale.busdate);
  const weighed = changes
    .filter((change) => covers(change, day) && isFor(change, sale, "StoreId") && isFor(change, sale, "CategoryName"))
    .sort((a, b) => weightOf(b) - weightOf(a) || b.Id - a.Id);
  const [change] = weighed;
  if (change) return cents(change.newRate);
  const [contract] = contracts
    .filter((one) => covers(one, day))
    .sort((a, b) => (String(a.startdate) < String(b.startdate) ? 1 : -1) || b.Id - a.Id);
  if (!contract) throw refuse(`${day} 没有生效且约定扣率的合同，不能结算销售`);
  return cents(contract.commissionRate);
}

function covers({ startdate, enddate }: ContractRow | RateChangeRow, day: string): boolean {
  return (startdate === null || startdate <= day) && (enddate === null || day <= enddate);
}

/** An empty field is for all of them. */
function isFor(change: RateChangeRow, sale: SaleRow, field: "StoreId" | "CategoryName"): boolean {
  return !filled(change[field]) || change[field] === sale[field];
}

const weightOf = (change: RateChangeRow): number => (filled(change.StoreId) ? 2 : 0) + (filled(change.CategoryName) ? 1 : 0);
const filled = (text: string | null): boolean => text !== null && text !== "";
