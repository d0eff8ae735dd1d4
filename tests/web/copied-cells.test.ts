import { expect, it } from "vitest";
import type { ColumnFormat } from "../../src/shared/protocol/screen.ts";
import { copiedCells } from "../../src/web/pages/list/copied-cells.ts";

const column = (field: string, format: ColumnFormat) => ({ field, title: `${field}列`, format });
const COLUMNS = [
  column("provid", "text"),
  column("amount", "money"),
  column("rate", "rate"),
  column("Statu", "status"),
  column("busdate", "date"),
  column("Remark", "text"),
];
const ROW = {
  provid: "0000000054",
  amount: "-1234567.50",
  rate: "0.130000",
  Statu: 10,
  Statu_text: "待确认",
  busdate: "2025-06-30",
  Remark: "a\tb\nc",
};

it("copies numbers as numbers, codes as texts and states by their words", () => {
  const { text, html } = copiedCells([ROW, { provid: null, amount: null }], COLUMNS, false);
  expect(text).toBe("0000000054\t-1234567.50\t13.00%\t待确认\t2025-06-30\ta b c\r\n\t\t\t\t\t");
  const asText = (value: string) => `<td style="mso-number-format:'\\@'">${value}</td>`;
  expect(html.startsWith(`<table><tr>${asText("0000000054")}<td>-1234567.50</td><td>13.00%</td>${asText("待确认")}`)).toBe(true);
  expect(html).toContain("a\tb<br>c");
});

it("has the titles where whole rows are copied", () => {
  expect(copiedCells([ROW], COLUMNS.slice(0, 2), true).text).toBe("provid列\tamount列\r\n0000000054\t-1234567.50");
});

it("makes no formula of a text, and no markup", () => {
  const { text, html } = copiedCells([{ Remark: '=HYPERLINK("x")<b>&' }], [column("Remark", "text")], false);
  expect(text).toBe(`'=HYPERLINK("x")<b>&`);
  expect(html).toContain("=HYPERLINK(&quot;x&quot;)&lt;b&gt;&amp;");
});

it("keeps a number as a text that Excel would round", () => {
  const { html } = copiedCells([{ amount: "12345678901234567.89" }], [column("amount", "money")], false);
  expect(html).toContain(`mso-number-format:'\\@'">12345678901234567.89`);
});
