import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import type { CellKind } from "../../kinds/cells/cell-kind.ts";
import { COLUMN_KINDS } from "../../kinds/column-kinds.ts";

/** How rows become a sheet; plain data, as it travels to the worker. */
export interface SheetPlan {
  readonly title: string;
  readonly columns: readonly { readonly field: string; readonly title: string; readonly cell: CellKind }[];
  readonly footer: { readonly label: string; readonly decimals: Readonly<Record<string, number>> } | null;
}

/** The columns and sums of a screen as a sheet. */
export function sheetPlan({ title, columns, footer }: ScreenModel): SheetPlan {
  return {
    title,
    columns: columns.map(({ field, title, format }) => ({ field, title, cell: COLUMN_KINDS[format].cell })),
    footer: footer && { label: footer.label, decimals: Object.fromEntries(footer.sums.map((sum) => [sum.field, sum.decimals])) },
  };
}
