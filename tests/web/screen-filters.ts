import type { ScreenFilter } from "../../src/shared/protocol/screen.ts";

/** A filter of a screen, with the parts a test is about. */
export const screenFilter = (part: Partial<ScreenFilter> & Pick<ScreenFilter, "field" | "control" | "operator">): ScreenFilter => ({
  title: part.field,
  options: [],
  initial: null,
  isNumber: false,
  ...part,
});

const label = (value: number, text: string) => ({ value, text, tone: "plain" as const });

/** One filter of each control. */
export const FILTERS = {
  number: screenFilter({ field: "Billid", control: "text", operator: "contains", title: "单据编号" }),
  date: screenFilter({
    field: "busdate",
    control: "daterange",
    operator: "between",
    title: "业务日期",
    initial: ["2026-10-22", "2026-11-21"],
  }),
  status: screenFilter({
    field: "Statu",
    control: "choice",
    operator: "in",
    title: "状态",
    options: [label(0, "录入"), label(50, "已确认")],
  }),
  least: screenFilter({ field: "TotalMoney", control: "number", operator: "gte", title: "金额" }),
  range: screenFilter({ field: "Bala_sum", control: "number", operator: "between", title: "应付" }),
  flag: screenFilter({ field: "Isstop", control: "flag", operator: "eq", title: "停付" }),
};
