/** Where suppliers come from. */
export const CITIES: readonly (readonly [province: string, city: string])[] = [
  ["浙江省", "杭州市"],
  ["四川省", "成都市"],
  ["山东省", "青岛市"],
  ["广东省", "佛山市"],
  ["江苏省", "苏州市"],
  ["湖北省", "武汉市"],
  ["福建省", "厦门市"],
  ["河南省", "郑州市"],
  ["陕西省", "西安市"],
  ["湖南省", "长沙市"],
  ["辽宁省", "大连市"],
  ["安徽省", "合肥市"],
  ["云南省", "昆明市"],
];

const FIRST = [..."禾青屿川柏澜朔汀芷砚榆桐溪樾沐栖麓澄楠泽"];
const SECOND = [..."悦岚屿柏川沐栎舟砚笙谷渡杉屏枫穗羽原汀野歌"];

/** Invented brand number `n`; the first 400 differ from each other. */
export function brandName(n: number): string {
  const first = FIRST[n % FIRST.length] ?? "";
  const second = SECOND[(n + Math.floor(n / FIRST.length) * 5) % SECOND.length] ?? "";
  return first === second ? `${first}之` : first + second;
}

/** The trade of each category, as a company name says it. */
const TRADES: Readonly<Record<string, string>> = {
  粮油: "粮油食品",
  生鲜: "农产品",
  乳品: "乳制品",
  饮料: "饮品",
  零食: "食品",
  日化: "日用品",
  家纺: "家居用品",
  服饰: "服饰",
  家电: "电器",
  建材: "建材",
};

/** City, brand and trade, as the register of companies has it: 杭州禾悦粮油食品有限公司. */
export function companyName(city: string, brand: string, category: string): string {
  return `${city.replace("市", "")}${brand}${TRADES[category] ?? "商贸"}有限公司`;
}
