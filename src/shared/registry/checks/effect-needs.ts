import type { CheckContext } from "../context.ts";
import { isJudged } from "../lookup.ts";
import { allEffects } from "../names/parts.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** The engine's own entities that effects and fields write or read by themselves (src/server/engine/effects, src/server/query/related-sql.ts). */
const NEEDS = {
  notify: { entity: "Message", fields: ["side", "entity", "bllid", "Billid", "title", "content", "sendtime"] },
  unread: { entity: "TaskState", fields: ["entity", "bllid", "side", "taskcount"] },
} as const;

type Need = keyof typeof NEEDS;

/** Effects and fields that work on a certain entity by themselves need it to be there, with the fields they know. */
export const effectNeeds: Check = (context) => {
  const needs = [
    ...allEffects(context).flatMap(({ raw, at }) => [
      ...need("notify", raw.notify, at.in("notify")),
      ...need("unread", raw.unread, at.in("unread")),
      ...need("unread", raw.read, at.in("read")),
    ]),
    ...[...context.entities.values()].flatMap(({ fields }) =>
      [...fields.values()].flatMap(({ raw, at }) => need("unread", raw.computed?.unread, at.in("computed", "unread"))),
    ),
  ];
  return needs.flatMap((each) => needProblems(each, context));
};

function need(kind: Need, part: unknown, at: Place): { kind: Need; at: Place }[] {
  return part === undefined ? [] : [{ kind, at }];
}

function needProblems({ kind, at }: { kind: Need; at: Place }, { entities, sources }: CheckContext): Problem[] {
  const { entity: name, fields } = NEEDS[kind];
  const entity = entities.get(name);
  if (entity === undefined) return sources.broken.entity.has(name) ? [] : [at.problem(`needs the entity ${name}, which is not there`)];
  if (!isJudged(entity)) return [];
  return fields
    .filter((field) => !entity.fields.has(field))
    .map((field) => at.problem(`needs the field ${field} of ${name}, which is not there`));
}
