import type { Row } from "../../../shared/domain/cell.ts";
import { addDays, dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { writeEvent } from "../../engine/event-log.ts";
import type { Store } from "../../engine/store.ts";
import { amountsOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { Period } from "./periods.ts";
import { openSources, type SourceLine } from "./source-lines.ts";

/** A row was taken while it was read: the whole is tried again (db/errors.ts). */
class CollidedError extends Error {
  override readonly name = "CollidedError";
  readonly code = "40001";
}

export interface Making {
  readonly store: Store;
  readonly work: Work;
  /** The supplier's row, locked by the caller: one statement of a supplier is made at a time. */
  readonly supplier: Row;
  readonly period: Period;
  /** Who is named as its maker. */
  readonly creator: string;
}

/**
 * 生成结算单 (docs/decisions/40): the statement of a supplier for a period with its lines and its plan, from everything that no statement has
 * yet; its sources are taken in the same transaction. null: there is nothing to settle.
 */
export async function makeStatement(making: Making): Promise<Row | null> {
  const { store, work, supplier, period } = making;
  const sources = await openSources(store, work, supplier, period);
  if (sources.length === 0) return null;
  const [balances, plans] = [entityOf(work.registry, "Balance"), entityOf(work.registry, "BalancePlan")];
  const busdate = dayOf(work.now);
  const lines = sources.map(({ values }, index): Row => ({ ...values, LineNo: index + 1, checked: true }));
  const amounts = amountsOf(lines, work.env.flags.negative);
  const shared = {
    provid: supplier.provid ?? null,
    Provider: supplier.Provider ?? null,
    busdate,
    ...period,
    OperMode: supplier.OperMode ?? null,
    TotalMoney: amounts.TotalMoney ?? null,
    Bala_sum: amounts.Bala_sum ?? null,
    creator: making.creator,
    createtime: timeOf(work.now),
  };
  const Billid = await store.nextNumber(balances.number?.prefix ?? "JS", busdate);
  const of = { settleCycle: supplier.settleCycle ?? null, Isstop: supplier.Isstop === true };
  const [balance] = await store.insert(balances, [{ ...shared, ...amounts, ...of, Billid }]);
  if (!balance) throw new Error("no statement was written");
  const head = { provid: shared.provid, Billid };
  await store.insert(
    entityOf(work.registry, "BalanceLine"),
    lines.map((line) => ({ ...line, ...head })),
  );
  const plandate = addDays(busdate, Number(supplier.settleDays ?? 0));
  await store.insert(plans, [
    { ...shared, Billid: await store.nextNumber(plans.number?.prefix ?? "JH", busdate), BalaBillid: Billid, plandate },
  ]);
  for (const source of sources) await take(making, source, Billid);
  await writeEvent(store, work, balances, balance, { action: "create", from: null, to: balance.B2b_statu ?? null });
  return balance;
}

/** Sales of a day are taken together, documents one by one; each must still be free. */
async function take({ store, work, supplier }: Making, { entity: name, rows, values }: SourceLine, BalaBillid: string): Promise<void> {
  const entity = entityOf(work.registry, name);
  const match: Row =
    values.SrcCount === undefined
      ? { Id: rows[0]?.Id ?? null, BalaBillid: null }
      : { provid: supplier.provid ?? null, busdate: values.busdate ?? null, StoreId: rows[0]?.StoreId ?? null, BalaBillid: null };
  const taken = await store.update(entity, match, { BalaBillid });
  if (taken !== rows.length) throw new CollidedError(`${name}: ${taken} of ${rows.length} rows were still free`);
}
