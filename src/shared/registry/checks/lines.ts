import { isJudged, lineNames } from "../lookup.ts";
import { machinesOf } from "../machines.ts";
import { single } from "../names/named.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Check } from "./check.ts";

/** What is spoken of as lines are lines of the entity: tables of its page, sums over them, lines a user ticks. */
export const lineEntities: Check = (context) => {
  const shown = [
    ...context.modules.map(({ raw, at }) => ({ owner: raw.entity, lines: raw.lines, at })),
    ...[...context.entities.values()].map(({ name, raw, at }) => ({ owner: name, lines: raw.lines, at })),
  ].flatMap(({ owner, lines = [], at }) =>
    lines.map(({ entity }, index) => ({ owner, name: entity, at: at.in("lines", index, "entity") })),
  );
  const spoken = [...context.entities.values()].flatMap((entity) =>
    [
      ...machinesOf(entity)
        .flatMap(({ transitions }) => transitions)
        .flatMap(({ raw, at }) => single(raw.ticks?.entity, at.in("ticks", "entity"))),
      ...[...entity.fields.values()].flatMap(({ raw, at }) => single(raw.derived?.total?.of, at.in("derived", "total", "of"))),
    ].map((named) => ({ owner: entity.name, ...named })),
  );
  return [...shown, ...spoken].flatMap(({ owner, name, at }) => {
    const known = lineNames(context, owner);
    if (known.includes(name) || !context.entities.has(name) || !context.entities.has(owner)) return [];
    return [at.problem(`${name} holds no lines of ${owner}`, didYouMeanOrList(name, known))];
  });
};

/** Lines are proposed from the lines of the document that a ref of the head leads to. */
export const lineSources: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ raw, at, name }) => {
    if (raw.source === undefined) return [];
    const place = at.in("source");
    const head = entities.get(raw.head?.of ?? "");
    if (raw.head === undefined) return [place.onKey().problem(`"source" is for lines; ${name} is none`)];
    const via = isJudged(head) ? head.fields.get(raw.source.from) : undefined;
    if (!via) return [];
    if (via.raw.to === undefined) return [place.in("from").problem(`${via.name} of ${raw.head.of} leads to no document: it is no ref`)];
    const lines = entities.get(raw.source.lines);
    if (!lines || lines.raw.head?.of === via.raw.to) return [];
    return [place.in("lines").problem(`${lines.name} holds no lines of ${via.raw.to}, which ${via.name} leads to`)];
  });
