import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { isDay, writeCell } from "../../../src/shared/domain/sheet/sheet-rows.ts";
import type { WireRow, WireValue } from "../../../src/shared/protocol/list.ts";
import type { ColumnFormat, ScreenColumn } from "../../../src/shared/protocol/screen.ts";
import { COLUMN_KINDS, renderValue } from "../../../src/web/kinds/columns/column-kinds.ts";
import { draw } from "./draw.tsx";

const FILE = "/files/20250630101530发票.pdf";
const FIELD = "value";

interface Case {
  readonly value: Exclude<WireValue, null>;
  readonly text: string;
  /** Beside the value, as the server sends them. */
  readonly more?: WireRow;
}

/** What each format makes of a value. A format without a case does not compile. */
const CASES: Readonly<Record<ColumnFormat, readonly Case[]>> = {
  text: [{ value: "苏州<b>晨露</b>", text: "苏州<b>晨露</b>" }],
  integer: [
    { value: 1234567, text: "1,234,567" },
    { value: 0, text: "0" },
  ],
  money: [
    { value: "1234567.5", text: "1,234,567.50" },
    { value: "-0.00", text: "0.00" },
    { value: "-0.004", text: "-0.004" },
    { value: "1.005", text: "1.005" },
    { value: "9999999999999999999.99", text: "9,999,999,999,999,999,999.99" },
  ],
  price: [
    { value: "12.5", text: "12.50" },
    { value: "0.3375", text: "0.3375" },
    { value: "1234567.005", text: "1,234,567.005" },
  ],
  quantity: [{ value: "1234.5", text: "1,234.500" }],
  rate: [
    { value: "0.13", text: "13.00%" },
    { value: "-0.005", text: "-0.50%" },
    { value: "0.123456", text: "12.3456%" },
  ],
  date: [{ value: "2025-06-30 23:59:59", text: "2025-06-30" }],
  datetime: [{ value: "2025-06-30 23:59:59", text: "2025-06-30 23:59:59" }],
  status: [
    { value: 10, text: "待确认", more: { [`${FIELD}_text`]: "待确认", [`${FIELD}_tone`]: "warning" } },
    { value: 50, text: "完成" },
    { value: 7, text: "7" },
  ],
  flag: [
    { value: true, text: "是" },
    { value: false, text: "否" },
  ],
  images: [{ value: "/files/a.png,/files/b.png,/files/c.png,/files/d.png", text: "+1" }],
  file: [{ value: FILE, text: "发票.pdf" }],
  printed: [
    { value: 3, text: "已打印" },
    { value: 0, text: "未打印" },
  ],
  unread: [
    { value: 2, text: "未读" },
    { value: 0, text: "已读" },
  ],
  capitals: [
    { value: "1234.5", text: "壹仟贰佰叁拾肆元伍角" },
    { value: "0.00", text: "零元整" },
  ],
};

/** Decimals that a number keeps in Excel. */
const PLACES: Readonly<Partial<Record<ColumnFormat, number>>> = { money: 2, quantity: 3, rate: 6 };

const columnOf = (format: ColumnFormat): ScreenColumn => ({
  field: FIELD,
  title: "标题",
  format,
  width: 100,
  align: "left",
  fixed: null,
  sortable: false,
  labels: [{ value: 50, text: "完成", tone: "success" }],
});
const all = Object.entries(CASES).flatMap(([format, cases]) => cases.map((each) => ({ format: format as ColumnFormat, ...each })));
const formats = Object.keys(COLUMN_KINDS) as ColumnFormat[];
const textOf = (row: WireRow, format: ColumnFormat) => draw(renderValue(row, columnOf(format), "—")).container.textContent?.trim();

describe("a value in a column", () => {
  it.each(all)("$format: $value is $text", ({ format, value, text, more }) => {
    expect(textOf({ [FIELD]: value, ...more }, format)).toBe(text);
  });

  it.each(formats)("%s: no value is blank, whatever stands beside it", (format) => {
    for (const value of [null, ""]) expect(textOf({ [FIELD]: value, [`${FIELD}_text`]: "待确认" }, format)).toBe("—");
    expect(textOf({}, format)).toBe("—");
  });

  it.each(all)("$format: $value is the same in Excel, but for numbers, which are numbers there", ({ format, value, text, more }) => {
    const written = writeCell(format, { [FIELD]: value, ...more }, FIELD);
    // Days count from 1900, and are seen as they were told.
    if (written?.t === "n" && isDay(written)) return expect(written.w).toBe(value);
    if (written?.t === "n") return expect(written.v).toBeCloseTo(Number(value), PLACES[format] ?? 0);
    // Addresses stay addresses, and labels travel with the value.
    if (["images", "file"].includes(format)) return expect(written?.v).toBe(value);
    if (format === "status") return expect(written?.v).toBe(String(more?.[`${FIELD}_text`] ?? value));
    expect(String(written?.v).replaceAll(",", "")).toBe(text.replaceAll(",", ""));
  });
});

describe("what a column says besides its text", () => {
  it.each(["money", "quantity"] as const)("%s below zero is told apart, however little; zero is not below", (format) => {
    for (const [value, isBelow] of [
      ["-5", true],
      ["-0.0001", true],
      ["-0.000", false],
    ] as const) {
      const { container } = draw(renderValue({ [FIELD]: value }, columnOf(format)));
      expect(container.querySelector(".num-negative") !== null).toBe(isBelow);
    }
  });

  it("a status has the server's tone; a plain one is no tag", () => {
    const row = { [FIELD]: 10, [`${FIELD}_text`]: "待对账", [`${FIELD}_tone`]: "warning" };
    expect(draw(renderValue(row, columnOf("status"))).container.querySelector(".status-warning .status-shape")).not.toBeNull();
    expect(draw(renderValue({ [FIELD]: 7 }, columnOf("status"))).container.querySelector(".status")).toBeNull();
  });

  it("a printed document tells how often, when it is pointed at", async () => {
    const { user } = draw(renderValue({ [FIELD]: 3 }, columnOf("printed")));
    await user.hover(screen.getByText("已打印"));
    expect(await screen.findByRole("tooltip")).toHaveProperty("textContent", "3 次");
  });

  it("pictures are buttons with names: the first three, and one for all of them", () => {
    draw(renderValue({ [FIELD]: "/files/a.png,javascript:alert(1),/files/b.png,/files/c.png,/files/d.png" }, columnOf("images")));
    const names = screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
    expect(names).toEqual(["查看图片 1", "查看图片 2", "查看图片 3", "查看全部 4 张图片"]);
  });

  it("a file is a button by its name; an address that could run is none", () => {
    draw(renderValue({ [FIELD]: `javascript:alert(1),${FILE}` }, columnOf("file")));
    expect(screen.getAllByRole("button").map((button) => button.title)).toEqual(["发票.pdf"]);
  });

  it("a document that waits for its reader is told apart", () => {
    expect(draw(renderValue({ [FIELD]: 2 }, columnOf("unread"))).container.querySelector(".unread")).not.toBeNull();
    expect(draw(renderValue({ [FIELD]: 0 }, columnOf("unread"))).container.querySelector(".unread")).toBeNull();
  });
});
