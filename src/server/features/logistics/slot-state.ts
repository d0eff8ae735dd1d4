import { addDays } from "../../../shared/domain/day.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { asCode, isOneOf } from "../../base/codes.ts";
import { entityField, entityOf } from "../../engine/values/names.ts";
import { type AppointmentRow, AppointmentStatu, Enabled, type SlotRuleRow, SlotRuleWeekday } from "../../generated/entities.ts";

/** States of an appointment that takes a place: asked for, approved. */
const TAKING = [AppointmentStatu.submitted, AppointmentStatu.approved];

/** What an appointment says of when and where. */
export type Wish = Pick<AppointmentRow, "StoreId" | "ApplyType" | "applydate" | "provid">;

/** What decides whether a slot can be booked. */
export interface SlotAround {
  /** The rules of 111 for the store: when goods may come. */
  readonly arrivals: readonly SlotRuleRow[];
  /** Appointments of the same day. */
  readonly booked: readonly AppointmentRow[];
  /** `yyyy-MM-dd` */
  readonly today: string;
}

/** Places of a slot that nobody has taken on that day; `except`: an appointment that does not count. */
export function freePlaces(rule: SlotRuleRow, { booked }: SlotAround, except?: number): number {
  const taken = booked.filter(({ Id, SlotId, Statu }) => Id !== except && SlotId === rule.SlotId && isOneOf(Statu, TAKING));
  return Math.max((rule.capacity ?? 0) - taken.length, 0);
}

/**
 * Why a slot cannot be booked, places aside; null: it can. The slot is in force and meant for this store, kind, supplier and day, and is
 * asked for early enough; goods come when the store's arrival rules let them (docs/decisions/111).
 */
export function slotRefusal(registry: Registry, rule: SlotRuleRow, wish: Wish, { arrivals, today }: SlotAround): string | null {
  const isMeant = rule.RuleKind === "slot" && rule.StoreId === wish.StoreId && rule.ApplyType === wish.ApplyType;
  if (!isMeant || !isInForce(rule, wish) || !isForDay(rule, wish)) return "该时段未开放预约";
  if (!isEarly(rule, wish, today)) return `该时段须提前${rule.leadDays ?? 0}天预约`;
  const own = wish.ApplyType === "delivery" ? arrivalsFor(arrivals, wish) : [];
  if (own.length === 0 || own.some((one) => isForDay(one, wish) && isEarly(one, wish, today) && overlaps(one, rule))) return null;
  return `按到货时间设置，该门店的到货时间为 ${own.map((one) => arrivalText(registry, one)).join("、")}`;
}

/** The rules for the supplier alone, or where it has none those for all. */
function arrivalsFor(arrivals: readonly SlotRuleRow[], wish: Wish): SlotRuleRow[] {
  const inForce = arrivals.filter((one) => one.RuleKind === "arrive" && one.StoreId === wish.StoreId && isInForce(one, wish));
  const own = inForce.filter(({ provid }) => provid === wish.provid);
  return own.length > 0 ? own : inForce;
}

function isInForce({ statu, provid }: SlotRuleRow, wish: Wish): boolean {
  return statu === Enabled.enabled && ((provid ?? "") === "" || provid === wish.provid);
}

function isForDay({ weekday }: SlotRuleRow, { applydate }: Wish): boolean {
  return weekday === SlotRuleWeekday.everyDay || weekday === weekdayOf(applydate ?? "");
}

function weekdayOf(day: string): SlotRuleWeekday | null {
  return asCode(SlotRuleWeekday, new Date(`${day}T00:00:00Z`).getUTCDay() || SlotRuleWeekday.sunday);
}

function isEarly({ leadDays }: SlotRuleRow, { applydate }: Wish, today: string): boolean {
  return (applydate ?? "") >= addDays(today, leadDays ?? 0);
}

function overlaps(one: SlotRuleRow, other: SlotRuleRow): boolean {
  return (one.starttime ?? "") < (other.endtime ?? "") && (other.starttime ?? "") < (one.endtime ?? "");
}

function arrivalText(registry: Registry, { weekday, starttime, endtime, leadDays }: SlotRuleRow): string {
  const { values } = entityField(entityOf(registry, "SlotRule"), "weekday");
  const day = values.find(({ code }) => code === weekday)?.text ?? "";
  return `${day} ${starttime ?? ""}-${endtime ?? ""}（提前${leadDays ?? 0}天）`;
}
