import { describe, expect, it } from "vitest";
import { mayStand, settingOfKey, settingProblem, settingText, settledCell } from "../../../src/shared/domain/setting.ts";
import type { Setting } from "../../../src/shared/registry/model.ts";

const setting = (more: Partial<Setting>): Setting => ({
  title: "某项",
  group: "某组",
  scope: "shop",
  type: "int",
  help: "说明。",
  unit: "",
  min: null,
  max: null,
  length: null,
  values: {},
  fallback: null,
  empty: "没有",
  isPersonal: false,
  ...more,
});
const DAYS = setting({ unit: "天", min: 5, max: 480, fallback: "30" });
const RATE = setting({ type: "rate", min: 0, max: 1, fallback: "0.05" });
const LIMIT = setting({ type: "money", unit: "元", min: 0, isPersonal: true });
const CHOICE = setting({ type: "enum", values: { full: "全部", none: "不印" }, fallback: "full" });

// docs/decisions/109
describe("what may stand in a setting", () => {
  it.each([
    [DAYS, "banana", "某项应为 5 到 480 的整数（天），不能是“banana”"],
    [DAYS, "4", "某项应为 5 到 480 的整数（天），不能是“4”"],
    [DAYS, "481", "某项应为 5 到 480 的整数（天），不能是“481”"],
    [DAYS, "7.5", "某项应为 5 到 480 的整数（天），不能是“7.5”"],
    [RATE, "5", "某项应为 0.00% 到 100.00% 的百分比，写成小数，如 0.05 即 5%，不能是“5”"],
    [LIMIT, "-1", "某项应为不小于 0 的金额，最多两位小数（元），不能是“-1”"],
    [LIMIT, "1.001", "某项应为不小于 0 的金额，最多两位小数（元），不能是“1.001”"],
    [CHOICE, "half", "某项应为全部（full）、不印（none），不能是“half”"],
    [setting({ type: "bool", fallback: "true" }), "maybe", "某项应为开启（true）或关闭（false），不能是“maybe”"],
    [setting({ type: "date" }), "2025-02-30", "某项应为日期，如 2025-06-30，不能是“2025-02-30”"],
    [setting({ type: "url" }), "logo.png", "某项应为以 http://、https:// 或 / 开头的地址，不能是“logo.png”"],
    [setting({ type: "text", length: 4 }), "五个字以上", "某项应为不超过 4 个字的文字，不能是“五个字以上”"],
    [setting({ max: 9 }), "10", "某项应为不大于 9 的整数，不能是“10”"],
  ])("%#: %j", (of, text, problem) => {
    expect(settingProblem(of, text)).toBe(problem);
    expect(settledCell(of, text)).toBeNull();
  });

  it.each([
    [DAYS, " 5 ", 5],
    [DAYS, "480", 480],
    [RATE, "0.5", 500_000n],
    [LIMIT, "12.50", 1250n],
    [CHOICE, "none", "none"],
    [setting({ type: "bool" }), "false", false],
    [setting({ type: "date" }), "2025-06-30", "2025-06-30"],
    [setting({ type: "url" }), "/uploads/a/b.png", "/uploads/a/b.png"],
    [setting({ type: "text" }), "名", "名"],
  ])("%#: %j is a value", (of, text, cell) => {
    expect(settingProblem(of, text)).toBeNull();
    expect(settledCell(of, text)).toBe(cell);
  });

  it("is the default where nothing is set, or nothing", () => {
    expect([settledCell(DAYS, ""), settledCell(DAYS, " "), settledCell(LIMIT, "")]).toEqual([30, 30, null]);
    expect(settingProblem(DAYS, "")).toBeNull();
  });

  it("is told in words, with its unit", () => {
    const said = [DAYS, RATE, CHOICE, LIMIT, setting({ type: "bool", fallback: "false" })].map((of) => settingText(of, ""));
    expect(said).toEqual(["30 天", "5.00%", "全部", "没有", "关闭"]);
    expect([settingText(DAYS, "7"), settingText(DAYS, "banana"), settingText(LIMIT, "9")]).toEqual(["7 天", "banana", "9 元"]);
    expect(mayStand(setting({ type: "int" }))).toBe("整数");
  });
});

it("is found by its key, or by that of a user or group for whom it may be set", () => {
  const settings = { "order.days": DAYS, "limit.pay": LIMIT };
  expect(settingOfKey(settings, "limit.pay")).toEqual({ setting: LIMIT, person: "" });
  expect(settingOfKey(settings, "limit.pay.u.1")).toEqual({ setting: LIMIT, person: "u.1" });
  expect(settingOfKey(settings, "order.days.u1")).toBeNull();
  expect(settingOfKey(settings, "order")).toBeNull();
});
