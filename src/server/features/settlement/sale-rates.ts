import { divideRounded, SCALE } from "../../../shared/domain/scaled.ts";
import { isOneOf } from "../../base/codes.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import type { Store } from "../../engine/store/store.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import {
  ApplicationStatus,
  type ContractRow,
  GenericStatus,
  OperMode,
  type ProviderRow,
  type RateChangeRow,
  type SaleRow,
} from "../../generated/entities.ts";

const ONE = 10n ** BigInt(SCALE.rate);
/** 代销, 联营: paid for what was sold, and not for the same goods when they come or go back. */
const BY_SALES = [OperMode.consignment, OperMode.jointOperation];

/** The terms of a supplier's sales: its contracts, and confirmed changes of the rate that the shop keeps (docs/decisions/40). */
export interface SaleRates {
  /** What its file says: it counts on days without a contract that says more. */
  readonly mode: OperMode | null;
  readonly contracts: readonly ContractRow[];
  readonly changes: readonly RateChangeRow[];
}

/** What a sale is settled under; kept with it by the statement that takes it (docs/decisions/98). */
export type SaleTerms = Pick<SaleRow, "OperMode" | "commissionRate" | "taxRate">;

/** Whether a supplier is paid by what is sold, trading in this way. */
export const isBySales = (mode: OperMode | null): boolean => isOneOf(mode, BY_SALES);

export async function saleRatesOf(
  store: Store,
  { registry }: Pick<Work, "registry">,
  { provid, OperMode: mode }: ProviderRow,
): Promise<SaleRates> {
  const contracts = await store.find(entityOf(registry, "Contract"), { provid, Statu: ApplicationStatus.approved });
  const changes = await store.find(entityOf(registry, "RateChange"), { provid, Statu: GenericStatus.confirmed });
  const latestFirst = contracts.toSorted((a, b) => (String(a.startdate) < String(b.startdate) ? 1 : -1) || b.Id - a.Id);
  return { mode, contracts: latestFirst, changes };
}

/** Whether any of its sales may be paid for, of whatever day. */
export const maySell = ({ mode, contracts }: SaleRates): boolean => isBySales(mode) || contracts.some((one) => isBySales(one.OperMode));

/** The way of trading on a day: that of the contract in force, the latest of several; without one that of the file. */
export function modeOn({ mode, contracts }: SaleRates, day: string): OperMode | null {
  return contracts.find((one) => one.OperMode !== null && covers(one, day))?.OperMode ?? mode;
}

/** What the supplier gets for a day's sales of one article at that rate, rounded to the 分. */
export function dueAt(commissionRate: bigint, sale: Pick<SaleRow, "saleMoney">): bigint {
  const money = cents(sale.saleMoney);
  return money - divideRounded(money * commissionRate, ONE);
}

/**
 * What the shop keeps of a day's sales of an article: a change for the store and category goes before one for the store, that before one
 * for the category, that before a general one, that before the contract. Refuses where nothing says a rate.
 */
export function commissionOf({ contracts, changes }: SaleRates, sale: SaleRow): bigint {
  const day = String(sale.busdate);
  const weighed = changes
    .filter((change) => covers(change, day) && isFor(change, sale, "StoreId") && isFor(change, sale, "CategoryName"))
    .sort((a, b) => weightOf(b) - weightOf(a) || b.Id - a.Id);
  const [change] = weighed;
  if (change) return cents(change.newRate);
  const contract = contracts.find((one) => one.commissionRate !== null && covers(one, day));
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
