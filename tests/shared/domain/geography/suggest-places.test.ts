import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { geography } from "../../../../src/server/base/geography.ts";

const labels = (text: string, limit = 4) => geography.suggestPlaces(text, limit).map((suggestion) => suggestion.label);

test.each([
  ["杭", ["浙江省杭州市"]],
  ["浙江", ["浙江省", "浙江省杭州市", "浙江省宁波市", "浙江省温州市"]],
  ["浙江杭", ["浙江省杭州市"]],
  ["浙江省 宁", ["浙江省宁波市"]],
  ["日本北海道", ["日本北海道", "日本北海道札幌", "日本北海道函馆", "日本北海道旭川"]],
  ["jap", ["日本"]],
  ["马来西亚沙", ["马来西亚沙巴州", "马来西亚砂拉越州"]],
  ["吉林", ["吉林省", "吉林省吉林市", "吉林省长春市", "吉林省四平市"]],
  ["车厘子", []],
  ["", []],
  [" ，", []],
])("%s", (text, expected) => {
  expect(labels(text)).toEqual(expected);
});

test("names that begin so come before names that contain it", () => {
  expect(labels("乌鲁", 1)).toEqual(["新疆维吾尔自治区乌鲁木齐市"]);
  const offered = labels("海", 40);
  expect(offered.slice(0, 3)).toEqual(["海南省", "海南省海口市", "青海省海东市"]);
  expect(offered.indexOf("海地")).toBeLessThan(offered.indexOf("上海市"));
});

test("a suggestion says province, city and country", () => {
  expect(geography.suggestPlaces("札幌", 1)).toEqual([{ label: "日本北海道札幌", province: "北海道", producer: "札幌", country: "日本" }]);
});

describe("whatever is typed", () => {
  const typed = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("江", "州", "a", "中国", "新", "圣", "北"));

  test("no more than asked for, each once, and each label leads to what it promises", () => {
    fc.assert(
      fc.property(typed, fc.integer({ min: -1, max: 20 }), (text, limit) => {
        const offered = geography.suggestPlaces(text, limit);
        expect(offered.length).toBeLessThanOrEqual(Math.max(0, limit));
        expect(new Set(offered.map((one) => one.label)).size).toBe(offered.length);
        for (const { label, ...origin } of offered) expect(geography.findOrigin(label)).toEqual(origin);
      }),
    );
  });
});
