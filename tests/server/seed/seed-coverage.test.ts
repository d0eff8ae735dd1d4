import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { act } from "../../../src/demo/play.ts";
import { seedRows } from "../../../src/demo/seed/seed-rows.ts";
import { SHOPS, shopWorlds } from "../../../src/demo/world.ts";
import { profileOf } from "../../../src/server/base/viewer.ts";
import type { MemoryDatabase } from "../../../src/server/engine/store/memory-store.ts";
import { isValidBarcode } from "../../../src/shared/domain/check-digit.ts";
import type { Entity, Field } from "../../../src/shared/registry/model.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { ANCHOR, memory, money, rowsOf, STORED, sum, supplierCode, text } from "./fixtures/demo.ts";

/** Fields that say how far a row is: those of machines, and those that are called so. */
const stateFields = STORED.flatMap((entity) =>
  Object.values(entity.fields)
    .filter((field) => field.computed === null && (field.isState || (field.type === "enum" && /(statu|stt)$/i.test(field.name))))
    .map((field): [string, Entity, Field] => [`${entity.name}.${field.name}`, entity, field]),
);

/** What was carried over is another supplier's: the spotlight supplier's statement below zero is not agreed upon yet. */
const CARRIED: Readonly<Record<string, number>> = { "Balance.Statu": 40, "BalancePay.Statu": 40, "BalancePlan.stt": 8 };
/** Codes that no row of a shop has, and why. */
const MISSING: Readonly<Record<string, readonly { readonly code: unknown; readonly shops?: readonly string[]; readonly why: string }[]>> = {
  "Shop.statu": [{ code: 0, why: "a shop that is closed could not show anything" }],
  "Store.statu": [{ code: 0, why: "all four stores trade" }],
  "UserGroup.statu": [{ code: 0, why: "a closed group locks its users out; user none shows a group without modules" }],
  "BalancePayFath.Statu": [{ code: 25, why: "one merged bill waits, one is paid" }],
  "ImportRun.stt": [0, 10, 40, 60].map((code) => ({ code, why: "no file of the demo waits or is under way: nobody would ever end it" })),
  "ModelEdit.state": ["waiting", "confirmed", "rejected"].map((code) => ({
    code,
    shops: ["0000000039"],
    why: "the demo's files are those in force: of an edit that is still open a running portal says within a second that it is gone",
  })),
  ...Object.fromEntries(
    Object.entries(CARRIED).map(([name, code]) => [
      name,
      [{ code, shops: ["0000000001", "0000000054"], why: "they collect what is below zero" }],
    ]),
  ),
  "PayConfig.statu": [{ code: 0, shops: ["0000000001", "0000000054"], why: "both channels are in use there" }],
};
/** Rows that are the supplier's own file, or the shop's judgement of it: the spotlight supplier is in order. */
const NOT_SPOTLIGHT: readonly string[] = ["Provider.statu", "Provider.Isstop", "User.statu", "Goods.statu", "Stock.statu"];

const hasFlag = (shopId: string, name: string) => profileOf(registry, shopId).flags[name] === true;
/** Entities that only some profiles have, and the flag of these. */
const FLAG_OF: Readonly<Record<string, string>> = { Advice: "advice", FeeInvoice: "feeInvoice", ModelEdit: "configures" };
const isInProfile = (entity: string, shopId: string) => {
  const flag = FLAG_OF[entity];
  return flag === undefined || hasFlag(shopId, flag);
};

describe.each(SHOPS)("shop $id", ({ id: shopId }) => {
  const spotlight = supplierCode(shopId, 1);

  it.each(stateFields)("has a row in every state of %s", (name, entity, field) => {
    const rows = rowsOf(entity.name, shopId);
    const excused = (MISSING[name] ?? []).filter(({ shops }) => shops === undefined || shops.includes(shopId)).map(({ code }) => code);
    const codes = isInProfile(entity.name, shopId) ? field.values.map(({ code }) => code) : [];
    const present = new Set(rows.map((row) => row[field.name]));
    expect(codes.filter((code) => !present.has(code))).toEqual(excused);
    if (entity.tenancy !== "shop+supplier" || entity.supplierField === null || NOT_SPOTLIGHT.includes(name)) return;
    const own = new Set(rows.filter((row) => row[entity.supplierField ?? ""] === spotlight).map((row) => row[field.name]));
    const carried = CARRIED[name] === undefined || excused.includes(CARRIED[name]) ? [] : [CARRIED[name]];
    expect(codes.filter((code) => !own.has(code))).toEqual([...carried, ...excused]);
  });

  it("keeps the identities of statements and bills", () => {
    const collects = profileOf(registry, shopId).flags.negative === "collect";
    const invoices = rowsOf("TaxInvoice", shopId).filter((invoice) => invoice.InvoiceStt !== -1);
    for (const balance of rowsOf("Balance", shopId)) {
      const label = text(balance, "Billid");
      const total =
        money(balance, "GoodsMoney") - money(balance, "ReturnMoney") + money(balance, "AdjustMoney") - money(balance, "Bala_fee");
      const carried = money(balance, "CarryMoney");
      expect(money(balance, "TotalMoney"), label).toBe(total + carried);
      expect(money(balance, "Bala_sum"), label).toBe(total + carried >= 0n || collects ? total + carried : 0n);
      const own = invoices.filter(({ BalaBillid }) => BalaBillid === balance.Billid);
      expect(money(balance, "Sum_invoice"), label).toBe(sum(own, "TotalMoney"));
    }
  });

  it("has valid barcodes, but for one draft that cannot be submitted", async () => {
    const wrong = STORED.flatMap((entity) => {
      const fields = Object.values(entity.fields).filter(
        ({ name, check, computed }) => computed === null && (name === "Barcode" || check === "barcode"),
      );
      return fields.flatMap(({ name }) =>
        rowsOf(entity.name, shopId)
          .filter((row) => row[name] !== null && !isValidBarcode(text(row, name)))
          .map((row) => [entity.name, row] as const),
      );
    });
    expect(wrong.map(([name, row]) => [name, row.Barcode, row.stt, row.provid])).toEqual([["NewGoods", "6901234567893", 0, spotlight]]);
    const [world] = shopWorlds(registry, memory, ANCHOR, 1).filter(({ plan }) => plan.id === shopId);
    const [user] = rowsOf("User", shopId).filter(({ PROV_ID }) => PROV_ID === spotlight);
    if (!world) throw new Error("no such shop");
    const actor = { userId: text(user, "USER_ID"), userName: text(user, "UsrName"), provId: spotlight, isConfirm: false };
    const submit = { entity: "NewGoods", id: Number(wrong[0]?.[1].Id), transition: "submit" };
    await expect(act(world, actor, new Date(`${ANCHOR}T09:00:00+08:00`), submit)).rejects.toThrow("条码校验位错误");
  });

  it("has a file behind every address", () => {
    const files = new Set(rowsOf("Attachment", shopId).map(({ url }) => url));
    const named = STORED.filter(({ name }) => name !== "Attachment").flatMap((entity) => {
      const fields = Object.values(entity.fields).filter(
        ({ type, computed }) => computed === null && ["images", "url", "text"].includes(type),
      );
      return rowsOf(entity.name, shopId).flatMap((row) =>
        fields.flatMap(({ name }) =>
          text(row, name)
            .split(",")
            .filter((part) => part.startsWith("/uploads/")),
        ),
      );
    });
    expect(named.length).toBeGreaterThan(300);
    expect([...new Set(named)].filter((url) => !files.has(url))).toEqual([]);
  });

  it("did everything before today, but for what is still to come", () => {
    /** Days that are agreed on, or until which something holds. */
    const agreed =
      /^(enddate|startdate|validdate|plandate|planpaydate|deadline|arrivedate|applydate|recededate|effecttime|expiretime|contract(start|end))$/;
    for (const entity of STORED) {
      for (const { name, type, computed } of Object.values(entity.fields)) {
        if (computed !== null || (type !== "date" && type !== "datetime") || agreed.test(name)) continue;
        const late = rowsOf(entity.name, shopId).filter((row) => row[name] !== null && text(row, name) >= ANCHOR);
        expect(
          late.map((row) => row[name]),
          `${entity.name}.${name}`,
        ).toEqual([]);
      }
    }
  });
});

describe("all shops", () => {
  it("have states to look for", () => {
    expect(stateFields.length).toBeGreaterThan(35);
    expect(Object.keys(MISSING).filter((name) => !stateFields.some(([known]) => known === name))).toEqual([]);
  });

  it("hold no row of nobody", () => {
    const shops = new Set(SHOPS.map(({ id }) => id));
    for (const { name } of STORED)
      expect(
        rowsOf(name).filter((row) => !shops.has(text(row, "SHOP_ID"))),
        name,
      ).toEqual([]);
  });

  it("are the same again for the same day", async () => {
    expect(digestOf(await seedRows(registry, ANCHOR, 1))).toBe(digestOf(memory));
  });
});

/** Every row of every entity; passwords are no part of it. */
function digestOf(database: MemoryDatabase): string {
  const hash = createHash("sha256");
  for (const entity of STORED) {
    for (const row of database.table(entity).all())
      hash.update(JSON.stringify([entity.name, row], (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value)));
  }
  return hash.digest("hex");
}
