import { dict } from "../dict.ts";
import type { RawDayLimit, RawDuty, RawFirstAct, RawSecondAct } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { Act, DayLimit, Duty } from "../model.ts";

/** Two functions that are not one person's (docs/decisions/99). */
export function buildDuty({ title, when, on, oneWay, a, b, link = {} }: RawDuty): Duty {
  return {
    title,
    when: (when ?? null) as Predicate | null,
    onDocument: on.includes("document"),
    onPerson: on.includes("person"),
    isOneWay: oneWay === true,
    a: buildAct(a),
    b: buildAct(b),
    link: dict(Object.entries(link)),
  };
}

/** Amounts of one person and day that are added up. */
export function buildDayLimit({ title, when, setting, acts }: RawDayLimit): DayLimit {
  const built = acts.map(({ of, do: transitions, amount }) => ({ entity: of, transitions, amount }));
  return { title, when: (when ?? null) as Predicate | null, setting, acts: built };
}

function buildAct(act: RawFirstAct | RawSecondAct): Act {
  return {
    entity: act.of,
    transitions: act.do ?? [],
    saves: act.save ?? [],
    where: (act.where ?? null) as Predicate | null,
    pages: act.at ?? [],
  };
}
