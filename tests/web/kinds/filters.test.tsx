import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { cleanValue, type FilterValue } from "../../../src/shared/domain/list/filter-values.ts";
import type { FilterControl, ScreenFilter } from "../../../src/shared/protocol/screen.ts";
import { FILTER_KINDS } from "../../../src/web/kinds/filters/filter-kinds.ts";
import { FILTER_TEXTS } from "../../../src/web/kinds/filters/filter-texts.ts";
import { draw } from "./draw.tsx";

interface Case {
  readonly filter?: Partial<ScreenFilter>;
  /** What was entered, as it may be sent, and in words. */
  readonly entered: unknown;
  readonly clean: FilterValue | undefined;
  readonly words?: string;
}

const OPTIONS: ScreenFilter["options"] = [
  { value: 0, text: "录入", tone: "muted" },
  { value: 10, text: "待确认", tone: "info" },
];
/** A control without a case does not compile. */
const CASES: Readonly<Record<FilterControl, readonly Case[]>> = {
  text: [
    { entered: "  晨露 ", clean: "晨露", words: "晨露" },
    { entered: " ", clean: undefined },
    { entered: 5, clean: undefined },
  ],
  choice: [
    { entered: ["10", "0", "99"], clean: [10, 0], words: "录入、待确认" },
    { filter: { operator: "eq" }, entered: ["0", "10"], clean: 10, words: "待确认" },
    { entered: ["99"], clean: undefined },
    { entered: undefined, clean: undefined },
  ],
  daterange: [
    { entered: ["2025-06-01", "2025-06-30"], clean: ["2025-06-01", "2025-06-30"], words: "2025-06-01 至 2025-06-30" },
    { entered: ["2025-06-01"], clean: undefined },
    { entered: ["2025-06-01", "2025-6-30"], clean: undefined },
    { entered: "2025-06-01", clean: undefined },
  ],
  number: [
    { filter: { operator: "gte" }, entered: "1,5", clean: undefined },
    { filter: { operator: "gte" }, entered: "１，２００．５ ", clean: "1200.5", words: "1200.5" },
    { filter: { operator: "gte" }, entered: "10,203,040.00", clean: "10203040", words: "10203040" },
    { filter: { operator: "gte" }, entered: "007.50", clean: "7.5", words: "7.5" },
    { filter: { operator: "gte" }, entered: "0.00", clean: "0", words: "0" },
    { filter: { operator: "between" }, entered: ["1", "20.0"], clean: ["1", "20"], words: "1 ~ 20" },
    { filter: { operator: "between" }, entered: ["1", null], clean: undefined },
  ],
  flag: [
    { entered: "true", clean: true, words: "是" },
    { entered: false, clean: false, words: "否" },
    { entered: "maybe", clean: undefined },
  ],
};

const controls = Object.keys(FILTER_KINDS) as FilterControl[];
const OPERATOR = { text: "contains", choice: "in", daterange: "between", number: "gte", flag: "eq" } as const satisfies Record<
  FilterControl,
  ScreenFilter["operator"]
>;
const filterOf = (control: FilterControl, more: Partial<ScreenFilter> = {}): ScreenFilter => ({
  field: "value",
  title: "标题",
  control,
  operator: OPERATOR[control],
  options: control === "choice" ? OPTIONS : [],
  initial: null,
  isNumber: false,
  ...more,
});

/** A filter that keeps what is entered, as the bar does. */
function drawFilter(control: FilterControl, start?: FilterValue, more: Partial<ScreenFilter> = {}) {
  const [changed, submitted] = [vi.fn(), vi.fn()];
  const filter = filterOf(control, more);
  const Control = FILTER_KINDS[control];
  function Kept() {
    const [value, setValue] = useState(start);
    const change = (next: FilterValue | undefined) => {
      changed(next);
      setValue(next);
    };
    return <Control filter={filter} value={value} onChange={change} onSubmit={submitted} />;
  }
  return { ...draw(<Kept />), changed, submitted };
}

describe("what is entered in a filter", () => {
  const all = Object.entries(CASES).flatMap(([control, cases]) => cases.map((each) => ({ control: control as FilterControl, ...each })));

  it.each(all)("$control: $entered is sent as $clean", ({ control, filter, entered, clean }) => {
    expect(cleanValue(filterOf(control, filter), entered)).toEqual(clean);
  });

  it.each(all.filter(({ clean }) => clean !== undefined))("$control: $clean is $words in words", ({ control, filter, clean, words }) => {
    expect(FILTER_TEXTS[control](clean as FilterValue, filterOf(control, filter))).toBe(words);
  });

  it.each(all.filter(({ clean }) => clean !== undefined))("$control: what is clean stays as it is", ({ control, filter, clean }) => {
    expect(cleanValue(filterOf(control, filter), clean)).toEqual(clean);
  });
});

describe("the control of a filter", () => {
  it.each(controls)("%s: is named by its title, and found by its field", async (control) => {
    const { container } = drawFilter(control);
    await waitFor(() => expect(container.querySelector('[aria-label="标题"]')).not.toBeNull());
    expect(screen.getAllByTestId("filter-value").length).toBeGreaterThan(0);
  });

  it("text: tells every letter, and runs the query by Enter", async () => {
    const { user, changed, submitted } = drawFilter("text");
    await user.type(screen.getByLabelText("标题"), "晨{Enter}");
    expect(changed.mock.calls).toEqual([["晨"]]);
    expect(submitted).toHaveBeenCalledOnce();
  });

  it.each(["text", "number"] as const)("%s: Enter belongs to the input method while it puts characters together", async (control) => {
    const { user, submitted } = drawFilter(control);
    const box = screen.getByLabelText("标题");
    fireEvent.keyDown(box, { key: "Enter", isComposing: true });
    fireEvent.keyUp(box, { key: "Enter" });
    expect(submitted).not.toHaveBeenCalled();
    await user.type(box, "{Enter}");
    expect(submitted).toHaveBeenCalledOnce();
  });

  it("number: keeps the digits as typed, marks what is none, and runs the query by Enter", async () => {
    const { user, changed, submitted } = drawFilter("number");
    const box = screen.getByLabelText("标题");
    await user.type(box, "1.50");
    expect(changed).toHaveBeenLastCalledWith("1.50");
    expect(box.className).not.toContain("error");
    await user.type(box, "x{Enter}");
    expect(box.className).toContain("error");
    expect(submitted).toHaveBeenCalledOnce();
  });

  it("number: a range has two boxes with names, and either keeps the other's number", async () => {
    const { user, changed } = drawFilter("number", undefined, { operator: "between" });
    await user.type(screen.getByLabelText("标题下限"), "1");
    await user.type(screen.getByLabelText("标题上限"), "9");
    expect(changed.mock.calls).toEqual([[["1", null]], [["1", "9"]]]);
  });

  it("choice: several are chosen, with their own type", async () => {
    const { user, changed } = drawFilter("choice");
    await user.click(screen.getByRole("combobox", { name: "标题" }));
    for (const { text } of OPTIONS) await user.click(await screen.findByTitle(text));
    expect(changed.mock.calls).toEqual([[[0]], [[0, 10]]]);
  });

  it("flag: one of yes and no is chosen, and cleared again", async () => {
    const { user, changed, container } = drawFilter("flag");
    await user.click(screen.getByRole("combobox", { name: "标题" }));
    await user.click(await screen.findByTitle("否"));
    expect(changed).toHaveBeenLastCalledWith(false);
    fireEvent.mouseDown(container.querySelector(".ant-select-clear") as Element);
    expect(changed).toHaveBeenLastCalledWith(undefined);
  });

  it("daterange: shows its days, and is cleared as a whole", async () => {
    const { changed, container } = drawFilter("daterange", ["2025-06-01", "2025-06-30"]);
    await waitFor(() => expect(container.querySelectorAll("input")).toHaveLength(2));
    expect([...container.querySelectorAll("input")].map(({ value }) => value)).toEqual(["2025-06-01", "2025-06-30"]);
    const clear = container.querySelector(".ant-picker-clear") as Element;
    fireEvent.mouseDown(clear);
    fireEvent.mouseUp(clear);
    fireEvent.click(clear);
    expect(changed).toHaveBeenLastCalledWith(undefined);
  });
});
