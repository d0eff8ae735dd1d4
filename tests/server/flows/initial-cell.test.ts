import { expect, it } from "vitest";
import { initialCell } from "../../../src/server/screens/form-field.ts";
import type { Field } from "../../../src/shared/registry/model.ts";
import { formEntity } from "./fixtures/form-desk.ts";

const NOW = new Date("2025-06-30T09:30:00+08:00");
const ENV = { today: "2025-06-30", actor: {} as never, functions: new Set<string>(), flags: {} };

it("begins a day and a time with the day that a field says, counted from today", () => {
  const { busdate } = formEntity("Order").fields;
  const start = (more: Partial<Field>) =>
    initialCell({ ...(busdate as Field), initial: null, ...more }, ENV, NOW, (key) => (key === "order.leadDays" ? 4 : 0));
  expect(start({ type: "date", opening: { today: 1 } })).toBe("2025-07-01");
  expect(start({ type: "datetime", opening: { today: 1 } })).toBe("2025-07-01 00:00:00");
  expect(start({ type: "date", opening: { todayPlus: "order.leadDays" } })).toBe("2025-07-04");
  expect(start({ type: "date", opening: { now: true } })).toBe("2025-06-30");
  expect(start({ type: "datetime", opening: { now: true } })).toBe("2025-06-30 09:30:00");
});
