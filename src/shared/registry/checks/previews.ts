import { isLink } from "../build/actions.ts";
import { asField } from "../build/columns.ts";
import { isNumber } from "../comparable.ts";
import { findField } from "../lookup.ts";
import { transitionsOf } from "../machines.ts";
import { entries } from "../names/named.ts";
import type { Check } from "./check.ts";

/** A preview is read by users, adds up numbers, and what is chosen in it is sent by a hand-written page alone. */
export const previews: Check = (context) => [
  ...[...context.entities.values()].flatMap((entity) =>
    transitionsOf(entity).flatMap(({ name, raw: { by, preview }, at }) => {
      if (preview === undefined) return [];
      const place = at.in("preview");
      const isRead = by.some((actor) => actor === "shop" || actor === "supplier");
      return [
        ...(isRead ? [] : [place.problem(`no user runs "${name}": nobody reads a preview of it`)]),
        ...(preview.sums ?? []).map(asField).flatMap((total, index) => {
          const field = findField(context, entity.name, total.field);
          if (!field || isNumber(field)) return [];
          return [place.in("sums", index, "field").problem(`${field.name} (${field.raw.type}) is no number`)];
        }),
      ];
    }),
  ),
  ...context.modules.flatMap(({ raw, at, entity }) => {
    const previewed = new Map((entity ? transitionsOf(entity) : []).map((way) => [way.name, way.raw.preview]));
    return entries(raw.actions, "action", at.in("actions")).flatMap(({ name, at: place }, index) => {
      const action = raw.actions?.[index];
      const preview = isLink(action) ? undefined : previewed.get(name);
      if (preview?.choose) return [place.problem(`something is chosen before "${name}", which no button of a module sends`)];
      if (preview && typeof action === "object" && action.all === true)
        return [place.problem(`"${name}" has a preview of ticked rows: it cannot run on all of the page`)];
      return [];
    });
  }),
];
