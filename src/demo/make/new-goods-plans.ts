/** How far one new article of the demo goes. */
export interface NewGoodsPlan {
  readonly supplier: number | "bidder";
  readonly kind: "release" | "apply";
  readonly offset: number;
  readonly statu: 0 | 10 | 50 | -1;
  /** Its number does not pass the check, so that it cannot be submitted. */
  readonly isMistyped?: true;
  readonly reason?: string;
}

const apply = (supplier: number, offset: number, statu: NewGoodsPlan["statu"]) => ({ kind: "apply", supplier, offset, statu }) as const;
const release = (supplier: number | "bidder", offset: number, statu: NewGoodsPlan["statu"]) =>
  ({ kind: "release", supplier, offset, statu }) as const;

/** The spotlight supplier has every state of both kinds. */
export const NEW_GOODS_PLANS: readonly NewGoodsPlan[] = [
  apply(1, -60, 50),
  { ...apply(1, -25, -1), reason: "请补充质检报告" },
  apply(1, -4, 10),
  { ...apply(1, -1, 0), isMistyped: true },
  apply(2, -52, 50),
  apply(3, -38, 50),
  apply(7, -30, 50),
  { ...apply(6, -19, -1), reason: "与在售商品重复" },
  apply(4, -3, 10),
  apply(5, -2, 0),
  release(1, -40, 50),
  { ...release(1, -15, -1), reason: "图片不清晰" },
  release(1, -3, 10),
  release(1, -1, 0),
  release(2, -22, 50),
  release("bidder", -12, 50),
];
