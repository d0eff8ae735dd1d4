import { expect, it } from "vitest";
import { contractState } from "../../../src/server/auth/authorize.ts";
import { computeRow } from "../../../src/server/query/computed-kinds.ts";
import { addDays } from "../../../src/shared/domain/day.ts";
import { entity } from "../flows/fixtures/real-registry.ts";

const TODAY = "2025-06-30";
const ENV = {
  today: TODAY,
  actor: { USER_ID: "", UsrName: "", SHOP_ID: "", PROV_ID: "", side: "shop", isconfirm: false },
  functions: new Set<string>(),
  flags: {},
};

it.each([-20, -1, 0, 1, 14, 15, 400, null])("a contract with %s days left is the same to the session and to the shop's page", (days) => {
  const contractend = days === null ? null : addDays(TODAY, days);
  const { isout, lastoutday } = computeRow({ contractend }, ["isout", "lastoutday"], { entity: entity("Shop"), env: ENV });
  expect(contractState(contractend, new Date(`${TODAY}T23:59:59+08:00`))).toEqual({ isout, lastoutday });
  expect(isout).toBe(days !== null && days < 0 ? 0 : 1);
});
