/** Kinds of fee bills: deducted with a statement, deducted at once, told and then paid. */
export type FeeKind = "bill" | "instant" | "notice";

/** A fee's item and what the bill calls it. */
export type FeeName = readonly [item: string, name: string];

/** What shops charge their suppliers for, by kind. */
export const FEE_NAMES: Readonly<Record<FeeKind, readonly FeeName[]>> = {
  bill: [
    ["促销服务费", "堆头促销服务费"],
    ["陈列费", "货架端头陈列费"],
    ["物流费", "仓库配送服务费"],
    ["信息服务费", "系统信息服务费"],
  ],
  instant: [
    ["违约金", "缺货违约金"],
    ["违约金", "送货迟到违约金"],
    ["水电费", "专柜水电费"],
  ],
  notice: [
    ["场地费", "促销场地使用费"],
    ["管理费", "促销员管理费"],
    ["质量保证金", "商品质量保证金"],
  ],
};

/** What makes a statement come to a round sum. */
export const YEARLY_REBATE: FeeName = ["年度返利", "年度返利结算"];
