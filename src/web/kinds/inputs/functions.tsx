import { pageTicks } from "./page-ticks.tsx";

/** Functions of pages, ticked: `503.pay,503.query`. Any of them brings 查询 along, and without 查询 nothing else is left. */
export const functions = pageTicks({
  call: "Delegable",
  params: ({ absent }) => ({ absent: String(absent ?? "") }),
  empty: "没有可委托的功能",
  base: "query",
  testId: "functions",
});
