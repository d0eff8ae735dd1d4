import { asField, fieldNames } from "../build/columns.ts";
import { isAfterReading } from "../build/computed.ts";
import { cardOf, DAYS, forgottenLead, listColumns, pinnedOf } from "../build/lead.ts";
import { TYPE_DEFAULTS } from "../build/type-defaults.ts";
import type { ModuleInfo } from "../catalogue.ts";

import { findField, isJudged } from "../lookup.ts";
import { listed, type Named } from "../names/named.ts";
import { fieldsIn } from "../names/uses.ts";
import { pageKindOf } from "../whole-module.ts";
import type { Check } from "./check.ts";

/** A filter's field can be filtered by, and its ready value suits its type. */
export const filters: Check = (context) =>
  context.modules.flatMap(({ raw, at }) =>
    (raw.filters ?? []).flatMap((entry, index) => {
      const place = at.in("filters", index);
      const { field: name, default: initial } = asField(entry);
      const field = findField(context, raw.entity, name);
      if (!field) return [];
      const { type, computed } = field.raw;
      const usual = TYPE_DEFAULTS[type].filter;
      if (isAfterReading(computed)) return [place.problem(`${name} cannot be filtered by: it is made after reading`)];
      if (usual === null) return [place.problem(`${name} cannot be filtered by: it is ${type}`)];
      const isDates = usual.control === "daterange";
      return initial !== undefined && !isDates ? [place.in("default").problem(`"${initial}" is for dates; ${name} is ${type}`)] : [];
    }),
  );

const ORDERLESS = ["images", "url"];

/** What is sorted by has an order that the database can see; the usual order, by Id, needs an Id. */
export const sortFields: Check = (context) =>
  context.modules.flatMap((module) => {
    const { raw, at, entity } = module;
    const sorted = fieldsIn(module, context).filter(({ as }) => as === "sort");
    const named = [...sorted, ...sortableColumns(module)].flatMap(({ name, at: place }) => {
      const field = findField(context, raw.entity, name);
      if (!field) return [];
      if (isAfterReading(field.raw.computed)) return [place.problem(`${name} cannot be sorted by: it is made after reading`)];
      return ORDERLESS.includes(field.raw.type) ? [place.problem(`${name} cannot be sorted by: it is ${field.raw.type}`)] : [];
    });
    const isUsual = raw.sort?.default === undefined;
    if (!isUsual || !isJudged(entity) || entity.fields.has("Id")) return named;
    return [...named, at.in("sort", "default").problem(`the usual order is by Id, which ${entity.name} lacks`, "say sort.default")];
  });

function sortableColumns({ raw, at }: ModuleInfo): Named[] {
  return raw.columns.flatMap((column, index) =>
    typeof column === "object" && column.sortable ? [{ name: column.field, at: at.in("columns", index, "sortable") }] : [],
  );
}

/** What is pinned, or stands on a card, is a column of the table. */
export const leadColumns: Check = ({ modules }) =>
  modules.flatMap(({ raw, at, entity }) => {
    if (!isJudged(entity)) return [];
    const shown = new Set(listColumns(raw, entity).map(({ field }) => field));
    const named = [...listed(raw.pin, at.in("pin")), ...listed(raw.card, at.in("card"))];
    return named
      .filter(({ name }) => entity.fields.has(name) && !shown.has(name))
      .map(({ name, at: place }) => place.problem(`${name} is no column of the table`));
  });

/** px: what is left for pinned columns beside the menu and the ticks in a window of 1440 px, with room for one more to scroll by. */
const PINNED_ROOM = 960;

/** Pages whose rows are drawn as a list, hand-written ones among them. */
const LISTS: ReadonlySet<string> = new Set(["list", "override"]);

/** What is pinned fits into a window of 1440 px, and leaves out neither state nor amount: number, state and amount of a list are always in view. */
export const pinnedRoom: Check = ({ modules }) =>
  modules.flatMap(({ raw, at, entity }) => {
    if (!isJudged(entity) || !LISTS.has(pageKindOf(raw))) return [];
    const pinned = pinnedOf(raw, entity);
    const width = listColumns(raw, entity).reduce((sum, column) => sum + (pinned.includes(column.field) ? column.width : 0), 0);
    const forgotten = forgottenLead(raw, entity).map((name) =>
      at.in("pin").problem(`${name} is not always in view`, `pin ${name} as well`),
    );
    if (width <= PINNED_ROOM) return forgotten;
    const place = raw.pin === undefined ? at.in("columns") : at.in("pin");
    return [
      ...forgotten,
      place.problem(`${pinned.join(", ")} are always in view and ${width} px wide together; ${PINNED_ROOM} px are there for them`),
    ];
  });

/** A card says more than what its row is called, and a day, where the page shows them. */
export const tellingCards: Check = ({ modules }) =>
  modules.flatMap(({ raw, at, entity }) => {
    if (!isJudged(entity) || !LISTS.has(pageKindOf(raw)) || listColumns(raw, entity).length < 2) return [];
    const told = new Set([...pinnedOf(raw, entity), ...cardOf(raw, entity)]);
    if (told.size < 2) return [at.in("columns").problem("on a phone a row says nothing but what it is called", "show another column")];
    const days = listColumns(raw, entity).filter(({ format }) => DAYS.includes(format));
    if (days.length === 0 || days.some(({ field }) => told.has(field))) return [];
    return [at.in("card").problem("on a phone a row says no day", `add ${days[0]?.field ?? ""}`)];
  });

/** A list of amounts says what they come to. */
export const listTotals: Check = ({ modules }) =>
  modules.flatMap(({ raw, at, entity }) => {
    if (!isJudged(entity) || pageKindOf(raw) !== "list") return [];
    const money = listColumns(raw, entity).filter(({ format }) => format === "money");
    const sums = new Set(fieldNames(raw.footer?.sums ?? []));
    if (money.length === 0 || money.some(({ field }) => sums.has(field))) return [];
    return [at.in("footer").problem(`nothing says what ${money[0]?.field ?? ""} of all rows comes to`, "sum it in footer")];
  });
