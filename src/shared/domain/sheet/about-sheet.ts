import type { About } from "../../protocol/export.ts";
import { type SheetRow, textCell } from "./sheet-rows.ts";

/** What the sheet is called that says it. */
export const ABOUT_TITLE = "说明";

/** The sheet that says where the rows of a file are from, so that whoever finds it later knows what it shows and what it leaves out. */
export function aboutRows({ page, user, time, filter }: About, rows: number): SheetRow[] {
  return [
    ["页面", page],
    ["查询条件", filter === "" ? "全部" : filter],
    ["导出人", user],
    ["导出时间", time],
    ["行数", String(rows)],
  ].map((texts) => texts.map((text) => textCell(text)));
}
