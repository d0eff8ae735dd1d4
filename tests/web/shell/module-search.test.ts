import { describe, expect, it } from "vitest";
import type { MenuEntry } from "../../../src/shared/protocol/screen.ts";
import { findPages, matchTitle, searchPages } from "../../../src/web/shell/search/find-pages.ts";
import { markedRuns } from "../../../src/web/shell/search/SearchHits.tsx";
import { cpuSeconds } from "../../cpu-time.ts";

const ORDERS = { title: "订单管理", pinyin: "ding dan guan li" };
const positions = (query: string, title = ORDERS) => matchTitle(query, title)?.positions ?? null;

describe("a query fits a title", () => {
  it.each([
    ["订单管理", [0, 1, 2, 3]],
    ["单管", [1, 2]],
    ["订管", [0, 2]],
    ["订理", [0, 3]],
    [" 订 单 ", [0, 1]],
    ["ddgl", [0, 1, 2, 3]],
    ["DDGL", [0, 1, 2, 3]],
    ["ddgl".toUpperCase(), [0, 1, 2, 3]],
    ["dingdanguanli", [0, 1, 2, 3]],
    ["dingd", [0, 1]],
    ["danguan", [1, 2]],
    ["gl", [2, 3]],
    ["dgl", [1, 2, 3]],
    ["订dan", [0, 1]],
    ["dli", [1, 3]],
    ["", []],
    ["  ", []],
  ])("%s", (query, expected) => expect(positions(query)).toEqual(expected));

  it.each(["管订", "订订", "订单管理员", "xyz", "ldd", "ingd", "订单管理 x", "*", "\\", "(", "ddglx"])("and %s does not", (query) =>
    expect(positions(query)).toBeNull(),
  );

  it("without its sound by its characters alone", () => {
    expect(positions("单", { title: "订单", pinyin: "" })).toEqual([1]);
    expect(positions("d", { title: "订单", pinyin: "" })).toBeNull();
  });

  it("whatever the width and case of letters and brackets", () => {
    const title = { title: "供应商（Ｂ2b）", pinyin: "gong ying shang （ Ｂ 2 b ）" };
    expect(positions("(b2B)", title)).toEqual([3, 4, 5, 6, 7]);
  });

  it("with as few characters between as there can be", () => {
    expect(positions("单管", { title: "单据结算单管理", pinyin: "" })).toEqual([4, 5]);
    expect(positions("jsd", { title: "结算对账结算单", pinyin: "jie suan dui zhang jie suan dan" })).toEqual([0, 1, 2]);
  });

  it("in no time, however bad the query", async () => {
    const title = { title: "安".repeat(40), pinyin: Array(40).fill("aaaaaa").join(" ") };
    expect(await cpuSeconds(() => expect(matchTitle(`${"a".repeat(39)}b`, title)).toBeNull())).toBeLessThan(5);
  });
});

const entry = (title: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  MdlId: 1,
  PrtId: 1,
  path: `/${title}`,
  aliases: [],
  name: title,
  title,
  pinyin: "",
  icon: "",
  hidden: false,
  alwaysShow: false,
  affix: false,
  children: [],
  ...more,
});
const group = (title: string, children: readonly MenuEntry[]) => entry(title, { PrtId: 0, alwaysShow: true, children });

describe("the pages found", () => {
  const titles = (query: string, pages: readonly MenuEntry[]) =>
    findPages(query, searchPages([group("组", pages)])).map(({ title }) => title);

  it("are pages of the menu: no headers, nothing hidden, nothing always shown", () => {
    const groups = [group("结算对账", [entry("结算单"), entry("结算隐", { hidden: true }), entry("结算头", { alwaysShow: true })])];
    expect(findPages("结算", searchPages(groups))).toEqual([
      { path: "/结算单", title: "结算单", pinyin: "", group: "结算对账", positions: [0, 1] },
    ]);
  });

  it("come contiguous before scattered, from the beginning before within, short before long", () => {
    const pages = ["查结单", "供应商结算单", "结算付款单", "结算单据", "结算单", "结算的单"].map((title) => entry(title));
    expect(titles("结算单", pages)).toEqual(["结算单", "结算单据", "供应商结算单", "结算的单", "结算付款单"]);
  });

  it("come as written before by sound", () => {
    const pages = [entry("一单", { pinyin: "yi dan" }), entry("Y单", { pinyin: "y dan" })];
    expect(titles("y", pages)).toEqual(["Y单", "一单"]);
  });

  it("are all in the order of the menu when nothing is typed", () => expect(titles("", [entry("乙"), entry("甲")])).toEqual(["乙", "甲"]));
});

it("marks neighbours together", () => {
  expect(markedRuns("订单管理", [0, 2, 3])).toEqual([
    { text: "订", isMarked: true, start: 0 },
    { text: "单", isMarked: false, start: 1 },
    { text: "管理", isMarked: true, start: 2 },
  ]);
  expect(markedRuns("", [])).toEqual([]);
});
