import { addDays, dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { writeEvent } from "../../engine/event-log.ts";
import { runTransition } from "../../engine/run-transition.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf, transitionOf } from "../../engine/values/names.ts";
import { setting } from "../../engine/values/setting.ts";
import type { BalanceLineRow, BalanceRow, OperMode, ProviderRow } from "../../generated/entities.ts";
import type { Period } from "./periods.ts";
import type { SourceLine } from "./source-line.ts";
import { openSources } from "./source-lines.ts";
import { amountsOf } from "./statement-amounts.ts";

/** A row was taken while it was read: the whole is tried again (db/errors.ts). */
class CollidedError extends Error {
  override readonly name = "CollidedError";
  readonly code = "40001";
}

export interface StatementRequest {
  readonly store: Store;
  readonly work: Work;
  /** The supplier's row, locked by the caller: one statement of a supplier is made at a time. */
  readonly supplier: ProviderRow;
  readonly period: Period;
  /** Who is named as its maker. */
  readonly creator: string;
}

/**
 * 生成结算单 (docs/decisions/40): the statement of a supplier for a period with its lines and its plan, from everything that no statement has
 * yet; its sources are taken in the same transaction. null: there is nothing to settle.
 */
export async function makeStatement(making: StatementRequest): Promise<BalanceRow | null> {
  const sources = await openSources(making.store, making.work, making.supplier, making.period);
  return sources.length === 0 ? null : writeStatement(making, sources);
}

/** The statement over these lines; nobody else has what they take. */
export async function writeStatement(making: StatementRequest, sources: readonly SourceLine[]): Promise<BalanceRow> {
  const { store, work, supplier, period } = making;
  const [balances, plans] = [entityOf(work.registry, "Balance"), entityOf(work.registry, "BalancePlan")];
  const busdate = dayOf(work.now);
  const lines = sources.map(({ values }, index): Partial<BalanceLineRow> => ({ ...values, LineNo: index + 1, checked: true }));
  const amounts = amountsOf(lines, work.env.flags);
  const shared = {
    provid: supplier.provid,
    Provider: supplier.Provider,
    busdate,
    ...period,
    OperMode: modeOf(sources) ?? supplier.OperMode,
    TotalMoney: amounts.TotalMoney,
    Bala_sum: amounts.Bala_sum,
    creator: making.creator,
    createtime: timeOf(work.now),
  };
  const Billid = await store.nextNumber(balances.number?.prefix ?? "JS", busdate);
  const of = { settleCycle: supplier.settleCycle, Isstop: supplier.Isstop };
  const [balance] = await store.insert(balances, [{ ...shared, ...amounts, ...of, Billid }]);
  if (!balance) throw new Error("no statement was written");
  const head = { provid: shared.provid, Billid };
  const written = lines.map((line) => ({ ...line, ...head }));
  await store.insert(entityOf(work.registry, "BalanceLine"), written);
  const plandate = addDays(busdate, supplier.settleDays ?? (await setting(store, work.registry, "balance.planDays")));
  await store.insert(plans, [
    { ...shared, Billid: await store.nextNumber(plans.number?.prefix ?? "JH", busdate), BalaBillid: Billid, plandate },
  ]);
  for (const source of sources) await take(making, source, Billid);
  await writeEvent(store, work, balances, balance, { action: "create", from: null, to: balance.B2b_statu });
  return balance;
}

/** The way of trading of what it takes; null: that is of none, or of several. */
function modeOf(sources: readonly SourceLine[]): OperMode | null {
  const [mode = null, ...others] = new Set(sources.flatMap((line) => line.mode ?? []));
  return others.length === 0 ? mode : null;
}

/** Each must still be free. Sales keep what they are settled under, a statement that is carried over says so. */
async function take({ store, work }: StatementRequest, { entity: name, takes }: SourceLine, BalaBillid: string): Promise<void> {
  const entity = entityOf(work.registry, name);
  for (const { match, count, terms = {} } of takes) {
    const taken = await store.update(entity, { ...match, BalaBillid: null }, { ...terms, BalaBillid });
    if (taken !== count) throw new CollidedError(`${name}: ${taken} of ${count} rows were still free`);
    if (name === "Balance")
      await runTransition(store, { ...work, entity, transition: transitionOf(entityOf(work.registry, name), "carry"), id: match.Id ?? 0 });
  }
}
