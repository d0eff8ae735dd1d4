import type { SheetPlan } from "../../protocol/export.ts";
import type { ScreenColumn, ScreenModel } from "../../protocol/screen.ts";

/** The list of a screen as a sheet: these of its columns, in this order. */
export function sheetPlan(
  { title, footer }: Pick<ScreenModel, "title" | "footer">,
  columns: readonly ScreenColumn[],
  group: ScreenColumn | null = null,
): SheetPlan {
  return {
    title,
    columns: columns.map(({ field, title: heading, format }) => ({ field, title: heading, format })),
    footer,
    ...(group !== null && { group: { field: group.field, format: group.format } }),
  };
}

/** What rows must hold to be written so: also what they are put together and summed by, which the user may have hidden. */
export function fieldsOfPlan({ columns, footer, group }: SheetPlan): readonly string[] {
  const summed = footer?.sums.flatMap(({ field, ratio = [] }) => [field, ...ratio]) ?? [];
  return [...new Set([...columns.map(({ field }) => field), ...(group === undefined ? [] : [group.field]), ...summed])];
}

/** `<title>-yyyyMMddHHmm.<extension>`, without characters a file name must not have. `time`: `yyyy-MM-dd HH:mm:ss`. */
export function exportFileName(title: string, time: string, extension = "xlsx"): string {
  const digits = time.replace(/\D/g, "").slice(0, "yyyyMMddHHmm".length);
  return `${title.replace(/[\\/:*?"<>|]/g, "_")}-${digits}.${extension}`;
}
