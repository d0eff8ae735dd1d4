import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import { isJudged, lineNames } from "../lookup.ts";
import { type Named, single } from "../names/named.ts";
import { allEffects, allValues, type EffectUse } from "../names/parts.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** State fields are written by their transitions only: an effect that wants another state runs a transition. */
export const effectStates: Check = (context) =>
  allValues(context).flatMap(({ role, target, field, at }) => {
    const isWritten = role === "set" || role === "by";
    const isState = context.entities.get(target)?.raw.states?.[field] !== undefined;
    if (!isWritten || !isState) return [];
    return [at.onKey().problem(`${field} is a state of ${target}: only its transitions write it`, 'use the effect "run"')];
  });

/** A row that may have to be created is matched by a unique key: two callers at once must not create it twice. */
export const effectUpserts: Check = (context) =>
  allEffects(context).flatMap(({ raw: { add }, at }) => {
    const target = context.entities.get(add?.entity ?? "");
    if (!add?.values || !target) return [];
    const matched = Object.keys(add.match).sort().join();
    const isUnique = (target.raw.unique ?? []).some((key) => [...key].sort().join() === matched);
    if (isUnique) return [];
    const hint = `unique: ${(target.raw.unique ?? []).map((key) => key.join("+")).join(", ") || "nothing"}`;
    return [at.in("add", "match").problem(`"values" needs a match by a unique key of ${target.name}`, hint)];
  });

/** Effects go over lines of the document they belong to, and speak of a line only there. */
export const effectLines: Check = (context) => {
  const strange = allEffects(context)
    .flatMap(eachOf)
    .flatMap(({ name, owner, at }) => {
      const known = lineNames(context, owner);
      if (known.includes(name) || !context.entities.has(name)) return [];
      return [at.problem(`${name} holds no lines of ${owner}`, didYouMeanOrList(name, known))];
    });
  const loose = allValues(context).flatMap(({ source, each, at }) => {
    const speaksOfLine = typeof source === "object" && source !== null && "line" in source;
    return speaksOfLine && each === undefined ? [at.in("line").problem('"line" is for effects with "each": there is no line at hand')] : [];
  });
  return [...strange, ...loose];
};

type Spoken = Named & { readonly owner: string };

function eachOf({ raw, at, entity }: EffectUse): Spoken[] {
  const eaches = (["update", "add"] as const).flatMap((kind) => single(raw[kind]?.each, at.in(kind, "each")));
  return eaches.map((named) => ({ ...named, owner: entity.name }));
}

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

/** The hand-written effects about pictures, and what they write: the addresses, and the side the last of them came from. */
const PICTURE_EFFECTS: readonly unknown[] = ["attach-file", "detach-file"];
const PICTURE_FIELDS = { attachurl: "images", attachside: "enum" } as const;

/** A row takes pictures only where it can keep them; which picture it is comes as the reason. */
export const attachmentFields: Check = (context) =>
  allEffects(context)
    .filter(({ raw }) => PICTURE_EFFECTS.includes(raw.named))
    .flatMap((effect) => [...pictureProblems(effect, effect.entity), ...reasonProblems(effect)]);

function pictureProblems({ at }: EffectUse, { name, fields }: EntityInfo): Problem[] {
  return Object.entries(PICTURE_FIELDS).flatMap(([wanted, type]) => {
    const raw = fields.get(wanted)?.raw;
    return raw?.type === type && !raw.computed ? [] : [at.in("named").problem(`needs a stored ${wanted} (${type}) of ${name}`)];
  });
}

function reasonProblems({ at, hasReason }: EffectUse): Problem[] {
  return hasReason ? [] : [at.in("named").problem("is told by the reason which picture it is", 'say "reason" in the transition')];
}
