import type { ColumnFormat, ScreenModel } from "../../../shared/protocol/screen.ts";

/** How rows become a sheet; plain data, as it travels to the worker. */
export interface SheetPlan {
  readonly title: string;
  readonly columns: readonly { readonly field: string; readonly title: string; readonly format: ColumnFormat }[];
  readonly footer: { readonly label: string; readonly decimals: Readonly<Record<string, number>> } | null;
}

/** The columns and sums of a screen as a sheet. */
export function sheetPlan({ title, columns, footer }: ScreenModel): SheetPlan {
  return {
    title,
    columns: columns.map(({ field, title, format }) => ({ field, title, format })),
    footer: footer && { label: footer.label, decimals: Object.fromEntries(footer.sums.map((sum) => [sum.field, sum.decimals])) },
  };
}
