import type { Dayjs } from "dayjs";
import type { ScreenColumn, ScreenModel } from "../../../shared/protocol/screen.ts";
import type { FormParams } from "../../api/send.ts";

/** The columns and sums of a screen as a sheet; plain data, as it travels to the worker. `group`: the column that rows are put together by. */
export function sheetPlan({ title, columns, footer }: ScreenModel, group: ScreenColumn | null = null) {
  return {
    title,
    ...(group !== null && { group: { field: group.field, format: group.format, sums: footer?.sums ?? [] } }),
    columns: columns.map(({ field, title, format }) => ({ field, title, format })),
    footer: footer && { label: footer.label, decimals: Object.fromEntries(footer.sums.map((sum) => [sum.field, sum.decimals])) },
  };
}

/** How rows become a sheet. */
export type SheetPlan = ReturnType<typeof sheetPlan>;

/** What the page tells the worker. */
export interface ExportOrder {
  readonly url: string;
  readonly token: string | null;
  /** Filter and sort of the list. */
  readonly query: FormParams;
  readonly plan: SheetPlan;
}

/** What the worker tells the page. */
export type ExportNews =
  | { readonly kind: "progress"; readonly done: number; readonly total: number }
  | { readonly kind: "done"; readonly bytes: ArrayBuffer }
  | { readonly kind: "failed"; readonly code: number; readonly text: string };

/** `<title>-yyyyMMddHHmm.xlsx`, without characters a file name must not have. */
export function exportFileName(title: string, now: Dayjs): string {
  return `${title.replace(/[\\/:*?"<>|]/g, "_")}-${now.format("YYYYMMDDHHmm")}.xlsx`;
}
