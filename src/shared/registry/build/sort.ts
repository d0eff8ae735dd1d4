import type { EntityInfo } from "../catalogue.ts";
import { dict } from "../dict.ts";
import type { Dict, Module } from "../model.ts";
import type { WholeModule } from "../whole-types.ts";
import { isAfterReading } from "./computed.ts";

/** What every list may be sorted by where the entity has it. */
const SORT_FIELDS = ["Id", "Remark", "Bala_sum", "Provider", "TotalMoney"];
const DEFAULT_SORT = ["-Id"];

/** Sort name to field: the module's own map or the usual one, and the columns that say `sortable`. */
export function sortMapOf(raw: WholeModule, { fields }: EntityInfo): Dict<string> {
  const usual = SORT_FIELDS.filter((name) => fields.has(name) && !isAfterReading(fields.get(name)?.raw.computed));
  const map = raw.sort?.map ?? Object.fromEntries(usual.map((name) => [name, name]));
  const marked = raw.columns.flatMap((column) => (typeof column === "object" && column.sortable ? [column.field] : []));
  return dict([...Object.entries(map), ...marked.map((name) => [name, map[name] ?? name] as const)]);
}

/** The order of a freshly opened page. */
export function defaultSortOf(raw: WholeModule): Module["defaultSort"] {
  return (raw.sort?.default ?? DEFAULT_SORT).map((part) =>
    part.startsWith("-") ? { field: part.slice(1), order: "desc" } : { field: part, order: "asc" },
  );
}
