import { type ListQuery, listParams } from "../../../shared/domain/list/list-state.ts";
import { groupedSort } from "../../../shared/domain/sheet/row-groups.ts";
import type { ScreenColumn, ScreenModel } from "../../../shared/protocol/screen.ts";
import type { FormParams } from "../../api/send.ts";

/** A list as its page shows it. */
export interface ExportedList extends ListQuery {
  /** With the columns as the user has arranged them. */
  readonly screen: ScreenModel;
  /** What it is narrowed to, in words. */
  readonly told: string;
  readonly total: number;
  /** The column that rows are put together by, with what each group comes to. */
  readonly group?: ScreenColumn | null;
}

/** The list as calls take it that take it away. */
export function exportParams({ screen, sorters, filters, told, group = null }: ExportedList): FormParams {
  return {
    ...listParams({ sorters: groupedSort(group?.field ?? null, sorters), filters }),
    columns: screen.columns.map(({ field }) => field).join(","),
    group: group?.field,
    told: told.slice(0, LONGEST_TOLD),
  };
}

/** The server takes no longer text. */
const LONGEST_TOLD = 2000;

/** What the page tells the worker. */
export interface ExportOrder {
  readonly url: string;
  readonly token: string | null;
  readonly params: FormParams;
}

/** What the worker tells the page. */
export type ExportNews =
  | { readonly kind: "progress"; readonly rows: number }
  | { readonly kind: "done"; readonly bytes: ArrayBuffer; readonly name: string }
  | { readonly kind: "failed"; readonly code: number; readonly text: string };
