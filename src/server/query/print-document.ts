/** Documents on paper (docs/decisions/34), made of rows alone. Only what `mayPrint` allows is ever printed. */

import { amountToCapitals } from "../../shared/domain/amount-to-capitals.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { PAPER } from "../../shared/domain/paper.ts";
import type { LabelledValue, PrintPage } from "../../shared/protocol/print.ts";
import type { PrintTemplate } from "../../shared/registry/model.ts";
import { LINE_NUMBER } from "../base/technical.ts";
import { computeRow } from "./computed-kinds.ts";
import { groupRows, type PrintRows, type PrintSetting, printSum, printValue, type SomeRows } from "./print-value.ts";

/** Free space between two sheets on the screen, mm. */
const SHEET_GAP = 6;
const PRINTED_AT = "打印时间";

/** All sheets of all documents, in order. */
export function printDocuments(documents: readonly PrintRows[], setting: PrintSetting): PrintPage[] {
  return documents.flatMap((document) => sheetsOf(document, setting));
}

function sheetsOf({ heads, lines, wording }: PrintRows, setting: PrintSetting): PrintPage[] {
  const { template, head: rules, mayPrint, numberField, printedAt, shopName } = setting;
  const { width, height, linesPerSheet } = PAPER[template.paper];
  const [head] = heads;
  const pairs = (names: readonly string[]): LabelledValue[] =>
    names.filter(mayPrint.head).map((name) => ({ label: rules.entity.fields[name]?.title ?? name, value: printValue(name, head, rules) }));
  const rows = printLines(lines, setting);
  const pages = Math.max(1, Math.ceil(rows.length / linesPerSheet));
  const number = printValue(numberField, head, rules);
  const coded = template.barcode === null || !mayPrint.head(template.barcode) ? "" : printValue(template.barcode, head, rules);
  const same = {
    samedata: { title: `${shopName}${wording.title}`, Billid: number },
    header: pairs(template.header),
    t_title: printColumns(setting),
    footer: [...pairs(template.footer), { label: PRINTED_AT, value: printedAt }],
    additional: template.notes,
    ...(wording.stamp === null ? {} : { stamp: wording.stamp }),
    ...(wording.isDraft ? { draft: true as const } : {}),
    pages,
    width,
    pageheight: height,
    intervalheight: SHEET_GAP,
  };
  const last = {
    totals: sumRow(template.sums, lines, setting),
    capitals: capitalsOf(heads, setting),
    summary: pairs(template.summary),
    signatures: template.signatures,
  };
  return Array.from({ length: pages }, (_, index): PrintPage => {
    const onSheet = rows.slice(index * linesPerSheet, (index + 1) * linesPerSheet);
    const counted = onSheet.flatMap((row) => row.lines);
    return {
      ...same,
      tr: onSheet.map(({ cells }) => cells),
      ...subtotalsOf(onSheet),
      pagesumtr: sumRow(template.sums, counted, setting),
      lastfooter: index === pages - 1 ? last : null,
      barcode: coded === "" ? "" : `${coded}-${index + 1}`,
      page: index + 1,
    };
  });
}

function subtotalsOf(rows: readonly PrintLine[]): Pick<PrintPage, "subtotals"> {
  const subtotals = rows.flatMap(({ isSubtotal }, index) => (isSubtotal ? [index] : []));
  return subtotals.length === 0 ? {} : { subtotals };
}

/** Of the first amount that is not zero; of the sums where several rows make one document. */
function capitalsOf(heads: readonly Row[], { template, head, mayPrint }: PrintSetting): string | null {
  const [first, ...others] = template.capitals.filter(mayPrint.head).map((name) => printSum(head.entity.fields[name], heads));
  if (first === undefined) return null;
  return amountToCapitals([first, ...others].find((amount) => /[1-9]/.test(amount)) ?? first);
}

/** A row of the table on paper. */
interface PrintLine {
  readonly cells: readonly string[];
  /** The lines it stands for, which page sums count; none of a subtotal, whose lines stand above it. */
  readonly lines: readonly Row[];
  readonly isSubtotal: boolean;
}

type Group = NonNullable<PrintTemplate["group"]>;

const SUBTOTAL = "小计";

/** The columns this side may read. */
function printColumns({ template, mayPrint }: PrintSetting): PrintTemplate["columns"] {
  return template.columns.filter(({ field }) => mayPrint.line(field));
}

/** The rows of the table: one for each line, with subtotals or as one row where lines make groups. */
function printLines(lines: readonly Row[], setting: PrintSetting): PrintLine[] {
  const { group } = setting.template;
  if (group === null || !setting.mayPrint.line(group.by)) return lines.map((line) => plainLine(line, setting));
  const groups = [...groupRows(lines, (line) => groupKey(line, group, setting)).values()];
  if (group.collapse) return groups.map((same, index) => collapsedLine(same, index, group, setting));
  return groups.flatMap((same) => [...same.map((line) => plainLine(line, setting)), ...subtotalOf(same, group, setting)]);
}

/** One cell per column, empty where nothing is summed; null when nothing is summed at all. */
function sumRow(summed: readonly string[], lines: readonly Row[], setting: PrintSetting): string[] | null {
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
