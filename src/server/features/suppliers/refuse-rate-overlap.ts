import type { Row } from "../../../shared/domain/cell.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";

/** States of a change that counts: audited, confirmed. */
const COUNTING: readonly unknown[] = [10, 50];

/** One rate holds at a time: refuses a change whose days meet those of another for the same supplier, store and category. */
export async function refuseRateOverlap({ store, work, entity, row }: EffectContext): Promise<undefined> {
  // Two audits at once wait for each other here, and the second sees the first.
  await store.find(entityOf(work.registry, "Provider"), { provid: row.provid ?? null }, true);
  const changes = await store.find(entity, { provid: row.provid ?? null });
  const other = changes.find(
    (change) => change.Id !== row.Id && COUNTING.includes(change.Statu) && isSameScope(change, row) && overlaps(change, row),
  );
  if (other) throw refuse(`与扣率调整单 ${String(other.Billid)} 的生效期重叠`);
}

function isSameScope(a: Row, b: Row): boolean {
  return ["StoreId", "CategoryId"].every((name) => (a[name] ?? null) === (b[name] ?? null));
}

function overlaps(a: Row, b: Row): boolean {
  return String(a.startdate ?? "") <= String(b.enddate ?? "9999") && String(b.startdate ?? "") <= String(a.enddate ?? "9999");
}
