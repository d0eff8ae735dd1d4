import { addDays, dayOf } from "../../../shared/domain/day.ts";
import { asCode, isOneOf } from "../../base/codes.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type AppointmentRow, AppointmentStatu, Enabled, type SlotRuleRow, SlotRuleWeekday } from "../../generated/entities.ts";

/** States of an appointment that takes a place: asked for, approved. */
const TAKING = [AppointmentStatu.submitted, AppointmentStatu.approved];

/** Takes a place in the slot of an appointment, or refuses. The rule's row is locked, so that two never take the last place. */
export async function bookSlot({ store, work, row }: EffectContext<"Appointment">): Promise<undefined> {
  const [rule] = await store.find(entityOf(work.registry, "SlotRule"), { SlotId: row.SlotId }, true);
  // guard check as !rule: tests/server/flows/named-effects.test.ts
  if (!rule || !isOpen(rule, row)) throw refuse("该时段未开放预约");
  const leadDays = rule.leadDays ?? 0;
  // guard check: tests/server/flows/named-effects.test.ts
  if ((row.applydate ?? "") < addDays(dayOf(work.now), leadDays)) throw refuse(`该时段须提前${leadDays}天预约`);
  const booked = await store.find(entityOf(work.registry, "Appointment"), { SlotId: row.SlotId, applydate: row.applydate });
  const others = booked.filter(({ Id, Statu }) => Id !== row.Id && isOneOf(Statu, TAKING));
  // guard rate: tests/server/flows/named-effects.test.ts
  if (others.length >= (rule.capacity ?? 0)) throw refuse("该时段已约满");
}

/** The rule is in force, and meant for this store, kind, supplier and day of the week. */
function isOpen(rule: SlotRuleRow, row: AppointmentRow): boolean {
  const isForSupplier = (rule.provid ?? "") === "" || rule.provid === row.provid;
  const isForDay = rule.weekday === SlotRuleWeekday.everyDay || rule.weekday === weekdayOf(row.applydate ?? "");
  const isMeant = rule.RuleKind === "slot" && rule.StoreId === row.StoreId && rule.ApplyType === row.ApplyType;
  return isMeant && rule.statu === Enabled.enabled && isForSupplier && isForDay;
}

function weekdayOf(day: string): SlotRuleWeekday | null {
  return asCode(SlotRuleWeekday, new Date(`${day}T00:00:00Z`).getUTCDay() || SlotRuleWeekday.sunday);
}
