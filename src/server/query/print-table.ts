import type { Row } from "../../shared/domain/cell.ts";
import type { PrintTemplate } from "../../shared/registry/model.ts";
import { LINE_NUMBER } from "../base/technical.ts";
import { computeRow } from "./computed-row.ts";
import { groupRows, type SomeRows } from "./group-rows.ts";
import type { PrintSetting } from "./print-setting.ts";
import { printSum, printValue } from "./print-value.ts";

/** A row of the table on paper. */
export interface PrintLine {
  readonly cells: readonly string[];
  /** The lines it stands for, which page sums count; none of a subtotal, whose lines stand above it. */
  readonly lines: readonly Row[];
  readonly isSubtotal: boolean;
}

type Group = NonNullable<PrintTemplate["group"]>;

const SUBTOTAL = "小计";

/** The columns this side may read. */
export function printColumns({ template, mayPrint }: PrintSetting): PrintTemplate["columns"] {
  return template.columns.filter(({ field }) => mayPrint.line(field));
}

/** The rows of the table: one for each line, with subtotals or as one row where lines make groups. */
export function printLines(lines: readonly Row[], setting: PrintSetting): PrintLine[] {
  const { group } = setting.template;
  if (group === null || !setting.mayPrint.line(group.by)) return lines.map((line) => plainLine(line, setting));
  const groups = [...groupRows(lines, (line) => groupKey(line, group, setting)).values()];
  if (group.collapse) return groups.map((same, index) => collapsedLine(same, index, group, setting));
  return groups.flatMap((same) => [...same.map((line) => plainLine(line, setting)), ...subtotalOf(same, group, setting)]);
}

/** One cell per column, empty where nothing is summed; null when nothing is summed at all. */
export function sumRow(summed: readonly string[], lines: readonly Row[], setting: PrintSetting): string[] | null {
  const columns = printColumns(setting);
  if (!columns.some(({ field }) => summed.includes(field))) return null;
  return columns.map(({ field }) => (summed.includes(field) ? printSum(setting.line.entity.fields[field], lines) : ""));
}

function groupKey(line: Row, { by }: Group, { line: rules }: PrintSetting): string {
  return String(computeRow(line, [by], rules)[by] ?? "");
}

function plainLine(line: Row, setting: PrintSetting): PrintLine {
  const cells = printColumns(setting).map(({ field }) => printValue(field, line, setting.line));
  return { cells, lines: [line], isSubtotal: false };
}

/** Sums, and besides them what all lines of the group have in common; such rows are numbered anew. */
function collapsedLine(lines: SomeRows, index: number, { sums }: Group, setting: PrintSetting): PrintLine {
  const { line: rules } = setting;
  const cells = printColumns(setting).map(({ field }) => {
    if (field === LINE_NUMBER) return String(index + 1);
    if (sums.includes(field)) return printSum(rules.entity.fields[field], lines);
    const [first = "", ...others] = new Set(lines.map((line) => printValue(field, line, rules)));
    return others.length === 0 ? first : "";
  });
  return { cells, lines, isSubtotal: false };
}

function subtotalOf(lines: SomeRows, { by, sums }: Group, setting: PrintSetting): PrintLine[] {
  const cells = sumRow(sums, lines, setting);
  if (cells === null) return [];
  const label = cells.indexOf("");
  if (label >= 0) cells[label] = `${printValue(by, lines[0], setting.line)}${SUBTOTAL}`;
  return [{ cells, lines: [], isSubtotal: true }];
}
