import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import type { FormField } from "../../../src/shared/protocol/form.ts";
import type { WireRow, WireValue } from "../../../src/shared/protocol/list.ts";
import type { FieldType } from "../../../src/shared/registry/model.ts";
import type { InputProps } from "../../../src/web/kinds/inputs/input-kind.ts";
import { inputKindOf, valueText } from "../../../src/web/kinds/inputs/input-kinds.ts";
import { answerCalls, draw } from "./draw.tsx";

const OPTIONS: FormField["options"] = [
  { value: 1, text: "月结", tone: "plain" },
  { value: 2, text: "现结", tone: "plain" },
];

interface Case {
  /** A wire value, how a cell shows it, and texts that mean it when they are pasted. */
  readonly value: Exclude<WireValue, null>;
  readonly shown: string;
  readonly typed: readonly string[];
}

/** A type without a case does not compile. */
const CASES: Readonly<Record<FieldType | "place", Case>> = {
  id: { value: 12, shown: "12", typed: ["12", " 1 2 "] },
  string: { value: "晨露", shown: "晨露", typed: ["晨露", " 晨露 "] },
  text: { value: "一行\n两行", shown: "一行\n两行", typed: ["一行\n两行"] },
  int: { value: 1234, shown: "1,234", typed: ["1234", "1,234", "１２３４"] },
  bool: { value: true, shown: "是", typed: ["是", "TRUE", "√", "1"] },
  date: { value: "2025-06-03", shown: "2025-06-03", typed: ["2025/6/3", "2025年6月3日", "20250603"] },
  datetime: { value: "2025-06-03 08:05:00", shown: "2025-06-03 08:05:00", typed: ["2025-6-3 8:05", "2025.6.3 08:05:00"] },
  money: { value: "1234.5", shown: "1,234.50", typed: ["￥1,234.5", "1234。5"] },
  price: { value: "1234.3375", shown: "1,234.3375", typed: ["￥1,234.3375", "1234。3375"] },
  quantity: { value: "1234.5", shown: "1,234.500", typed: ["1 234.5"] },
  rate: { value: "0.13", shown: "13.00%", typed: ["13%", "13", "１３％"] },
  enum: { value: 2, shown: "现结", typed: ["现结", " 2 "] },
  ref: { value: "102001", shown: "102001", typed: [" 102001"] },
  url: { value: "/files/20250630101530合同.pdf", shown: "合同.pdf", typed: ["/files/20250630101530合同.pdf"] },
  images: { value: "/files/a.png,/files/b.png", shown: "2 张", typed: ["/files/a.png,/files/b.png"] },
  place: { value: "杭州市", shown: "杭州市", typed: ["杭州市 "] },
};
const kinds = Object.entries(CASES).map(([kind, each]) => ({ kind: kind as FieldType | "place", ...each }));

function fieldOf(kind: FieldType | "place", more: Partial<FormField> = {}): FormField {
  return {
    name: "value",
    title: "标题",
    type: kind === "place" ? "string" : kind,
    codeType: "int",
    note: "",
    isRequired: false,
    isFixed: false,
    isWritable: true,
    length: null,
    minLength: null,
    min: null,
    max: null,
    check: null,
    input: kind === "place" ? "place" : null,
    options: kind === "enum" ? OPTIONS : [],
    narrowedBy: [],
    derived: null,
    prefill: null,
    readFrom: null,
    initial: null,
    ...more,
  };
}

/** An input below a label that keeps what is entered, as a form does. */
function drawInput(
  kind: FieldType | "place",
  start: WireValue = null,
  more: Partial<InputProps> & { readonly about?: Partial<FormField> } = {},
) {
  const changed = vi.fn<(value: WireValue, fill?: WireRow) => void>();
  const { about, ...props } = more;
  const field = fieldOf(kind, about);
  const { Control } = inputKindOf(field);
  function Kept() {
    const [value, setValue] = useState(start);
    const change: InputProps["onChange"] = (next, ...fill) => {
      changed(next, ...fill);
      setValue(next);
    };
    return (
      <>
        <label htmlFor="field-value">标题</label>
        <Control
          field={field}
          id="field-value"
          value={value}
          onChange={change}
          source={{ mdl: "8901", entity: null }}
          narrow={{}}
          isCell={false}
          opensAtOnce={false}
          isInvalid={false}
          describedBy={undefined}
          {...props}
        />
      </>
    );
  }
  return { ...draw(<Kept />), changed };
}

/** The element that the label points to, once it is there: calendars and uploads are loaded when they are needed. */
const control = () =>
  waitFor(() => {
    const found = document.getElementById("field-value");
    expect(found).not.toBeNull();
    return found as HTMLInputElement;
  });

describe("a value outside its input", () => {
  it.each(kinds)("$kind: is shown as $shown", ({ kind, value, shown }) => {
    expect(valueText(fieldOf(kind), value)).toBe(shown);
  });

  it.each(kinds)("$kind: no value is no text, and no text no value", ({ kind }) => {
    for (const none of [null, undefined, ""]) expect(valueText(fieldOf(kind), none)).toBe("");
    for (const none of ["", "  "]) expect(inputKindOf(fieldOf(kind)).read(none, fieldOf(kind))).toBeNull();
  });

  it.each(kinds)("$kind: is read from what people paste", ({ kind, value, typed }) => {
    for (const text of typed) expect(inputKindOf(fieldOf(kind)).read(text, fieldOf(kind)), text).toBe(value);
  });

  it.each(["int", "money", "quantity", "rate", "enum", "date", "bool"] as const)(
    "%s: nonsense stays as it is, for the check to tell",
    (kind) => {
      expect(inputKindOf(fieldOf(kind)).read("三斤", fieldOf(kind))).toBe("三斤");
    },
  );
});

describe("every input", () => {
  it.each(kinds)("$kind: is what its label points to, and tells what is required, wrong and said about it", async ({ kind, value }) => {
    drawInput(kind, value, { isInvalid: true, describedBy: "field-value-problem", about: { isRequired: true } });
    const element = await control();
    expect(element.getAttribute("aria-required")).toBe("true");
    expect(element.getAttribute("aria-invalid")).toBe("true");
    expect(element.getAttribute("aria-describedby")).toBe("field-value-problem");
  });

  it.each(kinds)("$kind: where nothing is wrong or required it says so", async ({ kind }) => {
    drawInput(kind);
    const element = await control();
    expect([element.getAttribute("aria-required"), element.getAttribute("aria-invalid")]).toEqual(["false", "false"]);
    expect(element.hasAttribute("aria-describedby")).toBe(false);
  });

  it.each(kinds)("$kind: in a cell it has its title as its name", async ({ kind, value }) => {
    drawInput(kind, value, { isCell: true });
    expect((await control()).getAttribute("aria-label")).toBe("标题");
  });

  it.each(kinds.filter(({ kind }) => !["url", "images"].includes(kind)))(
    "$kind: in a cell it has the cursor at once",
    async ({ kind, value }) => {
      drawInput(kind, value, { isCell: true });
      const element = await control();
      await waitFor(() => expect(document.activeElement).toBe(element));
    },
  );

  it.each(kinds)("$kind: shows its value without telling a change", async ({ kind, value }) => {
    const { changed } = drawInput(kind, value);
    await control();
    expect(changed).not.toHaveBeenCalled();
  });
});

describe("entering", () => {
  it.each([
    { kind: "string", keys: "晨露", told: "晨露" },
    { kind: "text", keys: "一行{Enter}两行", told: "一行\n两行" },
    { kind: "int", keys: "1,234", told: 1234 },
    { kind: "id", keys: "-7", told: -7 },
    { kind: "money", keys: "￥1,234.5", told: "1234.5" },
    { kind: "money", keys: "1.005", told: "1.005" },
    { kind: "quantity", keys: "12345678901234567.125", told: "12345678901234567.125" },
    { kind: "rate", keys: "13.5", told: "0.135" },
    { kind: "place", keys: "不知名的地方", told: "不知名的地方" },
  ] as const)("$kind: $keys is told as $told", async ({ kind, keys, told }) => {
    const { user, changed } = drawInput(kind);
    await user.type(await control(), keys);
    expect(changed.mock.lastCall?.[0]).toBe(told);
  });

  it.each(["string", "text", "int", "money", "quantity", "rate", "place"] as const)("%s: emptied it is no value", async (kind) => {
    const { user, changed } = drawInput(kind, CASES[kind].value);
    await user.clear(await control());
    expect(changed.mock.lastCall?.[0]).toBeNull();
  });

  it("string: blanks around it are taken away when it is left, blanks alone are no value", async () => {
    const { user, changed } = drawInput("string");
    await user.type(await control(), " 晨 ");
    await user.tab();
    expect(changed).toHaveBeenLastCalledWith("晨");
    await user.clear(await control());
    await user.type(await control(), "  ");
    await user.tab();
    expect(changed).toHaveBeenLastCalledWith(null);
  });

  it.each(["string", "text", "place"] as const)("%s: takes no more letters than the field has", async (kind) => {
    const { user, changed } = drawInput(kind, null, { about: { length: 3 } });
    await user.type(await control(), "一二三四");
    expect(changed.mock.lastCall?.[0]).toBe("一二三");
  });

  it.each(["money", "quantity"] as const)("%s: is grouped for reading; arrows do not change it", async (kind) => {
    const { user, changed } = drawInput(kind, "1234.5");
    const box = await control();
    expect(box.value).toBe(CASES[kind].shown);
    await user.click(box);
    await user.keyboard("{ArrowUp}{ArrowDown}");
    expect(changed).not.toHaveBeenCalled();
  });

  it("rate: is shown in percent", async () => {
    drawInput("rate", "0.13");
    expect((await control()).value).toBe("13");
  });

  it("bool: is switched by the space bar, and ticked in a cell", async () => {
    const { user, changed, unmount } = drawInput("bool", false);
    (await control()).focus();
    await user.keyboard(" ");
    expect(changed).toHaveBeenLastCalledWith(true);
    unmount();
    const cell = drawInput("bool", true, { isCell: true });
    await cell.user.click(await control());
    expect(cell.changed).toHaveBeenLastCalledWith(false);
  });

  it("enum: few that must be chosen are laid out; otherwise there is a list, and it can be emptied", async () => {
    const { user, changed, unmount } = drawInput("enum", 1, { about: { isRequired: true } });
    expect((await control()).getAttribute("role")).toBe("radiogroup");
    await user.click(screen.getByRole("radio", { name: "现结" }));
    expect(changed.mock.calls).toEqual([[2]]);
    unmount();

    const folded = drawInput("enum", 1);
    await folded.user.click(await control());
    await folded.user.click(await screen.findByTitle("现结"));
    expect(folded.changed).toHaveBeenLastCalledWith(2);
    fireEvent.mouseDown(folded.container.querySelector(".ant-select-clear") as Element);
    expect(folded.changed).toHaveBeenLastCalledWith(null);
  });

  it.each([
    { kind: "date", typed: "2025/6/3", told: "2025-06-03" },
    { kind: "datetime", typed: "2025-06-03 08:05:00", told: "2025-06-03 08:05:00" },
  ] as const)("$kind: a day may be typed", async ({ kind, typed, told }) => {
    const { user, changed } = drawInput(kind);
    await waitFor(() => expect(document.querySelector(".ant-picker")).not.toBeNull());
    await user.type(await control(), `${typed}{Enter}`);
    expect(changed.mock.lastCall?.[0]).toBe(told);
  });

  it("ref: choices are asked for by what is typed, and the one chosen gives its values to other fields", async () => {
    const asked = answerCalls([{ value: "102001", label: "晨露食品", fill: { Provider: "晨露食品" } }]);
    const { user, changed } = drawInput("ref");
    await user.type(await control(), "晨露");
    await waitFor(() => expect(asked.map(({ params }) => params.get("search"))).toContain("晨露"));
    await user.click(await screen.findByTitle("102001 晨露食品"));
    expect(changed).toHaveBeenLastCalledWith("102001", { Provider: "晨露食品" });
    expect(asked[0]?.path).toContain("8901/Options");
    expect(asked[0]?.params.get("field")).toBe("value");
  });

  it("ref: a code typed faster than its choices come is looked up when the field is left", async () => {
    answerCalls([{ value: "102001", label: "晨露食品", fill: {} }]);
    const { user, changed } = drawInput("ref");
    await user.type(await control(), "102001");
    await user.tab();
    await waitFor(() => expect(changed).toHaveBeenLastCalledWith("102001", {}));
  });

  it("ref: nothing is looked up while an input method puts characters together", async () => {
    const asked = answerCalls([{ value: "102001", label: "晨露食品", fill: {} }]);
    const { user } = drawInput("ref");
    const box = await control();
    await user.click(box);
    await waitFor(() => expect(asked.length).toBe(1));
    fireEvent.compositionStart(box);
    fireEvent.change(box, { target: { value: "chen" } });
    // Longer than the pause before choices are asked for.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(asked.map(({ params }) => params.get("search"))).toEqual([""]);
    fireEvent.change(box, { target: { value: "晨" } });
    fireEvent.compositionEnd(box);
    await waitFor(() => expect(asked.map(({ params }) => params.get("search"))).toEqual(["", "晨"]));
  });

  it("place: the one chosen gives its province to other fields", async () => {
    answerCalls([{ value: "杭州市", label: "浙江省 杭州市", fill: { province: "浙江省" } }]);
    const { user, changed } = drawInput("place");
    await user.type(await control(), "杭");
    await user.click(await screen.findByText("浙江省 杭州市"));
    expect(changed).toHaveBeenLastCalledWith("杭州市", { province: "浙江省" });
  });

  it("url: a file is removed by a button with a name", async () => {
    const { user, changed } = drawInput("url", CASES.url.value);
    await user.click(await screen.findByRole("button", { name: "删除文件" }));
    expect(changed).toHaveBeenLastCalledWith(null);
    expect(await screen.findByText("上传文件")).toBeTruthy();
  });

  it("images: one of them is removed, the others stay; there is a button to add more", async () => {
    const { user, changed } = drawInput("images", CASES.images.value);
    expect(await screen.findByRole("button", { name: /上传图片/ })).toBeTruthy();
    await user.click((await screen.findAllByRole("button", { name: /remove|delete|删除/i }))[0] as Element);
    await waitFor(() => expect(changed).toHaveBeenLastCalledWith("/files/b.png"));
  });
});
