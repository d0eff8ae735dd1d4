import type { Row } from "../../../shared/domain/cell.ts";
import { addDays, dayOf } from "../../../shared/domain/day.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";

/** States of an appointment that takes a place: asked for, approved. */
const TAKING: readonly unknown[] = [10, 50];
const EVERY_DAY = 0;
const SUNDAY = 7;

/** Takes a place in the slot of an appointment, or refuses. The rule's row is locked, so that two never take the last place. */
export async function bookSlot({ store, work, row }: EffectContext): Promise<undefined> {
  const [rule] = await store.find(entityOf(work.registry, "SlotRule"), { SlotId: row.SlotId ?? null }, true);
  if (!rule || !isOpen(rule, row)) throw refuse("该时段未开放预约");
  const earliest = addDays(dayOf(work.now), Number(rule.leadDays ?? 0));
  if (String(row.applydate ?? "") < earliest) throw refuse(`该时段须提前${Number(rule.leadDays ?? 0)}天预约`);
  const booked = await store.find(entityOf(work.registry, "Appointment"), { SlotId: row.SlotId ?? null, applydate: row.applydate ?? null });
  const others = booked.filter(({ Id, Statu }) => Id !== row.Id && TAKING.includes(Statu));
  if (others.length >= Number(rule.capacity ?? 0)) throw refuse("该时段已约满");
}

/** The rule is in force, and meant for this store, kind, supplier and day of the week. */
function isOpen(rule: Row, row: Row): boolean {
  const isForSupplier = (rule.provid ?? "") === "" || rule.provid === row.provid;
  const isForDay = rule.weekday === EVERY_DAY || rule.weekday === weekdayOf(String(row.applydate ?? ""));
  const isSame = (name: string) => (rule[name] ?? null) === (row[name] ?? null);
  return rule.RuleKind === "slot" && rule.statu === 1 && isSame("StoreId") && isSame("ApplyType") && isForSupplier && isForDay;
}

/** 1 is Monday, 7 Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || SUNDAY;
}
