import { isSet } from "../../../shared/domain/value-text.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn, ScreenModel } from "../../../shared/protocol/screen.ts";

/** The field by which a row leads to its document: what names it, or, where the user has hidden that, the first column. Rows that are sums over others have none: then no field leads anywhere. */
export function linkField({ show }: ScreenModel, columns: readonly ScreenColumn[]): string | undefined {
  const title = columns.find((column) => column.field === show.titleField) ?? columns[0];
  return show.sections.length > 0 ? title?.field : undefined;
}

/** Tells the rows that wait for their reader. */
export function unreadBy(columns: readonly ScreenColumn[]): (row: WireRow) => boolean {
  const fields = columns.filter(({ format }) => format === "unread").map(({ field }) => field);
  return (row) => fields.some((field) => isSet(row[field]));
}

/** What a card shows: the columns that head it, and those below them. */
export function cardParts({ columns, card }: ScreenModel) {
  return {
    lead: columns.filter(({ fixed }) => fixed !== null),
    rest: card.flatMap((field) => columns.find((column) => column.field === field) ?? []),
  };
}

/** Whether something can be done with several rows, so that they can be ticked. */
export const canTick = ({ actions, print }: ScreenModel): boolean => actions.length > 0 || print.length > 0;
