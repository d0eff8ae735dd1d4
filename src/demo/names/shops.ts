/** A shop of the demo. */
export interface ShopPlan {
  readonly id: string;
  readonly name: string;
  /** What its stores' names begin with. */
  readonly short: string;
  readonly kind: "mall" | "retail";
  readonly city: string;
  readonly province: string;
  /** Days from the anchor day to the end of the contract; null: no contract. */
  readonly contractDays: number | null;
}

export const MALL_ID = "0000000001";

export const SHOPS: readonly ShopPlan[] = [
  { id: MALL_ID, name: "云禾购物中心（示例）", short: "云禾", kind: "mall", province: "浙江省", city: "杭州市", contractDays: 400 },
  { id: "0000000054", name: "惠民超市（示例）", short: "惠民", kind: "retail", province: "浙江省", city: "杭州市", contractDays: 10 },
  { id: "0000000153", name: "东城生活广场（示例）", short: "东城", kind: "retail", province: "江苏省", city: "南京市", contractDays: -20 },
  { id: "0000000039", name: "金桥百货（示例）", short: "金桥", kind: "retail", province: "上海市", city: "上海市", contractDays: 200 },
  { id: "0000000175", name: "绿洲生鲜（示例）", short: "绿洲", kind: "retail", province: "四川省", city: "成都市", contractDays: 14 },
  { id: "0000000143", name: "安居便利（示例）", short: "安居", kind: "retail", province: "湖北省", city: "武汉市", contractDays: 15 },
  { id: "0000000123", name: "北方建材城（示例）", short: "北方", kind: "retail", province: "河北省", city: "石家庄市", contractDays: 90 },
  { id: "0000000043", name: "新苑百货（示例）", short: "新苑", kind: "retail", province: "山东省", city: "青岛市", contractDays: null },
];

export const AREAS = ["东区", "西区", "南区", "北区"] as const;

/** How sign-in names say the shop: admin54, admin153, admin01. */
export function shopSuffix(shopId: string): string {
  return String(Number(shopId)).padStart(2, "0");
}

/** How suppliers' sign-in names say the shop: s054001. */
export function shopDigits(shopId: string): string {
  return shopId.slice(-3);
}
