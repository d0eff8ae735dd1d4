import { expect, it } from "vitest";
import { deriveForm, deriveRow } from "../../../../src/shared/domain/form/derive-form.ts";
import { SPEC } from "./sample-form.ts";

const TODAY = "2025-06-30";
const NO_FILLS = { head: {}, lines: {} };
const line = SPEC.lines[0]?.fields ?? {};

it("calculates lines exactly, each field after what it is made of", () => {
  const row = deriveRow(line, { goods: "G1", amount: 1005n, cost: 1000n, rate: 130_000n }, {}, TODAY);
  expect(row).toMatchObject({ money: 1005n, tax: 131n, taxed: 1136n });
});

it("leaves a result empty where an operand is", () => {
  expect(deriveRow(line, { amount: 1000n, money: 5n }, {}, TODAY)).toMatchObject({ money: null, tax: null, taxed: null });
});

it("totals the lines that count, then decides by the total", () => {
  const lines = {
    Line: [
      { goods: "A", amount: 2000n, cost: 5000n },
      { goods: "B", amount: 1000n, cost: 1n },
      { goods: "C", amount: 9000n, cost: 5000n, gift: true },
    ],
  };
  const { head, lines: derived } = deriveForm(SPEC, { supplier: "101" }, lines, NO_FILLS, TODAY);
  expect(head).toMatchObject({ total: 10_001n, count: 12_000n, size: "大" });
  expect(derived.Line?.map(({ money }) => money)).toEqual([10_000n, 1n, 45_000n]);
  expect(deriveForm(SPEC, {}, { Line: [] }, NO_FILLS, TODAY).head).toMatchObject({ total: 0n, size: "小" });
});

it("leaves what it cannot know: totals of other tables, calculations over fields that are not there", () => {
  const head = { other: 7n, unseen: 8n };
  expect(deriveForm(SPEC, head, { Line: [] }, NO_FILLS, TODAY).head).toMatchObject(head);
});

it("takes copies and places from what the caller knows, keeps them without, and empties them with what they follow", () => {
  const fills = { head: { supplierName: "甲", province: "浙江省" }, lines: { Line: [{ name: "苹果" }, {}] } };
  const lines = { Line: [{ goods: "A" }, { goods: "B", name: "旧" }] };
  const first = deriveForm(SPEC, { supplier: "101", place: "杭州" }, lines, fills, TODAY);
  expect(first.head).toMatchObject({ supplierName: "甲", province: "浙江省" });
  expect(first.lines.Line?.map(({ name }) => name)).toEqual(["苹果", "旧"]);
  expect(deriveForm(SPEC, first.head, first.lines, NO_FILLS, TODAY)).toEqual(first);
  const emptied = { ...first.head, supplier: null, place: "" };
  expect(deriveForm(SPEC, emptied, {}, NO_FILLS, TODAY).head).toMatchObject({ supplierName: null, province: null });
});

it("changes nothing the second time", () => {
  const once = deriveForm(SPEC, { supplier: "1" }, { Line: [{ goods: "A", amount: 1n, cost: 3n, rate: 1n }] }, NO_FILLS, TODAY);
  expect(deriveForm(SPEC, once.head, once.lines, NO_FILLS, TODAY)).toEqual(once);
});
