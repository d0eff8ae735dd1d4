import { isJudged } from "../lookup.ts";
import type { Check } from "./check.ts";

/** Lines are proposed from the lines of the document that a ref of the head leads to. */
export const lineSources: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ raw, at, name }) => {
    if (raw.source === undefined) return [];
    const place = at.in("source");
    const head = entities.get(raw.head?.entity ?? "");
    if (raw.head === undefined) return [place.onKey().problem(`"source" is for lines; ${name} is none`)];
    const via = isJudged(head) ? head.fields.get(raw.source.via) : undefined;
    if (!via) return [];
    if (via.raw.to === undefined) return [place.in("via").problem(`${via.name} of ${raw.head.entity} leads to no document: it is no ref`)];
    const lines = entities.get(raw.source.lines);
    if (!lines || lines.raw.head?.entity === via.raw.to) return [];
    return [place.in("lines").problem(`${lines.name} holds no lines of ${via.raw.to}, which ${via.name} leads to`)];
  });
