import { dayOf } from "../../../shared/domain/day.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { freePlaces, slotRefusal } from "./slot-state.ts";

/** Takes a place in the slot of an appointment, or refuses. The rule's row is locked, so that two never take the last place. */
export async function bookSlot({ store, work, row }: EffectContext<"Appointment">): Promise<undefined> {
  const rules = entityOf(work.registry, "SlotRule");
  const [rule] = await store.find(rules, { SlotId: row.SlotId }, true);
  // guard check: tests/server/flows/named-effects.test.ts
  if (!rule) throw refuse("该时段未开放预约");
  const arrivals = await store.find(rules, { RuleKind: "arrive", StoreId: row.StoreId });
  const booked = await store.find(entityOf(work.registry, "Appointment"), { SlotId: row.SlotId, applydate: row.applydate });
  const around = { arrivals, booked, today: dayOf(work.now) };
  const refusal = slotRefusal(work.registry, rule, row, around);
  // guard check: tests/server/flows/named-effects.test.ts
  if (refusal !== null) throw refuse(refusal);
  // guard rate: tests/server/flows/named-effects.test.ts
  if (freePlaces(rule, around, row.Id) === 0) throw refuse("该时段已约满");
}
