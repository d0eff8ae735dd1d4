/** Something a shop looks for: name, specification, unit, amount, target price in yuan. */
export type WantedGoods = readonly [name: string, spec: string, unit: string, amount: number, target: string];

/** A release: its title, the category it is about (null: any), what is said of it, and its goods. */
export interface ReleaseText {
  readonly title: string;
  readonly category: string | null;
  readonly content: string;
  readonly goods: readonly [WantedGoods, WantedGoods, WantedGoods];
}

const SAMPLE = "请提供样品和检验报告，含税含运费报价，货到验收合格后按月结算。";
const SERVICE = "按门店分批送货，报价含税含运费，质量问题无条件退换。";

export const RELEASES = {
  winter: {
    title: "冬季暖心家居专区招商",
    category: "C07",
    content: SAMPLE,
    goods: [
      ["加厚法兰绒毯", "150×200cm", "条", 600, "58.00"],
      ["暖手抱枕", "40×40cm", "只", 800, "26.50"],
      ["防滑棉拖鞋", "36-43", "双", 1200, "12.80"],
    ],
  },
  community: {
    title: "社区团购专区招商",
    category: null,
    content: SAMPLE,
    goods: [
      ["坚果礼袋", "500g", "袋", 1500, "32.00"],
      ["本色抽纸", "20包", "提", 2000, "19.90"],
      ["家庭洗护套装", "3件", "套", 800, "45.00"],
    ],
  },
  summer: {
    title: "夏季清凉饮品招商",
    category: "C04",
    content: SAMPLE,
    goods: [
      ["青柠气泡水", "330ml×12", "箱", 900, "27.00"],
      ["冷泡乌龙茶", "500ml×15", "箱", 700, "38.50"],
      ["鲜椰水", "1L", "瓶", 2400, "9.60"],
    ],
  },
  gifts: {
    title: "节日礼盒招商",
    category: "C05",
    content: SAMPLE,
    goods: [
      ["糕点礼盒", "8枚", "盒", 1000, "48.00"],
      ["果干礼盒", "6袋", "盒", 800, "55.00"],
      ["茶点礼盒", "12枚", "盒", 600, "62.00"],
    ],
  },
  imported: {
    title: "进口零食专区招商",
    category: "C05",
    content: SAMPLE,
    goods: [
      ["海盐焦糖饼干", "200g", "盒", 900, "14.50"],
      ["烘焙杏仁", "150g", "袋", 900, "18.00"],
      ["果味软糖", "100g", "袋", 1200, "6.80"],
    ],
  },
  crates: {
    title: "仓储周转筐采购",
    category: null,
    content: SERVICE,
    goods: [
      ["折叠周转筐", "60×40×34cm", "只", 500, "28.00"],
      ["保温周转箱", "45L", "只", 120, "96.00"],
      ["塑料托盘", "1.2×1.0m", "块", 80, "135.00"],
    ],
  },
  bags: {
    title: "环保购物袋采购",
    category: null,
    content: SERVICE,
    goods: [
      ["可降解购物袋 大号", "100只", "捆", 1500, "22.00"],
      ["可降解购物袋 中号", "100只", "捆", 1500, "16.50"],
      ["无纺布手提袋", "40×35cm", "只", 6000, "1.90"],
    ],
  },
  till: {
    title: "收银耗材采购",
    category: null,
    content: SERVICE,
    goods: [
      ["热敏收银纸", "80×60mm", "卷", 8000, "2.60"],
      ["价格标签纸", "1000张", "卷", 1200, "11.00"],
      ["条码碳带", "110mm×300m", "卷", 300, "24.00"],
    ],
  },
  clothing: {
    title: "员工工作服采购",
    category: null,
    content: SERVICE,
    goods: [
      ["短袖工作服", "S-XXL", "件", 400, "42.00"],
      ["工作马甲", "均码", "件", 300, "25.00"],
      ["防滑工作鞋", "36-45", "双", 260, "68.00"],
    ],
  },
  cleaning: {
    title: "门店清洁用品采购",
    category: null,
    content: SERVICE,
    goods: [
      ["地面清洁剂", "5L", "桶", 360, "33.00"],
      ["平板拖把", "60cm", "把", 120, "39.00"],
      ["垃圾袋", "80×100cm 50只", "卷", 900, "13.50"],
    ],
  },
} as const satisfies Record<string, ReleaseText>;

export type ReleaseKey = keyof typeof RELEASES;
