import dayjs from "dayjs";
import { describe, expect, it } from "vitest";
import { periodPresets } from "../../src/web/kinds/text/range-presets.ts";
import { type BarButton, primaryOf } from "../../src/web/pages/actions/ActionBar.tsx";
import { shownInBar } from "../../src/web/pages/actions/bar-room.ts";

describe("buttons over a list", () => {
  const buttons = (...titles: readonly string[]) => titles.map((title) => ({ title, isCreate: false }));
  const seven = buttons("财务确认", "确认付款", "银行支付", "合并付款", "上传附件", "删除附件", "修改付款信息");

  it("stand in the rows there are; a menu holds those that do not fit beside it", () => {
    expect(shownInBar(seven, { width: 900, rows: 1 })).toBe(7);
    expect(shownInBar(seven, { width: 366, rows: 1 })).toBe(2);
    expect(shownInBar(seven, { width: 290, rows: 2 })).toBe(4);
    expect(shownInBar(seven, { width: 60, rows: 1 })).toBe(0);
    expect(shownInBar([], { width: 60, rows: 1 })).toBe(0);
  });

  it("take the room of the longest title they may have", () => {
    const long = seven.map((each) => (each.title === "确认付款" ? { ...each, longest: "确认付款 / 收款" } : each));
    expect(shownInBar(long, { width: 340, rows: 1 })).toBe(shownInBar(seven, { width: 340, rows: 1 }) - 1);
  });

  it("have one that stands out: the next step where it can be done, else what is new; never one that destroys", () => {
    const button = (key: string, part: Partial<BarButton> = {}): BarButton => ({
      key,
      title: key,
      hint: null,
      isCreate: false,
      isNext: false,
      isDanger: false,
      isWaiting: false,
      onPress: () => undefined,
      ...part,
    });
    const create = button("create", { isCreate: true });
    expect(primaryOf([create, button("audit", { isNext: true })])).toBe("audit");
    expect(primaryOf([create, button("audit", { isNext: true, hint: "请先勾选单据" })])).toBe("create");
    expect(primaryOf([button("void", { isNext: true, isDanger: true })])).toBeUndefined();
  });

  it("are few where the room is narrow and not known; a menu of one is none", () => {
    expect(shownInBar(seven, { width: 0, rows: 1 })).toBe(2);
    expect(shownInBar(seven, { width: 0, rows: 2 })).toBe(7);
    expect(shownInBar(seven.slice(4), { width: 0, rows: 1 })).toBe(3);
  });
});

describe("periods to be settled", () => {
  const labels = (today: string) =>
    periodPresets(dayjs(today)).map(({ label, value }) => [label, ...value.map((day) => day.format("MM-DD"))].join(" "));

  it("are halves of a month and the month, as soon as they are over", () => {
    const last = ["上月 02-01 02-28", "上月下半月 02-16 02-28", "上月上半月 02-01 02-15"];
    expect(labels("2025-03-15")).toEqual(last);
    expect(labels("2025-03-16")).toEqual(["本月上半月 03-01 03-15", ...last]);
  });
});
