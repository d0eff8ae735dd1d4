import { describe, expect, it } from "vitest";
import type { HomeTodo } from "../../src/shared/protocol/home.ts";
import type { ScreenColumn } from "../../src/shared/protocol/screen.ts";
import { readListState } from "../../src/web/data/list-state.ts";
import { newsTime } from "../../src/web/pages/home/NewsPanel.tsx";
import { orderTodos, todoLink, todoSummary } from "../../src/web/pages/home/TodoPanel.tsx";
import { comparisonText } from "../../src/web/pages/list/filter-codec.ts";

const todo = (title: string, count: number, tone: HomeTodo["tone"] = "warning"): HomeTodo => {
  return { mdl: 1, path: "/a/B", title, page: "页", count, filters: [], tone };
};

describe("to-dos", () => {
  it("stand where there is something to do first, as the server ordered them", () => {
    const ordered = orderTodos([todo("a", 0, "error"), todo("b", 2), todo("c", 0), todo("d", 9, "info")]);
    expect(ordered.map(({ title }) => title)).toEqual(["b", "d", "a", "c"]);
  });

  it("are summed up in words", () => {
    expect(todoSummary([])).toBe("");
    expect(todoSummary([todo("a", 0)])).toBe("没有等您处理的事项");
    expect(todoSummary([todo("a", 2), todo("b", 3), todo("c", 0)])).toBe("2 类待办，共 5 条");
    expect(todoSummary([todo("a", 2, "error"), todo("b", 3)])).toBe("2 类待办，共 5 条，其中 2 条请优先处理");
  });

  it("lead to an address from which the list reads the same filters", () => {
    const filters: HomeTodo["filters"] = [
      { field: "Statu", operator: "in", value: [10] },
      { field: "enddate", operator: "between", value: ["2025-06-30", "2025-07-30"] },
      { field: "isclose", operator: "eq", value: false },
      { field: "name", operator: "eq", value: "甲&乙" },
    ];
    const [path, search] = todoLink({ path: "/a/B", filters }).split("?");
    expect(path).toBe("/a/B");
    expect(readListState(search ?? "").filters).toEqual(filters);
  });
});

describe("the time of news", () => {
  it.each([
    ["2025-06-30 09:05:00", "09:05"],
    ["2025-06-30", "06-30"],
    ["2025-01-02 09:05:00", "01-02"],
    ["2024-12-31 09:05:00", "2024-12-31"],
    ["", ""],
  ])("%s is told as %s", (time, told) => {
    expect(newsTime(time, "2025-06-30")).toBe(told);
  });
});

describe("a comparison that another page brought", () => {
  const column = (format: ScreenColumn["format"], labels: ScreenColumn["labels"] = []) => ({ format, labels }) as ScreenColumn;
  const states = column("status", [
    { value: 0, text: "录入", tone: "plain" },
    { value: 10, text: "审核", tone: "info" },
  ]);
  it.each([
    ["in", [0, 10], states, "录入、审核"],
    ["eq", 10, states, "审核"],
    ["nin", [0], states, "不是 录入"],
    ["lt", "2025-06-30", column("date"), "早于 2025-06-30"],
    ["gte", "2025-06-30", column("date"), "不早于 2025-06-30"],
    ["between", ["2025-06-30", "2025-07-01"], column("date"), "2025-06-30 至 2025-07-01"],
    ["lte", "5", column("integer"), "≤ 5"],
    ["eq", false, column("flag"), "否"],
    ["null", undefined, column("text"), "未填"],
    ["nnull", undefined, undefined, "已填"],
    ["eq", "DD1", undefined, "DD1"],
  ] as const)("%s %j is told in words", (operator, value, of, text) => {
    expect(comparisonText(operator, value, of)).toBe(text);
  });
});
