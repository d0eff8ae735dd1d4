import { describe, expect, it } from "vitest";
import advices from "../../../src/demo/data/advices.json" with { type: "json" };
import boards from "../../../src/demo/data/boards.json" with { type: "json" };
import releases from "../../../src/demo/data/releases.json" with { type: "json" };
import { CATEGORIES } from "../../../src/demo/make/goods.ts";
import { brandName } from "../../../src/demo/make/names.ts";
import { Random, streamOf } from "../../../src/demo/random.ts";
import { Timeline } from "../../../src/demo/timeline.ts";
import { SHOPS } from "../../../src/demo/world.ts";

/** Companies and brands that a demo must not name. */
const REAL = (
  "华润 海尔 美的 格力 伊利 蒙牛 光明 康师傅 统一 农夫山泉 娃哈哈 金龙鱼 中粮 福临门 鲁花 联想 华为 小米 沃尔玛 家乐福 永辉 大润发 物美 盒马 双汇 金锣 旺旺 徐福记 " +
  "可口可乐 百事 雀巢 宝洁 联合利华 蓝月亮 立白 云南白药 海澜 安踏 李宁 特步 九阳 苏泊尔 老板 方太 立邦 三棵树 东方雨虹 马可波罗 诺贝尔 良品铺子 三只松鼠 洽达 洽洽 百草味 元气森林 " +
  "京东 阿里 淘宝 苏宁 国美 银泰 万达 王府井 罗莱 水星 富安娜 欧派 索菲亚 公牛 得力 晨光 沐阳 青岛啤酒 燕京"
).split(" ");

describe("names", () => {
  // Of suppliers, and of companies that only register.
  const brands = Array.from({ length: 264 }, (_, n) => brandName(n));

  it("of suppliers, goods and shops are invented", () => {
    const names = [
      ...brands,
      ...SHOPS.flatMap(({ name, short }) => [name, short]),
      ...CATEGORIES.flatMap(({ goods }) => goods.map(({ name }) => name)),
      ...releases.plans.flatMap(({ title, goods }) => [title, ...goods.map(({ name }) => name)]),
      ...[...boards.plans, ...advices.plans].flatMap(({ title, content }) => [title, content]),
    ];
    expect(names.filter((name) => REAL.some((real) => name.includes(real)))).toEqual([]);
  });

  it("of suppliers all differ", () => {
    expect(new Set(brands).size).toBe(brands.length);
    expect(brands.filter((brand) => brand.length !== 2)).toEqual([]);
  });

  it("of goods: twelve in each of ten categories", () => {
    expect(CATEGORIES.map(({ goods }) => new Set(goods.map(({ name }) => name)).size)).toEqual(Array.from({ length: 10 }, () => 12));
  });
});

describe("chance", () => {
  it("is the same on every machine", () => {
    const random = new Random("Order|0000000001|0");
    expect([random.int(0, 999), random.int(0, 999), random.digits(5), random.chance(50)]).toMatchInlineSnapshot(`
      [
        103,
        997,
        "83329",
        false,
      ]
    `);
  });

  it("stays within its bounds and reaches both", () => {
    const random = streamOf("x", "y", 1);
    const drawn = new Set(Array.from({ length: 500 }, () => random.int(3, 7)));
    expect([...drawn].sort()).toEqual([3, 4, 5, 6, 7]);
    expect(random.some([1, 2, 3, 4, 5], 3)).toHaveLength(3);
    expect(random.some([1, 2], 9)).toEqual([1, 2]);
    expect(() => random.pick([])).toThrow("nothing");
  });
});

describe("timeline", () => {
  it("runs in the order of time, planned steps included, and never goes back", async () => {
    const timeline = new Timeline();
    const seen: string[] = [];
    const note = (text: string) => async (now: Date) => void seen.push(`${text} ${now.toISOString()}`);
    timeline.at("2025-06-02", "08:00", note("c"));
    timeline.at("2025-06-01", "08:00", async (now) => {
      await note("a")(now);
      timeline.at("2025-06-01", "09:00", note("b"));
      expect(() => timeline.at("2025-06-01", "07:59", note("x"))).toThrow("past");
    });
    timeline.at("2025-06-02", "08:00", note("d"));
    await timeline.run();
    expect(seen).toEqual([
      "a 2025-06-01T00:00:00.000Z",
      "b 2025-06-01T01:00:00.000Z",
      "c 2025-06-02T00:00:00.000Z",
      "d 2025-06-02T00:00:00.000Z",
    ]);
  });
});
