import { describe, expect, it } from "vitest";
import { GROUPS } from "../../../src/demo/make/people.ts";
import { SHOPS, shopDigits, shopSuffix } from "../../../src/demo/world.ts";
import { geography } from "../../../src/server/base/geography.ts";
import { profileOf } from "../../../src/server/base/viewer.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { addDays, daysBetween } from "../../../src/shared/domain/day.ts";
import { divideRounded } from "../../../src/shared/domain/scaled.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { ANCHOR, count, money, rowsOf, sum, supplierCode, text } from "./fixtures/demo.ts";

/** Rows per shop. Returns: one more than planned, a draft. Messages and what was read come by themselves. */
const ROWS: Readonly<Record<string, number>> = {
  Category: 10,
  Registration: 8,
  Contract: 16,
  ChangeApply: 12,
  SlotRule: 32,
  Appointment: 18,
  AuditRule: 9,
  ConfigItem: 26,
  PayeeAccount: 5,
  Licence: 40,
  PurchaseRelease: 10,
  PurchaseLine: 30,
  Quotation: 24,
  QuotationLine: 72,
  NewGoods: 16,
  Recede: 13,
  RecedeLine: 39,
  Sale: 2498,
  Forecast: 120,
  Board: 8,
  UsageLog: 600,
};

describe.each(SHOPS)("shop $id", ({ id: shopId }) => {
  const own = (name: string) => rowsOf(name, shopId);
  const spotlight = supplierCode(shopId, 1);
  const bidder = supplierCode(shopId, 901);
  const of = (name: string, provid: string) => own(name).filter((row) => row.provid === provid);
  const today = (row: Row, field: string) => daysBetween(ANCHOR, text(row, field));

  it("has as many rows as the demo promises", () => {
    expect(Object.fromEntries(Object.keys(ROWS).map((name) => [name, own(name).length]))).toEqual(ROWS);
    const isAsked = profileOf(registry, shopId).flags.advice === true;
    expect(own("Advice").length).toBe(isAsked ? 9 : 0);
    expect(count(own("Message"), (row) => row.side).shop).toBeGreaterThan(10);
  });

  it("let in a supplier and a bidder by their registrations", () => {
    expect(count(own("Registration"), (row) => `${row.RegType} ${row.stt}`)).toEqual({
      "supplier 0": 2,
      "supplier 50": 1,
      "supplier -1": 1,
      "bidding 0": 2,
      "bidding 50": 1,
      "bidding -1": 1,
    });
    const approved = own("Registration").filter(({ stt }) => stt === 50);
    expect(approved.map((row) => [row.RegType, row.provid, row.UsrName])).toEqual([
      ["supplier", supplierCode(shopId, 11), `s${shopDigits(shopId)}011`],
      ["bidding", bidder, `bid${shopSuffix(shopId)}`],
    ]);
    for (const { provid = null, UsrName = null } of approved)
      expect(own("User").filter(({ USER_ID }) => USER_ID === UsrName)).toMatchObject([{ PROV_ID: provid }]);
    for (const row of own("Registration")) expect([row.idcardimg, row.licenseimg, row.openlicenseimg].includes(null)).toBe(false);
  });

  it("has contracts that end in all ways, and suppliers who know", () => {
    const ends = own("Contract").map((row) => today(row, "enddate"));
    const between = (least: number, most: number) => ends.filter((days) => days >= least && days <= most).length;
    expect([between(-999, -1), between(0, 15), between(16, 90), between(91, 999)]).toEqual([2, 2, 4, 8]);
    for (const provider of own("Provider")) {
      const inForce = of("Contract", text(provider, "provid")).filter(({ Statu }) => Statu === 50);
      expect(inForce.map(({ enddate }) => enddate)).toEqual([provider.contractend]);
    }
    const changed = own("ChangeApply").filter(({ Statu }) => Statu === 50);
    expect(changed.filter(({ oldValue }) => oldValue === null)).toEqual([]);
    expect(count(own("ChangeApply"), (row) => row.ApplyKind)).toEqual({ contract: 6, info: 6 });
  });

  it("has one full slot", () => {
    const taking = own("Appointment").filter((row) => (row.Statu === 10 || row.Statu === 50) && text(row, "applydate") >= ANCHOR);
    const full = own("SlotRule").filter((rule) => {
      const booked = count(
        taking.filter(({ SlotId }) => SlotId === rule.SlotId),
        (row) => row.applydate,
      );
      return Object.values(booked).some((used) => used === rule.capacity);
    });
    expect(full).toHaveLength(1);
    for (const row of own("Appointment").filter(({ OrderBillid }) => OrderBillid !== null)) {
      const [target] = own(row.ApplyType === "delivery" ? "Order" : "Balance").filter(({ Billid }) => Billid === row.OrderBillid);
      expect([target?.provid, row.ApplyType === "delivery" ? target?.StoreId : row.StoreId]).toEqual([row.provid, row.StoreId]);
    }
  });

  it("has licences that have run out, are about to, and hold", () => {
    const days = own("Licence")
      .filter(({ statu }) => statu === 50)
      .map((row) => today(row, "enddate"));
    expect([days.filter((left) => left < 0).length, days.filter((left) => left >= 0 && left <= 30).length, days.length]).toEqual([
      6, 6, 34,
    ]);
    expect(count(own("Licence"), (row) => row.LicenceKind)).toEqual({ supplier: 20, goods: 20 });
  });

  it("has releases with quotations in every state, for the bidder too", () => {
    expect(count(own("PurchaseRelease"), (row) => row.PurchStt)).toEqual({ 0: 2, 10: 4, 50: 3, "-1": 1 });
    expect(count(own("PurchaseRelease"), (row) => row.PurchKind)).toEqual({ investment: 5, bidding: 5 });
    expect(count(own("Quotation"), (row) => row.PrvPurchStt)).toEqual({ 0: 8, 1: 8, "-1": 8 });
    const quoted = new Set(own("Quotation").map(({ PurchBillid }) => PurchBillid));
    expect(own("PurchaseRelease").filter(({ PurchStt, Billid }) => PurchStt === 10 && !quoted.has(Billid ?? null))).toHaveLength(1);
    const states = (rows: readonly Row[]) => [...new Set(rows.map(({ PrvPurchStt }) => Number(PrvPurchStt)))].sort((a, b) => a - b);
    expect(states(of("Quotation", bidder))).toEqual([-1, 0, 1]);
    for (const kind of ["investment", "bidding"])
      expect(states(of("Quotation", spotlight).filter(({ PurchKind }) => PurchKind === kind))).toEqual([-1, 0, 1]);
    for (const quotation of own("Quotation")) {
      const ticked = own("QuotationLine").filter((line) => line.Billid === quotation.Billid && line.adopted === true).length;
      expect(ticked > 0).toBe(quotation.PrvPurchStt === 1);
    }
  });

  it("made goods of the new articles it approved", () => {
    const approved = own("NewGoods").filter(({ NewKind, stt }) => NewKind === "apply" && stt === 50);
    const made = own("Goods").filter((row) => text(row, "GoodsId").startsWith("SP"));
    expect(made.map(({ Barcode }) => Barcode).sort()).toEqual(approved.map(({ Barcode }) => Barcode).sort());
    expect(count(own("NewGoods"), (row) => row.NewKind)).toEqual({ release: 6, apply: 10 });
  });

  it("has goods with pictures and places that are known", () => {
    expect(own("Goods").filter(({ gdsimg }) => gdsimg === null)).toHaveLength(6);
    const abroad = own("Goods").filter(({ country }) => country !== "中国");
    expect(new Set(abroad.map(({ country }) => country)).size).toBeGreaterThan(5);
    for (const { producer = null, country = null } of own("Goods")) expect(geography.findOrigin(String(producer))?.country).toBe(country);
  });

  it("sells more at weekends, weighed goods to the gram, and knows how long its stock lasts", () => {
    // Before its last month the shop knows of sales that statements have settled, and of no others.
    const sales = own("Sale").filter((row) => text(row, "busdate") >= addDays(ANCHOR, -30));
    expect(own("Sale").filter((row) => !sales.includes(row) && row.BalaBillid === null)).toEqual([]);
    expect(new Set(sales.map(({ busdate }) => busdate)).size).toBe(30);
    const isWeekend = (row: Row) => [0, 6].includes(new Date(`${text(row, "busdate")}T00:00:00Z`).getUTCDay());
    const mean = (rows: readonly Row[]) => Number(sum(rows, "amount")) / rows.length;
    const ratio = mean(sales.filter(isWeekend)) / mean(sales.filter((row) => !isWeekend(row)));
    expect(ratio > 1.3 && ratio < 1.5, String(ratio)).toBe(true);
    const weighed = sales.filter(({ unit }) => unit === "kg");
    if (weighed.length > 0)
      expect(weighed.filter((row) => money(row, "amount") % 1000n !== 0n).length / weighed.length).toBeGreaterThan(0.9);
    for (const row of sales) expect(money(row, "saleMoney")).toBe(divideRounded(money(row, "amount") * money(row, "price"), 100_000n));
    const moving = own("Stock").filter((row) => money(row, "avgAmount") > 0n);
    expect(moving).toHaveLength(80);
    for (const stock of moving) {
      const sold = sales.filter(({ StoreId, GoodsId }) => StoreId === stock.StoreId && GoodsId === stock.GoodsId);
      expect(money(stock, "avgAmount")).toBe(divideRounded(sum(sold, "amount"), 30n));
    }
    const wanted = own("Forecast").filter((row) => money(row, "suggest") > 0n).length;
    expect(wanted > 10 && wanted < 110, String(wanted)).toBe(true);
  });

  it("takes returns out of stock and into statements", () => {
    const cleared = own("Recede").filter(({ Statu }) => Statu === 50);
    const lines = own("BalanceLine").filter(({ SrcKind }) => SrcKind === 2);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const line of lines) {
      const [recede] = cleared.filter(({ Billid }) => Billid === line.SrcBillid);
      // Of several rates it has a line for each.
      const whole = sum(
        lines.filter(({ SrcBillid }) => SrcBillid === line.SrcBillid),
        "TotalMoney",
      );
      expect([recede?.BalaBillid, recede?.provid, -money(recede, "sum_cost")]).toEqual([line.Billid, line.provid, whole]);
    }
    const back = new Set(own("RecedeLine").map(({ Billid, GoodsId }) => `${Billid} ${GoodsId}`));
    expect(back.size).toBe(own("RecedeLine").length);
  });

  it("tells one purchase from the booking of its delivery to the money", () => {
    const paid = new Set(of("Balance", spotlight).flatMap(({ Statu, Billid }) => (Statu === 50 ? [Billid] : [])));
    const chain = of("Order", spotlight).filter((order) => {
      const booked = of("Appointment", spotlight).some(({ OrderBillid, Statu }) => OrderBillid === order.Billid && Statu === 50);
      const [accept] = of("Accept", spotlight).filter(({ OrderBillid }) => OrderBillid === order.Billid);
      const [recede] = of("Recede", spotlight).filter(({ AcceptBillid }) => AcceptBillid === (accept?.Billid ?? ""));
      return booked && recede?.Statu === 50 && [accept, recede].every((row) => paid.has(row?.BalaBillid ?? null));
    });
    expect(chain).toHaveLength(1);
  });

  it("has notices of both kinds, and people who have read them", () => {
    expect(count(own("Board"), (row) => `${row.BoardKind} ${row.statu}`)).toMatchObject({
      "announcement 10": 3,
      "release 10": 2,
      "announcement -1": 1,
    });
    const boards = new Set(
      own("Board")
        .filter(({ statu }) => statu !== 0)
        .map(({ Id }) => Id),
    );
    expect(own("BoardRead").filter(({ BoardId }) => !boards.has(BoardId ?? null))).toEqual([]);
    expect(new Set(own("BoardRead").map(({ BoardId }) => BoardId)).size).toBe(boards.size);
  });

  it("grants each group what its work needs", () => {
    const held = (id: string) =>
      own("GroupModule")
        .filter(({ GroupId }) => GroupId === id)
        .map(({ MdlId }) => Number(MdlId));
    expect(held(GROUPS.bidder.id).sort((a, b) => a - b)).toEqual([601, 602, 603, 8803, 8805, 8807]);
    expect(held(GROUPS.buyer.id)).toEqual(expect.arrayContaining([601, 602, 603, 606, 701, 702, 8802, 8804, 8805, 8806, 8901, 8911]));
    expect(held(GROUPS.buyer.id).filter((id) => id === 503 || id === 510)).toEqual([]);
    expect(held(GROUPS.fin.id)).toEqual(expect.arrayContaining([503, 504, 509, 510, 514, 520]));
    const keys = (group: string) =>
      text(
        own("GroupModule").find(({ GroupId, MdlId }) => GroupId === group && MdlId === 503),
        "Funcs",
      ).split(",");
    expect(keys(GROUPS.fin.id)).not.toContain("balancepay");
    const { modules: pages } = profileOf(registry, shopId);
    for (const { id, grants } of [GROUPS.boss, GROUPS.fin, GROUPS.buyer])
      expect(held(id)).toHaveLength(grants.flatMap(({ modules }) => modules.filter((page) => pages[page])).length);
  });

  it("says who used what on each of the last thirty days", () => {
    const byDay = count(own("UsageLog"), (row) => row.busdate);
    expect(Object.values(byDay).every((entries) => entries === 20)).toBe(true);
    expect(byDay[addDays(ANCHOR, -30)]).toBe(20);
    const users = new Map(own("User").map((user) => [user.USER_ID, user]));
    for (const entry of own("UsageLog")) {
      const user = users.get(entry.USER_ID ?? null);
      expect([user?.statu, user?.PROV_ID]).toEqual([1, entry.provid]);
      expect(text(user, "lastlogin") >= text(entry, "lasttime")).toBe(true);
    }
  });
});

describe("all shops", () => {
  it("have one setting of every kind, and the site's", () => {
    for (const { id } of SHOPS) {
      const items = rowsOf("ConfigItem", id);
      expect(Object.keys(count(items, (row) => row.ValueType)).sort()).toEqual([
        "bool",
        "date",
        "enum",
        "int",
        "money",
        "rate",
        "text",
        "url",
      ]);
      const site = ["logo", "manualRetailer", "manualSupplier", "miniQr", "title", "watermark"].map((name) => `site.${name}`);
      expect(
        items
          .filter(({ scope }) => scope === "website")
          .map((row) => text(row, "ConfigKey"))
          .sort(),
      ).toEqual(site);
    }
  });

  it("left a third of the messages unread", () => {
    const messages = rowsOf("Message");
    const unread = messages.filter(({ isread }) => isread === false).length / messages.length;
    expect(unread > 0.27 && unread < 0.33, String(unread)).toBe(true);
  });

  it("ask for advice where the profile says so: three answers wait for the spotlight supplier", () => {
    const advices = rowsOf("Advice", "0000000153");
    expect(count(advices, (row) => `${row.isreply} ${row.isread}`)).toEqual({ "false false": 3, "true false": 3, "true true": 3 });
    const waiting = advices.filter(({ isreply, isread }) => isreply === true && isread === false);
    expect(new Set(waiting.map(({ provid }) => provid))).toEqual(new Set([supplierCode("0000000153", 1)]));
    expect(count(advices, (row) => row.source)).toEqual({ portal: 7, qr: 2 });
  });
});
