/** Documents on paper (DOMAIN section 6), made of rows alone. Only what `mayPrint` allows is ever printed. */
import { amountToCapitals } from "../../shared/domain/amount-to-capitals.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { PAPER } from "../../shared/domain/paper.ts";
import type { LabelledValue, PrintPage } from "../../shared/protocol/print.ts";
import type { PrintTemplate } from "../../shared/registry/model.ts";
import { type PrintRules, printSum, printValue } from "./print-value.ts";

/** One document: its head row and its lines. Where the rows themselves are the lines, several heads make one document. */
export interface PrintRows {
  readonly heads: readonly [Row, ...Row[]];
  readonly lines: readonly Row[];
}

export interface PrintSetting {
  readonly template: PrintTemplate;
  /** Above every sheet: the shop's name and the document's. */
  readonly title: string;
  /** The field whose value names the document. */
  readonly numberField: string;
  readonly head: PrintRules;
  /** The same as `head` where the template has no line entity. */
  readonly line: PrintRules;
  readonly mayPrint: { readonly head: (field: string) => boolean; readonly line: (field: string) => boolean };
  /** `yyyy-MM-dd HH:mm` */
  readonly printedAt: string;
}

/** Free space between two sheets on the screen, mm. */
const SHEET_GAP = 6;
const PRINTED_AT = "打印时间";

/** All sheets of all documents, in order. */
export function printDocuments(documents: readonly PrintRows[], setting: PrintSetting): PrintPage[] {
  return documents.flatMap((document) => sheetsOf(document, setting));
}

function sheetsOf({ heads, lines }: PrintRows, setting: PrintSetting): PrintPage[] {
  const { template, head: rules, mayPrint, numberField, printedAt } = setting;
  const { width, height, linesPerSheet } = PAPER[template.paper];
  const [head] = heads;
  const pairs = (names: readonly string[]): LabelledValue[] =>
    names.filter(mayPrint.head).map((name) => ({ label: rules.entity.fields[name]?.title ?? name, value: printValue(name, head, rules) }));
  const pages = Math.max(1, Math.ceil(lines.length / linesPerSheet));
  const number = printValue(numberField, head, rules);
  const same = {
    samedata: { title: setting.title, Billid: number },
    header: pairs(template.header),
    t_title: template.columns.filter(({ field }) => mayPrint.line(field)),
    footer: [...pairs(template.footer), { label: PRINTED_AT, value: printedAt }],
    additional: template.notes,
    pages,
    width,
    pageheight: height,
    intervalheight: SHEET_GAP,
  };
  const last = {
    totals: sumRow(template.total, lines, setting),
    capitals: capitalsOf(heads, setting),
    summary: pairs(template.summary),
    signatures: template.signatures,
  };
  return Array.from({ length: pages }, (_, index): PrintPage => {
    const onSheet = lines.slice(index * linesPerSheet, (index + 1) * linesPerSheet);
    return {
      ...same,
      tr: onSheet.map((line) => same.t_title.map(({ field }) => printValue(field, line, setting.line))),
      pagesumtr: sumRow(template.pageSum, onSheet, setting),
      lastfooter: index === pages - 1 ? last : null,
      barcode: `${number}-${index + 1}`,
      page: index + 1,
    };
  });
}

/** One cell per column, empty where nothing is summed; null when nothing is summed at all. */
function sumRow(summed: readonly string[], rows: readonly Row[], { template, line, mayPrint }: PrintSetting): string[] | null {
  if (!summed.some(mayPrint.line)) return null;
  return template.columns
    .filter(({ field }) => mayPrint.line(field))
    .map(({ field }) => (summed.includes(field) ? printSum(line.entity.fields[field], rows) : ""));
}

/** Of the head's amount, or of the sum where several rows make one document. */
function capitalsOf(heads: readonly Row[], { template: { capitals }, head, mayPrint }: PrintSetting): string | null {
  if (capitals === null || !mayPrint.head(capitals)) return null;
  return amountToCapitals(printSum(head.entity.fields[capitals], heads));
}
