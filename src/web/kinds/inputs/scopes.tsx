import { pageTicks } from "./page-ticks.tsx";

/** What programs may do on pages by a key, or are told of them, ticked: `9013.in,9013.out`. */
export const scopes = pageTicks({
  call: "Scopes",
  params: () => ({}),
  empty: "没有可开放的页面",
  base: null,
  testId: "scopes",
});
