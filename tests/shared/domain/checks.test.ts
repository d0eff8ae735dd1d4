import { expect, it } from "vitest";
import { passes } from "../../../src/shared/domain/checks.ts";
import { fieldsOfPredicate, holds, type PredicateEnv, settlePredicate } from "../../../src/shared/domain/predicate.ts";
import type { CheckName, Predicate } from "../../../src/shared/registry/language.ts";

it.each<[CheckName, string, boolean]>([
  ["barcode", "6901234567892", true],
  ["barcode", "6901234567890", false],
  ["barcode", "69012345678", false],
  ["taxNumber", "91DEMO123456789012", true],
  ["taxNumber", "91demo123456789012", false],
  ["taxNumber", "9133010012345", false],
  ["taxNumber", "913301001234567890123", false],
  ["taxNumber", "91350100M000100Y43", true],
  ["taxNumber", "11010519491231002X", true],
  ["taxNumber", "310000000000001", true],
  ["taxNumber", "11010519491231002X00", true],
  ["bankAccount", "6222 0000 8765", true],
  ["bankAccount", "40-123400040001234", true],
  ["bankAccount", "12345678", true],
  ["bankAccount", "1234567", false],
  ["bankAccount", "6222  0000 8765", false],
  ["bankAccount", "6222 0000 876O", false],
  ["bankAccount", "1".repeat(33), false],
  ["phone", "19900001234", true],
  ["phone", "0571-88888888", true],
  ["phone", "+86 199 0000 1234", true],
  ["phone", "call me", false],
  ["phone", "1".repeat(40), false],
  ["invoiceCode", "033002100411", true],
  ["invoiceCode", "03300210041", false],
  ["invoiceNumber", "12345678", true],
  ["invoiceNumber", "25087295574131568866", true],
  ["invoiceNumber", "123456789", false],
  ["userName", "chenlu.food", true],
  ["userName", "abc", false],
  ["userName", ".abcd", false],
  ["userName", "admin 54", false],
  ["userName", "аdmin54", false],
  ["userName", "a".repeat(41), false],
  ["email", "a.b@demo.example", true],
  ["email", "a@b", false],
  ["email", `${"a".repeat(60)}@${"b.".repeat(40)}c`, false],
])("%s %s: %s", (check, text, isRight) => {
  expect(passes(check, text)).toBe(isRight);
  expect(holds({ check: ["x", check] }, {}, { x: text }, ENV)).toBe(isRight);
});

it("an empty value passes no check, as a condition either", () => {
  expect([passes("email", null), passes("email", "")]).toEqual([false, false]);
  expect(holds({ check: ["x", "phone"] }, {}, {}, ENV)).toBe(false);
  expect(fieldsOfPredicate({ not: { check: ["x", "phone"] } })).toEqual(["x"]);
});

const ENV: PredicateEnv = {
  today: "2025-06-30",
  actor: { USER_ID: "u1", UsrName: "某人", SHOP_ID: "0000000054", PROV_ID: "", side: "shop", isconfirm: false },
  functions: new Set(["pay"]),
  flags: { rule: "open" },
};
const FIELDS = { name: { type: "string", codeType: "text", length: null } } as const;

it.each<[Predicate]>([
  [{ can: "pay" }],
  [{ can: "audit" }],
  [{ flag: ["rule", "open"] }],
  [{ flag: ["rule", "shut"] }],
  [{ actor: ["side", "supplier"] }],
  [{ eq: ["name", { actor: "USER_ID" }] }],
  [{ ne: ["name", { actor: "USER_ID" }] }],
  [{ not: { any: [{ can: "pay" }, { set: "name" }] } }],
  [{ all: [{ in: ["name", ["u1"]] }, { not: { flag: ["rule", "shut"] } }] }],
])("%j means the same once who acts is settled", (predicate) => {
  const settled = settlePredicate(predicate, ENV);
  const nobody = { ...ENV, actor: { ...ENV.actor, USER_ID: "", side: "" }, functions: new Set<string>(), flags: {} };
  for (const row of [{ name: "u1" }, { name: "u2" }, { name: null }]) {
    expect(holds(settled, FIELDS, row, nobody)).toBe(holds(predicate, FIELDS, row, ENV));
  }
});
