/** Documents on paper (docs/decisions/34), made of rows alone. Only what `mayPrint` allows is ever printed. */
import { amountToCapitals } from "../../shared/domain/amount-to-capitals.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { PAPER } from "../../shared/domain/paper.ts";
import type { LabelledValue, PrintPage } from "../../shared/protocol/print.ts";
import type { PrintRows, PrintSetting } from "./print-setting.ts";
import { type PrintLine, printColumns, printLines, sumRow } from "./print-table.ts";
import { printSum, printValue } from "./print-value.ts";

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
  const same = {
    samedata: { title: `${shopName}${wording.title}`, Billid: number },
    header: pairs(template.header),
    t_title: printColumns(setting),
    footer: [...pairs(template.footer), { label: PRINTED_AT, value: printedAt }],
    additional: template.notes,
    ...(wording.stamp === null ? {} : { stamp: wording.stamp }),
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
    const onSheet = rows.slice(index * linesPerSheet, (index + 1) * linesPerSheet);
    return {
      ...same,
      tr: onSheet.map(({ cells }) => cells),
      ...subtotalsOf(onSheet),
      pagesumtr: sumRow(
        template.pageSum,
        onSheet.flatMap((row) => row.lines),
        setting,
      ),
      lastfooter: index === pages - 1 ? last : null,
      barcode: `${number}-${index + 1}`,
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
