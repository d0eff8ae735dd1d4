import type { ClipboardEvent } from "react";
import { lineKey } from "../state/form-draft.ts";
import type { LinesTable } from "./lines-context.ts";
import { placeTable, readTable } from "./place-table.ts";
import { useResolveCodes } from "./use-resolve-codes.ts";

interface LinePasteInput extends LinesTable {
  /** Tells in words what was done, and what could not be found. */
  readonly tell: (text: string, isWarning: boolean) => void;
}

/** Pastes a table from Excel over the cells from the cursor on; rows that are missing are added, codes are looked up. */
export function useLinePaste({ context, lines, columns, active, tell }: LinePasteInput) {
  const resolve = useResolveCodes(context, tell);
  return (event: ClipboardEvent<HTMLElement>) => {
    const table = readTable(event.clipboardData.getData("text/plain"));
    // One value alone goes where the cursor is.
    if (table.length === 0 || (table.length === 1 && table[0]?.length === 1)) return;
    event.preventDefault();
    const { fields, rows, dropped } = placeTable(table, columns, active?.field ?? columns[0]?.name ?? "");
    if (fields.length === 0) return tell("没有可以粘贴的列", true);
    const start = active === null ? lines.length : lines.findIndex(({ key }) => key === active.key);
    const placed = rows.map((writings, index) => ({ key: lines[start + index]?.key ?? lineKey(), writings }));
    context.edit({ kind: "paste", rows: placed });
    const rest = dropped > 0 ? `；右侧 ${dropped} 列没有位置，未粘贴` : "";
    tell(`已粘贴 ${rows.length} 行：${fields.map(({ title }) => title).join("、")}${rest}`, dropped > 0);
    const [first] = placed;
    const field = fields[0];
    if (active === null && first !== undefined && field !== undefined) context.enter({ key: first.key, field: field.name });
    void resolve(fields, placed);
  };
}
