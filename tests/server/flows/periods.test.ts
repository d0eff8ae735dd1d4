import { expect, it } from "vitest";
import { daysOf, lastPeriod } from "../../../src/server/features/settlement/periods.ts";

it.each([
  [1, "2025-07-03", "2025-06-16", "2025-06-30"],
  [1, "2025-07-15", "2025-06-16", "2025-06-30"],
  [1, "2025-07-16", "2025-07-01", "2025-07-15"],
  [1, "2025-03-01", "2025-02-16", "2025-02-28"],
  [2, "2025-07-31", "2025-06-01", "2025-06-30"],
  [2, "2024-03-01", "2024-02-01", "2024-02-29"],
  [2, "2025-01-01", "2024-12-01", "2024-12-31"],
  [3, "2025-07-01", "2025-06-30", "2025-06-30"],
])("the last period of cycle %d before %s is %s to %s", (cycle, today, startdate, enddate) => {
  expect(lastPeriod(cycle, today)).toEqual({ startdate, enddate });
});

it("has all its days", () => {
  expect(daysOf({ startdate: "2025-02-27", enddate: "2025-03-01" })).toEqual(["2025-02-27", "2025-02-28", "2025-03-01"]);
});
