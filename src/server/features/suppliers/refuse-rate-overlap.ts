import { isOneOf } from "../../base/codes.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { GenericStatus, type RateChangeRow } from "../../generated/entities.ts";

/** States of a change that counts: audited, confirmed. */
const COUNTING = [GenericStatus.audited, GenericStatus.confirmed];

/** One rate holds at a time: refuses a change whose days meet those of another for the same supplier, store and category. */
export async function refuseRateOverlap({ store, work, entity, row }: EffectContext<"RateChange">): Promise<undefined> {
  // Two audits at once wait for each other here, and the second sees the first.
  await store.find(entityOf(work.registry, "Provider"), { provid: row.provid }, true);
  const changes = await store.find(entity, { provid: row.provid });
  const other = changes.find(
    (change) => change.Id !== row.Id && isOneOf(change.Statu, COUNTING) && isSameScope(change, row) && overlaps(change, row),
  );
  // guard check: tests/server/flows/named-effects.test.ts
  if (other) throw refuse(`与扣率调整单 ${other.Billid} 的生效期重叠`);
}

function isSameScope(a: RateChangeRow, b: RateChangeRow): boolean {
  return a.StoreId === b.StoreId && a.CategoryId === b.CategoryId;
}

function overlaps(a: RateChangeRow, b: RateChangeRow): boolean {
  return (a.startdate ?? "") <= (b.enddate ?? "9999") && (b.startdate ?? "") <= (a.enddate ?? "9999");
}
