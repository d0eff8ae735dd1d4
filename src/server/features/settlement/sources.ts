import { isOneOf } from "../../base/codes.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { cents } from "../../engine/values/amounts.ts";
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
  GenericStatus,
  PayStatus,
  type RecedeRow,
  ReconcileStatus,
  type SaleRow,
  SourceKind,
} from "../../generated/entities.ts";

/** Where a kind of a statement's lines comes from. Daily sales are added up from no document. */
export interface Source<Row = SourceRow> {
  readonly entity: "Accept" | "Recede" | "CostAdjust" | "FeeBill" | "Balance";
  /** Goods that change hands: nothing is owed for them to a supplier who is paid by what is sold. */
  readonly isGoods: boolean;
  /** What the document comes to for the supplier. */
  amountOf(row: Row): bigint;
  /** Whether a document may be taken in its state: a fee that is being paid, or is to be paid by itself, is not free. */
  isReady(row: Row): boolean;
}

export type SourceRow = AcceptRow | RecedeRow | CostAdjustRow | FeeBillRow | BalanceRow;

const ACCEPTANCES: Source<AcceptRow> = {
  entity: "Accept",
  isGoods: true,
  amountOf: ({ sum_cost }) => cents(sum_cost),
  isReady: ({ Statu }) => isOneOf(Statu, [GenericStatus.audited, GenericStatus.confirmed]),
};
const RETURNS: Source<RecedeRow> = {
  entity: "Recede",
  isGoods: true,
  amountOf: ({ sum_cost }) => -cents(sum_cost),
  isReady: ({ Statu }) => Statu === GenericStatus.confirmed,
};
const ADJUSTMENTS: Source<CostAdjustRow> = {
  entity: "CostAdjust",
  isGoods: false,
  amountOf: ({ DifMoney }) => cents(DifMoney),
  isReady: ({ Cost_statu }) => Cost_statu === CostAdjustCost_statu.audited,
};
const FEES: Source<FeeBillRow> = {
  entity: "FeeBill",
  isGoods: false,
  amountOf: ({ FeeMoney }) => -cents(FeeMoney),
  isReady: ({ Statu, payStt, deductWay }) =>
    Statu === GenericStatus.audited && payStt === FeeBillPayStt.unpaid && deductWay === FeeBillDeductWay.deduction,
};

/** A confirmed statement below zero that is not collected goes into the next one (docs/decisions/96). */
const CARRIED: Source<BalanceRow> = {
  entity: "Balance",
  isGoods: false,
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

/** The lines in the order in which every statement's documents are locked: two statements never wait for each other. */
export function inLockOrder(lines: readonly BalanceLineRow[]): BalanceLineRow[] {
  const key = ({ SrcKind, SrcBillid }: BalanceLineRow) => `${SrcKind} ${SrcBillid}`;
  return [...lines].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Lets go of a line's document, where this statement holds it. */
export async function freeSource(context: EffectContext<"Balance">, line: BalanceLineRow): Promise<void> {
  if (line.SrcKind === SourceKind.sale) return freeSales(context, line);
  const { store, work, row } = context;
  const kind = SOURCES.get(line.SrcKind);
  if (kind === undefined) return;
  const entity = entityOf(work.registry, kind.entity);
  const held = { Billid: line.SrcBillid, BalaBillid: row.Billid };
  if (line.SrcKind !== SourceKind.carried) return void (await store.update(entity, held, { BalaBillid: null }));
  // It is open again, and so is its payment bill.
  for (const { Id } of await store.find(entity, held, true)) await context.runAsSystem(context.entity, "uncarry", Id);
}

/** Takes a line's document for this statement; whether it could: it is free, and still what the line says. */
export async function takeSource(context: EffectContext<"Balance">, line: BalanceLineRow): Promise<boolean> {
  if (line.SrcKind === SourceKind.sale) return takeSales(context, line);
  const { store, work, row } = context;
  const kind = SOURCES.get(line.SrcKind);
  if (kind === undefined) return true;
  const entity = entityOf(work.registry, kind.entity);
  const [source] = await store.find(entity, { Billid: line.SrcBillid }, true);
  if (!source) return false;
  if (source.BalaBillid === row.Billid) return true;
  const isSame = kind.amountOf(source) === line.TotalMoney && source.provid === row.provid;
  // guard check as !kind.isReady(source) || !isSame: tests/server/money/statement-sources.test.ts
  // guard check as source.BalaBillid !== null || !kind.isReady(source): tests/server/money/statement-sources.test.ts
  if (source.BalaBillid !== null || !kind.isReady(source) || !isSame) return false;
  await store.update(entity, { Id: source.Id }, { BalaBillid: row.Billid });
  if (line.SrcKind === SourceKind.carried) await context.runAsSystem(context.entity, "carry", source.Id);
  return true;
}

/*
 * A line of kind 销售 stands for the sales of a day in a store: it has no document. What it took is found by day, store and supplier;
 * how many rows that were is kept with the line (SrcCount), so that sales reported later are never taken unpaid. A line without a
 * count, brought from elsewhere, is bound to no rows.
 */

/** Lets go of the sales of a line. */
async function freeSales(context: EffectContext<"Balance">, line: BalanceLineRow): Promise<void> {
  if (line.SrcCount === null) return;
  const { store, work, row } = context;
  await store.update(entityOf(work.registry, "Sale"), { ...salesOf(context, line), BalaBillid: row.Billid }, { BalaBillid: null });
}

/** Takes them again; whether it could: the same number of them is free, or held by this statement. */
async function takeSales(context: EffectContext<"Balance">, line: BalanceLineRow): Promise<boolean> {
  if (line.SrcCount === null) return true;
  const { store, work, row } = context;
  const sales = entityOf(work.registry, "Sale");
  const found = await store.find(sales, salesOf(context, line), true);
  if (found.filter(({ BalaBillid }) => BalaBillid === row.Billid).length === line.SrcCount) return true;
  // guard check: tests/server/flows/statements.test.ts
  if (found.filter(({ BalaBillid }) => BalaBillid === null).length !== line.SrcCount) return false;
  await store.update(sales, { ...salesOf(context, line), BalaBillid: null }, { BalaBillid: row.Billid });
  return true;
}

function salesOf({ row }: EffectContext<"Balance">, { busdate, StoreName }: BalanceLineRow): Partial<SaleRow> {
  return { provid: row.provid, busdate, StoreName };
}
