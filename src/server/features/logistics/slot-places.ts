import { dayOf } from "../../../shared/domain/day.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { AppointmentRow, SlotRuleRow } from "../../generated/entities.ts";
import type { Offer, OfferNote } from "../../query/offer.ts";
import { freePlaces, type SlotAround, slotRefusal, type Wish } from "./slot-state.ts";

/** Beside each slot, before one is chosen: how many places are free on the day asked for, or why it cannot be booked then. */
export const slotPlaces: Offer = {
  async tell({ db, registry, viewer, now }, own, codes) {
    const store = sqlStore(db, viewer.shopId);
    const { StoreId = null, applydate = null } = own;
    const wish = own as unknown as Wish;
    if (StoreId === null || applydate === null) return new Map();
    const rules = await store.find(entityOf(registry, "SlotRule"), { StoreId: wish.StoreId });
    const appointments: readonly AppointmentRow[] = await store.find(entityOf(registry, "Appointment"), {
      StoreId: wish.StoreId,
      applydate: wish.applydate,
    });
    const around: SlotAround = { arrivals: rules, booked: appointments, today: dayOf(now) };
    const asked = rules.filter(({ SlotId }) => codes.includes(SlotId ?? ""));
    return new Map(asked.map((rule) => [rule.SlotId ?? "", noteOf(rule)]));

    function noteOf(rule: SlotRuleRow): OfferNote {
      const refusal = slotRefusal(registry, rule, wish, around);
      if (refusal !== null) return { note: refusal, isClosed: true };
      const free = freePlaces(rule, around);
      return free === 0 ? { note: "已约满", isClosed: true } : { note: `余 ${free} / ${rule.capacity ?? 0}`, isClosed: false };
    }
  },
};
