import { isOneOf } from "../../base/codes.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { cents, sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import {
  type AcceptRow,
  type BalanceLineRow,
  type BalanceRow,
  CostAdjustCost_statu,
  type CostAdjustRow,
  FeeBillDeductWay,
  FeeBillPayStt,
  type FeeBillRow,
  FeeBillStatu,
  GenericStatus,
  PayStatus,
  type RecedeRow,
  RecedeStatu,
  ReconcileStatus,
  type SaleRow,
  SourceKind,
} from "../../generated/entities.ts";
import { type GoodsLines, linesOfAcceptance, linesOfAdjustment, linesOfReturn } from "./line-taxes.ts";
import { dueAt } from "./sale-rates.ts";

/** Where a kind of a statement's lines comes from. Daily sales are added up from no document. */
export interface Source<Row = SourceRow> {
  readonly entity: "Accept" | "Recede" | "CostAdjust" | "FeeBill" | "Balance";
  /** Goods that change hands: nothing is owed for them where the supplier is paid by what is sold. */
  readonly isGoods: boolean;
  /** Its lines, where they say at which rates it was bought; null: it has one rate itself, or none. */
  readonly lines: GoodsLines | null;
  /** What the document comes to for the supplier. */
  amountOf(row: Row): bigint;
  /** Whether a document may be taken in its state: a fee that is being paid, or is to be paid by itself, is not free. */
  isReady(row: Row): boolean;
}

export type SourceRow = AcceptRow | RecedeRow | CostAdjustRow | FeeBillRow | BalanceRow;

const ACCEPTANCES: Source<AcceptRow> = {
  entity: "Accept",
  isGoods: true,
  lines: linesOfAcceptance,
  amountOf: ({ sum_cost }) => cents(sum_cost),
  isReady: ({ Statu }) => isOneOf(Statu, [GenericStatus.audited, GenericStatus.confirmed]),
};
const RETURNS: Source<RecedeRow> = {
  entity: "Recede",
  isGoods: true,
  lines: linesOfReturn,
  amountOf: ({ sum_cost }) => -cents(sum_cost),
  isReady: ({ Statu }) => Statu === RecedeStatu.cleared,
};
const ADJUSTMENTS: Source<CostAdjustRow> = {
  entity: "CostAdjust",
  isGoods: false,
  lines: linesOfAdjustment,
  amountOf: ({ DifMoney }) => cents(DifMoney),
  isReady: ({ Cost_statu }) => Cost_statu === CostAdjustCost_statu.audited,
};
const FEES: Source<FeeBillRow> = {
  entity: "FeeBill",
  isGoods: false,
  lines: null,
  amountOf: ({ FeeMoney }) => -cents(FeeMoney),
  isReady: ({ Statu, payStt, deductWay }) =>
    Statu === FeeBillStatu.audited && payStt === FeeBillPayStt.unpaid && deductWay === FeeBillDeductWay.deduction,
};

/** A confirmed statement below zero that is not collected goes into the next one (docs/decisions/96). */
const CARRIED: Source<BalanceRow> = {
  entity: "Balance",
  isGoods: false,
  lines: null,
  amountOf: ({ TotalMoney }) => cents(TotalMoney),
  isReady: ({ B2b_statu, Statu, TotalMoney, Bala_sum }) =>
    isOneOf(B2b_statu, [ReconcileStatus.confirmed, ReconcileStatus.reviewed]) &&
    isOneOf(Statu, [PayStatus.unconfirmed, PayStatus.toPay]) &&
    cents(TotalMoney) < 0n &&
    cents(Bala_sum) === 0n,
};

/** What lines stand for, but for sales; in the order in which statements take and lock them. */
export const SOURCES: ReadonlyMap<SourceKind | null, Source> = new Map<SourceKind | null, Source>([
  [SourceKind.acceptance, ACCEPTANCES],
  [SourceKind.return, RETURNS],
  [SourceKind.costAdjustment, ADJUSTMENTS],
  [SourceKind.fee, FEES],
  [SourceKind.carried, CARRIED],
]);

/** A document of a statement, or a day's sales in a store, with its lines: one for each tax rate. */
export interface Taken {
  readonly line: BalanceLineRow;
  readonly lines: readonly BalanceLineRow[];
}

/**
 * What the lines stand for, in the order in which every statement's documents are locked: two statements never wait for each other.
 * Refuses where a document is ticked in part: it is settled as a whole.
 */
export function inLockOrder(lines: readonly BalanceLineRow[]): Taken[] {
  const key = ({ SrcKind, SrcBillid }: BalanceLineRow) => `${SrcKind} ${SrcBillid}`;
  return [...new Set(lines.map(key))].sort().flatMap((document): Taken[] => {
    const own = lines.filter((each) => key(each) === document);
    const [line] = own;
    if (line === undefined) return [];
    // guard check: tests/server/money/taxes.test.ts
    if (own.some(({ checked }) => checked !== line.checked)) throw refuse(`${line.SrcBillid} 有多种税率，须整单勾选`);
    return [{ line, lines: own }];
  });
}

/** Lets go of a document, where this statement holds it. */
export async function freeSource(context: EffectContext<"Balance">, { line, lines }: Taken): Promise<void> {
  if (line.SrcKind === SourceKind.sale) {
    for (const each of lines) await freeSales(context, each);
    return;
  }
  const { store, work, row } = context;
  const kind = SOURCES.get(line.SrcKind);
  if (kind === undefined) return;
  const entity = entityOf(work.registry, kind.entity);
  const held = { Billid: line.SrcBillid, BalaBillid: row.Billid };
  if (line.SrcKind !== SourceKind.carried) return void (await store.update(entity, held, { BalaBillid: null }));
  // It is open again, and so is its payment bill.
  for (const { Id } of await store.find(entity, held, true)) await context.runAsSystem(context.entity, "uncarry", Id);
}

/** Takes a document for this statement; whether it could: it is free, and still what the lines say. */
export async function takeSource(context: EffectContext<"Balance">, { line, lines }: Taken): Promise<boolean> {
  if (line.SrcKind === SourceKind.sale) {
    for (const each of lines) if (!(await takeSales(context, each))) return false;
    return true;
  }
  const { store, work, row } = context;
  const kind = SOURCES.get(line.SrcKind);
  if (kind === undefined) return true;
  const entity = entityOf(work.registry, kind.entity);
  const [source] = await store.find(entity, { Billid: line.SrcBillid }, true);
  if (!source) return false;
  if (source.BalaBillid === row.Billid) return true;
  const isSame = kind.amountOf(source) === sumOf(lines, "TotalMoney") && source.provid === row.provid;
  // guard check as !kind.isReady(source) || !isSame: tests/server/money/statement-sources.test.ts
  // guard check as source.BalaBillid !== null || !kind.isReady(source): tests/server/money/statement-sources.test.ts
  if (source.BalaBillid !== null || !kind.isReady(source) || !isSame) return false;
  await store.update(entity, { Id: source.Id }, { BalaBillid: row.Billid });
  if (line.SrcKind === SourceKind.carried) await context.runAsSystem(context.entity, "carry", source.Id);
  return true;
}

/*
 * A line of kind 销售 stands for the sales of a day in a store at one tax rate: it has no document. What it took is found by day, store,
 * supplier and rate; how many rows that were is kept with the line (SrcCount), so that sales reported later are never taken unpaid. A
 * line without a count, brought from elsewhere, is bound to no rows; sales that were taken before they kept their rate are of any line.
 */

/** Lets go of the sales of a line. They keep what they were settled under until another statement takes them. */
async function freeSales(context: EffectContext<"Balance">, line: BalanceLineRow): Promise<void> {
  const { store, work, row } = context;
  const sales = entityOf(work.registry, "Sale");
  const held = (await salesOf(context, line)).filter(({ BalaBillid }) => BalaBillid === row.Billid);
  for (const { Id } of held) await store.update(sales, { Id }, { BalaBillid: null });
}

/** Takes them again; whether it could: the same number of them is free, or held by this statement, and comes to the same. */
async function takeSales(context: EffectContext<"Balance">, line: BalanceLineRow): Promise<boolean> {
  if (line.SrcCount === null) return true;
  const { store, work, row } = context;
  const found = await salesOf(context, line);
  if (found.filter(({ BalaBillid }) => BalaBillid === row.Billid).length === line.SrcCount) return true;
  const free = found.filter(({ BalaBillid }) => BalaBillid === null);
  const isSame = free.every(({ commissionRate }) => commissionRate === null) || dueOf(free) === line.TotalMoney;
  // guard check as free.length !== line.SrcCount: tests/server/money/taxes.test.ts
  // guard check as !isSame: tests/server/flows/statements.test.ts
  if (free.length !== line.SrcCount || !isSame) return false;
  for (const { Id } of free) await store.update(entityOf(work.registry, "Sale"), { Id }, { BalaBillid: row.Billid });
  return true;
}

const dueOf = (sales: readonly SaleRow[]): bigint => sales.reduce((sum, sale) => sum + dueAt(cents(sale.commissionRate), sale), 0n);

async function salesOf({ store, work, row }: EffectContext<"Balance">, line: BalanceLineRow): Promise<SaleRow[]> {
  if (line.SrcCount === null) return [];
  const { busdate, StoreName } = line;
  const found = await store.find(entityOf(work.registry, "Sale"), { provid: row.provid, busdate, StoreName }, true);
  return found.filter(({ taxRate }) => taxRate === null || taxRate === line.taxRate);
}
