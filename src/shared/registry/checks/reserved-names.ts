import type { NameUse } from "../names/uses.ts";
import { declarations } from "../names/uses.ts";
import type { NameKind } from "../word.ts";
import { type Check, repeats } from "./check.ts";

/** Columns that PostgreSQL gives every table (its manual, "System Columns"). */
const SYSTEM_COLUMNS = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"];
/** Every row travels with a lower-case copy of its key (docs/decisions/09). */
const KEY_COPY = "id";
/** Every object may say which warnings are meant. */
const ALLOW = "allow";
/** What every object of JavaScript answers to. */
const INBORN = Object.getOwnPropertyNames(Object.prototype);
/** PostgreSQL cuts longer names off, and two could become one. */
const LONGEST = 63;

/** What is declared, with what people call it. */
const KINDS: Readonly<Partial<Record<NameKind, string>>> = {
  entity: "entity",
  field: "field",
  transition: "transition",
  enum: "list of codes",
  mixin: "group of fields",
  message: "message",
  archetype: "archetype",
  functionKey: "right",
  icon: "icon",
  check: "check",
  flag: "flag",
  template: "print template",
  profile: "profile",
};

/** No thing is called what the database, the program or the language itself calls something. */
export const reservedNames: Check = (context) =>
  (Object.entries(KINDS) as [NameKind, string][]).flatMap(([kind, what]) =>
    declarations(context, kind).flatMap((use) => {
      const why = reasonAgainst(use);
      return why === null ? [] : [use.at.problem(`${use.name} cannot be the name of one ${what}: ${why}`)];
    }),
  );

function reasonAgainst({ kind, name }: NameUse): string | null {
  if (name === ALLOW) return 'every object may say "allow"';
  if (INBORN.includes(name)) return "the program's own objects have it";
  if (name.length > LONGEST) return `the database cuts it off after ${LONGEST} characters`;
  if (kind !== "field") return null;
  if (SYSTEM_COLUMNS.includes(name)) return "every table of PostgreSQL has such a column of its own";
  return name === KEY_COPY ? "every row travels with a copy of its key by that name" : null;
}

/** Fields of an entity differ in more than capitals, and so do entities: nobody could tell them apart in a filter or a table. */
export const distinctNames: Check = ({ entities }) => [
  ...[...entities.values()].flatMap(({ fields }) => {
    const folded = [...fields.values()].map(({ name, at }) => ({ name: name.toLowerCase(), own: name, at: at.onKey() }));
    return repeats(folded, ({ own }, first) => `${own} and ${first.own} differ in capitals only`);
  }),
  ...repeats(
    [...entities.values()].map(({ name, at }) => ({ name: name.toLowerCase(), own: name, at: at.in("name") })),
    ({ own }, first) => `${own} and ${first.own} differ in capitals only`,
  ),
];
