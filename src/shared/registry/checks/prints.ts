import { PAPER } from "../../domain/paper.ts";
import type { CheckContext } from "../context.ts";
import type { RawPrint } from "../generated/raw.ts";
import { headOf } from "../links.ts";
import { findField, lineNames } from "../lookup.ts";
import { entries, listed } from "../names/named.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import type { Doc } from "../sources.ts";
import type { Check } from "./check.ts";

/** A template prints the entity of the modules that offer it; its table holds lines of that entity, or of what that points to. */
export const printEntities: Check = (context) => {
  const { modules, prints, sources } = context;
  const offered = modules.flatMap(({ raw, at }) =>
    entries(raw.print, "key", at.in("print")).flatMap(({ name, at: place }) => {
      const printed = prints.get(name)?.raw.entity;
      if (printed === undefined || printed === raw.entity) return [];
      return [place.problem(`template ${name} prints ${printed}, but this module shows ${raw.entity}`)];
    }),
  );
  return [...offered, ...sources.print.flatMap((print) => lineProblems(print, context))];
};

function lineProblems({ raw, at }: Doc<RawPrint>, context: CheckContext): Problem[] {
  const { entities } = context;
  if (raw.lines === undefined) {
    return raw.from === undefined ? [] : [at.in("from").onKey().problem('"from" needs "lines": which lines of the other document')];
  }
  const ref = raw.from === undefined ? undefined : findField(context, raw.entity, raw.from)?.raw;
  if (raw.from !== undefined && ref === undefined) return [];
  if (ref && ref.to === undefined) return [at.in("from").problem(`${raw.from} (${ref.type}) points to no document: it is no ref`)];
  const owner = ref?.to ?? raw.entity;
  if (!entities.has(raw.lines) || !entities.has(owner)) return [];
  const known = lineNames(context, owner);
  if (!known.includes(raw.lines))
    return [at.in("lines").problem(`${raw.lines} holds no lines of ${owner}`, didYouMeanOrList(raw.lines, known))];
  const lines = entities.get(raw.lines);
  const key = (lines && headOf(lines.raw)?.key) ?? "";
  const isKnown = findField(context, owner, key) !== undefined;
  // A ref without its key is told by itself.
  return !ref || ref.key === undefined || !isKnown || ref.key === key
    ? []
    : [at.in("from").problem(`${raw.from} holds ${ref.key} of ${owner}, but lines name it by ${key}`)];
}

/** A sum of a group stands under its column, and what is equal in a group is not summed. */
export const printGroups: Check = ({ sources }) =>
  sources.print.flatMap(({ raw: { group, columns }, at }) =>
    listed(group?.sums, at.in("group", "sums")).flatMap(({ name, at: place }) => {
      if (name === group?.by) return [place.problem(`${name} is grouped by and cannot be summed`)];
      return columns.some(({ field }) => field === name) ? [] : [place.problem(`${name} is summed but is no column of the table`)];
    }),
  );

/** The columns of a template fit on its paper. */
export const printWidths: Check = ({ sources }) =>
  sources.print.flatMap(({ raw, at }) => {
    const total = raw.columns.reduce((sum, { width }) => sum + width, 0);
    const { width } = PAPER[raw.paper];
    if (total <= width) return [];
    return [at.in("columns").problem(`the columns are ${total} mm wide together, but paper ${raw.paper} is ${width} mm`)];
  });
