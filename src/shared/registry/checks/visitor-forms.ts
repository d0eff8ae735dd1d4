import type { EntityInfo } from "../catalogue.ts";
import { entries, listed } from "../names/named.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";
import { repeats } from "./repeats.ts";

/** What needs neither a list of rows nor a right to be filled in. */
const TYPES: readonly string[] = ["string", "text", "images"];

/** A visitor fills in texts and pictures of one shop's row, each once, and only what he fills in may be asked of him. */
export const visitorForms: Check = ({ entities }) => [...entities.values()].flatMap(ofEntity);

function ofEntity({ raw, at, fields }: EntityInfo): Problem[] {
  const { visitor } = raw.save ?? {};
  if (visitor === undefined) return [];
  const place = at.in("save", "visitor");
  const asked = visitor.sections.flatMap((section, index) => entries(section.fields, "field", place.in("sections", index, "fields")));
  const hasOwner = raw.tenancy === "shop" || raw.tenancy === "shop+supplier";
  return [
    ...(hasOwner && !raw.view ? [] : [place.onKey().problem(`a visitor hands in rows of a shop; ${raw.name} has none of its own`)]),
    ...repeats(asked, ({ name }) => `${name} is asked twice`),
    ...asked.flatMap(({ name, at: where }) => {
      const field = fields.get(name);
      if (field === undefined) return [];
      const isOpen = TYPES.includes(field.raw.type) && !field.raw.computed && !field.raw.derived && !raw.states?.[name];
      return isOpen ? [] : [where.problem(`a visitor fills in texts and pictures; ${name} is none he could write`)];
    }),
    ...listed(visitor.required, place.in("required")).flatMap(({ name, at: where }) =>
      asked.some((one) => one.name === name) ? [] : [where.problem(`${name} is not asked of a visitor`, "name it in a section")],
    ),
  ];
}
