import type { Row } from "../../../shared/domain/cell.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { freeSales, takeSales } from "./sale-sources.ts";

/** Where a kind of a statement's lines comes from. Daily sales are added up from no document (settlement/sale-sources.ts). */
export interface SourceKind {
  readonly entity: string;
  /** What the document comes to, and the sign it counts with. */
  readonly amount: string;
  readonly sign: bigint;
  /** States a document may be taken in: a fee that is being paid, or is to be paid by itself, is not free. */
  readonly takenAt: Readonly<Record<string, readonly unknown[]>>;
  /** Goods that change hands: nothing is owed for them to a supplier who is paid by what is sold. */
  readonly isGoods: boolean;
}

export const SALE_KIND = 5;

/** By the code of SourceKind (schemas/shared/enums.json). */
export const SOURCES: ReadonlyMap<unknown, SourceKind> = new Map([
  [1, { entity: "Accept", amount: "sum_cost", sign: 1n, takenAt: { Statu: [10, 50] }, isGoods: true }],
  [2, { entity: "Recede", amount: "sum_cost", sign: -1n, takenAt: { Statu: [50] }, isGoods: true }],
  [3, { entity: "CostAdjust", amount: "DifMoney", sign: 1n, takenAt: { Cost_statu: [50] }, isGoods: false }],
  [4, { entity: "FeeBill", amount: "FeeMoney", sign: -1n, takenAt: { Statu: [10], payStt: [0], deductWay: [1] }, isGoods: false }],
]);

/** The lines in the order in which every statement's documents are locked: two statements never wait for each other. */
export function inLockOrder(lines: readonly Row[]): Row[] {
  const key = ({ SrcKind = null, SrcBillid = null }: Row) => `${String(SrcKind)} ${String(SrcBillid)}`;
  return [...lines].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Lets go of a line's document, where this statement holds it. */
export async function freeSource(context: EffectContext, line: Row): Promise<void> {
  if (line.SrcKind === SALE_KIND) return freeSales(context, line);
  const { store, work, row } = context;
  const kind = SOURCES.get(line.SrcKind);
  if (kind === undefined) return;
  const held = { Billid: line.SrcBillid ?? null, BalaBillid: row.Billid ?? null };
  await store.update(entityOf(work.registry, kind.entity), held, { BalaBillid: null });
}

/** Takes a line's document for this statement; whether it could: it is free, and still what the line says. */
export async function takeSource(context: EffectContext, line: Row): Promise<boolean> {
  if (line.SrcKind === SALE_KIND) return takeSales(context, line);
  const { store, work, row } = context;
  const kind = SOURCES.get(line.SrcKind);
  if (kind === undefined) return true;
  const entity = entityOf(work.registry, kind.entity);
  const [source] = await store.find(entity, { Billid: line.SrcBillid ?? null }, true);
  if (!source) return false;
  if (source.BalaBillid === row.Billid) return true;
  const isReady = Object.entries(kind.takenAt).every(([field, codes]) => codes.includes(source[field]));
  const isSame = kind.sign * BigInt((source[kind.amount] as bigint | null) ?? 0n) === line.TotalMoney && source.provid === row.provid;
  if (source.BalaBillid !== null || !isReady || !isSame) return false;
  await store.update(entity, { Id: source.Id ?? null }, { BalaBillid: row.Billid ?? null });
  return true;
}
