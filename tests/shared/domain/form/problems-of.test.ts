import { expect, it } from "vitest";
import { firstOfEach, problemsOf } from "../../../../src/shared/domain/form/problems-of.ts";
import { readForm } from "../../../../src/shared/domain/form/read-form.ts";
import type { FormField, FormSpec } from "../../../../src/shared/protocol/form.ts";
import { SPEC } from "./sample-form.ts";

const TODAY = "2025-06-30";
const good = { supplier: "101" };
const told = (head: object, lines: object = {}) => problemsOf(SPEC, { ...good, ...head }, lines as never, TODAY);

it("finds nothing wrong with a form that is right", () => {
  const lines = { Line: [{ goods: "A", amount: 0n }] };
  expect(told({ kind: 1, code: "6901234567892", from: TODAY, to: TODAY, total: 1_000_000n }, lines)).toEqual([]);
});

it.each([
  ["供应商不能为空", "supplier", { supplier: null }],
  ["供应商不能为空", "supplier", { supplier: "" }],
  ["产地不能超过10个字", "place", { place: "一二三四五六七八九十一" }],
  ["产地不能少于2个字", "place", { place: "一" }],
  ["类别不是可选的值，可选：一", "kind", { kind: 2 }],
  ["条码不是有效的条码，请核对位数和校验位", "code", { code: "6901234567890" }],
  ["合计不能大于10000", "total", { total: 1_000_001n }],
  ["结束不能早于开始", "to", { from: "2025-07-02", to: "2025-07-01" }],
  ["不能早于今天", "from", { from: "2025-06-29" }],
])("%s: %s", (message, field, head) => {
  expect(told(head)).toEqual([{ field, message }]);
});

it("tells the bounds of a rate as they are entered", () => {
  const rate = {
    ...SPEC.fields.total,
    name: "rate",
    title: "扣率",
    type: "rate",
    min: "0.005",
    max: "1",
    isWritable: true,
    derived: null,
  } as FormField;
  const rates: FormSpec = { ...SPEC, rules: [], fields: { rate } };
  const of = (value: bigint) => problemsOf(rates, { rate: value }, {}, TODAY).map(({ message }) => message);
  expect([of(1_500_000n), of(1_000_000n), of(4000n)]).toEqual([["扣率不能大于100%"], [], ["扣率不能小于0.5%"]]);
});

it("tells everything at once, of lines with their place", () => {
  const lines = {
    Line: [
      { goods: "A", amount: -1n },
      { goods: null, amount: 1_000_001n },
    ],
  };
  expect(told({ supplier: null, kind: 9 }, lines)).toEqual([
    { field: "supplier", message: "供应商不能为空" },
    { field: "kind", message: "类别不是可选的值，可选：一" },
    { entity: "Line", line: 0, field: "amount", message: "数量不能小于0" },
    { entity: "Line", line: 1, field: "goods", message: "商品不能为空" },
    { entity: "Line", line: 1, field: "amount", message: "数量不能大于1000" },
  ]);
});

it("reads values, and says what means nothing", () => {
  const read = readForm(
    SPEC,
    { supplier: " 101 ", from: "昨天", kind: "x", nothing: "1" },
    { Line: [{ amount: "1.0005" }, { amount: "1" }] },
  );
  expect(read.head).toEqual({ supplier: "101" });
  expect(read.lines).toEqual({ Line: [{}, { amount: 1000n }] });
  expect(read.problems).toEqual([
    { field: "from", message: "开始应为日期，如 2025-06-30" },
    { field: "kind", message: "类别应为整数" },
    { entity: "Line", line: 0, field: "amount", message: "数量应为数字，最多3位小数" },
  ]);
});

it("says one thing a field: what could not be read is not missing, too", () => {
  const read = readForm(SPEC, { supplier: {} }, {});
  const all = firstOfEach([...read.problems, ...problemsOf(SPEC, read.head, read.lines, TODAY)]);
  expect(all).toEqual([{ field: "supplier", message: "供应商应为单个值" }]);
});
