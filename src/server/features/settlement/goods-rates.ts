import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { GoodsRow } from "../../generated/entities.ts";

/**
 * Effect keep-goods-rate: an article was saved. Where its tax rate was changed, what it was before and from which day it is another one stay
 * (docs/decisions/98): what was sold or came on earlier days has the rate of its day, however late it is settled.
 */
export async function keepGoodsRate({ store, work, row, before = null }: EffectContext<"Goods">): Promise<Partial<GoodsRow> | undefined> {
  if (before === null || before.taxRate === row.taxRate) return undefined;
  const rates = entityOf(work.registry, "GoodsRate");
  const { GoodsId, provid, taxRate } = row;
  // A day that was told for an earlier change says nothing of this one.
  const startdate = row.taxFrom === before.taxFrom ? dayOf(work.now) : (row.taxFrom ?? dayOf(work.now));
  const known = await store.find(rates, { GoodsId }, true);
  const about = { GoodsId, provid, creator: work.actor.userName, createtime: timeOf(work.now) };
  if (known.length === 0) await store.insert(rates, [{ ...about, taxRate: before.taxRate, startdate: null }]);
  // What was said of this day and later ones is said anew.
  for (const { Id, startdate: from } of known) if (from !== null && from >= startdate) await store.remove(rates, { Id });
  await store.insert(rates, [{ ...about, taxRate, startdate }]);
  return { taxFrom: startdate };
}

/** Tells a rate by the day; null: nothing says it. */
export type RateOn = (day: string | null) => bigint | null;

/** The rates of an article; one whose rate was never changed has it on all days. */
export async function ratesOf(store: Store, registry: Registry, GoodsId: string | null): Promise<RateOn> {
  if (GoodsId === null) return () => null;
  const rates = await store.find(entityOf(registry, "GoodsRate"), { GoodsId });
  const latestFirst = rates.toSorted((a, b) => ((a.startdate ?? "") < (b.startdate ?? "") ? 1 : -1));
  const [goods] = rates.length > 0 ? [] : await store.find(entityOf(registry, "Goods"), { GoodsId });
  const always = goods?.taxRate ?? null;
  return (day) => latestFirst.find(({ startdate }) => startdate === null || day === null || startdate <= day)?.taxRate ?? always;
}

export async function articleRate(store: Store, registry: Registry, GoodsId: string | null, day: string | null): Promise<bigint | null> {
  return (await ratesOf(store, registry, GoodsId))(day);
}
