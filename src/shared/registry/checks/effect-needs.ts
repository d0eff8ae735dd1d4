import type { CheckContext } from "../context.ts";
import type { Place } from "../place.ts";
import { allEffects } from "../uses/effects.ts";
import type { Check } from "./check.ts";

/** Effects and fields that write or read a certain entity by themselves need it to be there. */
export const effectNeeds: Check = (context) => {
  const needs = [
    ...allEffects(context).flatMap(({ raw, at }) => [
      ...need(raw.plan, "BalancePlan", at.in("plan")),
      ...need(raw.notify, "Message", at.in("notify")),
      ...need(raw.unread, "TaskState", at.in("unread")),
      ...need(raw.read, "TaskState", at.in("read")),
    ]),
    ...[...context.entities.values()].flatMap(({ fields }) =>
      [...fields.values()].flatMap(({ raw, at }) => need(raw.computed?.unread, "TaskState", at.in("computed", "unread"))),
    ),
  ];
  return needs
    .filter(({ entity }) => !isThere(context, entity))
    .map(({ entity, at }) => at.problem(`needs the entity ${entity}, which is not there`));
};

function need(part: unknown, entity: string, at: Place): { entity: string; at: Place }[] {
  return part === undefined ? [] : [{ entity, at }];
}

function isThere({ entities, sources }: CheckContext, entity: string): boolean {
  return entities.has(entity) || sources.broken.entity.has(entity);
}
