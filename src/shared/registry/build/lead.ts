import type { ColumnFormat } from "../../protocol/screen.ts";
import type { EntityInfo } from "../catalogue.ts";
import type { WholeModule } from "../whole-types.ts";
import { asField, fieldNames } from "./columns.ts";
import { supplierFieldName } from "./entity.ts";
import { titleFieldOf } from "./show.ts";
import { formatOf, TYPE_DEFAULTS, widthOf } from "./type-defaults.ts";

/** A column of a list, as far as its file says it: what decides whether it leads. */
export interface ListColumn {
  readonly field: string;
  readonly format: ColumnFormat;
  /** px */
  readonly width: number;
}

/** How many fields of a card nobody has to name. */
const CARD_FIELDS = 4;
/** What a day is shown as. */
export const DAYS: readonly ColumnFormat[] = ["date", "datetime"];

/** The columns that a table shows; those of fields that are not there are told elsewhere. */
export function listColumns({ columns }: Pick<WholeModule, "columns">, { fields }: EntityInfo): ListColumn[] {
  return columns.map(asField).flatMap((column): ListColumn[] => {
    const field = fields.get(column.field)?.raw;
    if (field === undefined || column.carried === true) return [];
    const usual = TYPE_DEFAULTS[field.type];
    const format = formatOf(column.format) ?? formatOf(field.format) ?? usual.format;
    return [{ field: column.field, format, width: column.width ?? field.width ?? widthOf(usual.width, column.title ?? field.title) }];
  });
}

/**
 * What of a list is always in view (docs/decisions/113). A page that says nothing pins what names the row, its first state (one with a machine
 * before one with colours alone), and its first amount: money before quantities, what is summed before what is not. Columns that say `fixed` are
 * pinned as well.
 */
export function pinnedOf(raw: WholeModule, info: EntityInfo): readonly string[] {
  if (raw.pin !== undefined) return raw.pin;
  const columns = listColumns(raw, info);
  const name = titleFieldOf(raw, info);
  const title = columns.find(({ field }) => field === name) ?? columns[0];
  const fixed = raw.columns.flatMap((column) => (typeof column === "object" && column.fixed === true ? [{ field: column.field }] : []));
  const found = [title, ...fixed, stateOf(columns, info), amountOf(columns, fieldNames(raw.footer?.sums ?? []))];
  return [...new Set(found.flatMap((column) => column?.field ?? []))];
}

/** What a card shows besides: a day and what follows, as the table has them, without the supplier's code, which his name tells. */
export function cardOf(raw: WholeModule, info: EntityInfo): readonly string[] {
  if (raw.card !== undefined) return raw.card;
  const others = [...pinnedOf(raw, info), supplierFieldName(info.fields)];
  const rest = listColumns(raw, info).filter(({ field }) => !others.includes(field));
  const day = rest.find(({ format }) => DAYS.includes(format));
  return [...(day ? [day] : []), ...rest.filter((column) => column !== day)].slice(0, CARD_FIELDS).map(({ field }) => field);
}

/**
 * What the table tells of a row's state or amount, where a page that says itself what is in view has forgotten it: one column of each. Of kinds,
 * which are coloured like states, it may say none.
 */
export function forgottenLead(raw: WholeModule, info: EntityInfo): readonly string[] {
  const { fields, raw: entity } = info;
  const states = entity.states ?? {};
  const isState = ({ field }: ListColumn) => field in states || (fields.get(field)?.raw.computed?.label ?? "") in states;
  const isAmount = ({ format }: ListColumn) => format === "money" || format === "quantity";
  const columns = listColumns(raw, info);
  const pinned = columns.filter(({ field }) => pinnedOf(raw, info).includes(field));
  const found = [
    pinned.some(isState) ? undefined : columns.find(isState),
    pinned.some(isAmount) ? undefined : amountOf(columns, fieldNames(raw.footer?.sums ?? [])),
  ];
  return found.flatMap((column) => column?.field ?? []);
}

/** A text made for a state says more than its code, where a page shows both. */
function stateOf(columns: readonly ListColumn[], { fields, raw: { states = {} } }: EntityInfo): ListColumn | undefined {
  const labelled = ({ field }: ListColumn) => fields.get(field)?.raw.computed?.label;
  const texts = columns.filter((column) => (labelled(column) ?? "") in states);
  const codes = columns.filter(({ field }) => field in states);
  return texts[0] ?? codes[0] ?? columns.find(({ format }) => format === "status");
}

function amountOf(columns: readonly ListColumn[], sums: readonly string[]): ListColumn | undefined {
  const first = (format: ColumnFormat) => {
    const all = columns.filter((column) => column.format === format);
    return all.find(({ field }) => sums.includes(field)) ?? all[0];
  };
  return first("money") ?? first("quantity");
}
