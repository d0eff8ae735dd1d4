import { expect, it } from "vitest";
import { daysOf, lastPeriod } from "../../../src/server/features/settlement/periods.ts";
import { SettleCycle } from "../../../src/server/generated/entities.ts";

it.each([
  [SettleCycle.halfMonthly, "2025-07-03", "2025-06-16", "2025-06-30"],
  [SettleCycle.halfMonthly, "2025-07-15", "2025-06-16", "2025-06-30"],
  [SettleCycle.halfMonthly, "2025-07-16", "2025-07-01", "2025-07-15"],
  [SettleCycle.halfMonthly, "2025-03-01", "2025-02-16", "2025-02-28"],
  [SettleCycle.monthly, "2025-07-31", "2025-06-01", "2025-06-30"],
  [SettleCycle.monthly, "2024-03-01", "2024-02-01", "2024-02-29"],
  [SettleCycle.monthly, "2025-01-01", "2024-12-01", "2024-12-31"],
  [SettleCycle.onDelivery, "2025-07-01", "2025-06-30", "2025-06-30"],
])("the last period of cycle %d before %s is %s to %s", (cycle, today, startdate, enddate) => {
  expect(lastPeriod(cycle, today)).toEqual({ startdate, enddate });
});

it("has all its days", () => {
  expect(daysOf({ startdate: "2025-02-27", enddate: "2025-03-01" })).toEqual(["2025-02-27", "2025-02-28", "2025-03-01"]);
});
