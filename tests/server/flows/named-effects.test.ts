import { beforeAll, expect, it } from "vitest";
import { isPassword } from "../../../src/server/auth/password.ts";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import { type ActionRequest, runAction } from "../../../src/server/engine/run-action.ts";
import { saveRow } from "../../../src/server/engine/save/save-row.ts";
import { formOptions } from "../../../src/server/screens/form-options.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import type { Module } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, STRANGER, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { makeAccept, makeOrder } from "./fixtures/documents.ts";
import { entity, registry } from "./fixtures/real-registry.ts";

describeEngine("hand-written effects", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    for (const [GroupId, UserKind] of [
      ["sup", "supplier"],
      ["bid", "bidder"],
      ["shop", "retail"],
    ] as const) {
      await desk.put("UserGroup", { GroupId, GroupName: GroupId, UserKind, statu: 1 });
    }
    await desk.put("UserGroup", { GroupId: "all", GroupName: "all", UserKind: "retail", allModules: true, statu: 1 });
    await desk.put("User", { USER_ID: viewer().userId, UsrName: "老板", UserKind: "retail", GroupId: "all" });
  });
  const idOf = (row: Row) => Number(row.Id);
  /** The first page over the entity on which somebody presses this button. */
  const pageOf = (entity: string, action: string): Module => {
    const found = Object.values(registry.modules).find((one) => one.entity === entity && one.actions.some(({ name }) => name === action));
    if (!found) throw new Error(`no page with ${entity}.${action}`);
    return { ...found, where: null };
  };
  const run = (entity: string, action: string, row: Row, who: Viewer = viewer(), more: Partial<ActionRequest> = {}) =>
    runAction(desk.as(who), pageOf(entity, action), { action, ids: [idOf(row)], ...more });
  const hashOf = async (userId: string) => {
    const found = await desk.db.selectFrom("_credential").select("hash").where("USER_ID", "=", userId).executeTakeFirst();
    return found ? String(found.hash) : null;
  };
  const toldPassword = (notice: string | undefined) => /：([a-z0-9]{12})（/.exec(notice ?? "")?.[1] ?? "";
  let registered = 0;
  const registration = (values: Row = {}) => {
    registered += 1;
    const images = { idcardimg: "/a.png", licenseimg: "/b.png", openlicenseimg: "/c.png" };
    const company = { Provider: `新供应商${registered}`, TaxNo: `91DEMO00000000000${registered}`, contact: "赵云", tel: "19900001111" };
    return desk.put("Registration", { RegType: "supplier", UsrName: `new${registered}`, ...company, ...images, ...values });
  };

  it("register-supplier: file, user, and a password told once", async () => {
    const row = await registration();
    const answer = await run("Registration", "audit", row, viewer(), { idempotencyKey: "reg-1" });
    const { provid } = await desk.row("Registration", idOf(row));
    expect(provid).toBe("105003");
    expect(await desk.find("Provider", { provid: provid ?? null })).toMatchObject([
      { Provider: row.Provider, TaxNo: row.TaxNo, statu: 1, licenseimg: "/b.png" },
    ]);
    const [user] = await desk.find("User", { USER_ID: row.UsrName ?? null });
    expect(user).toMatchObject({ UserKind: "supplier", PROV_ID: "105003", GroupId: "sup", UsrName: "赵云", statu: 1 });
    const password = toldPassword(answer.notice);
    expect(await isPassword(await hashOf(String(row.UsrName)), password)).toBe(true);
    const again = await run("Registration", "audit", row, viewer(), { idempotencyKey: "reg-1" });
    expect(again).toEqual({ results: answer.results });
    const kept = await desk.db.selectFrom("_idempotency").select("result").execute();
    expect(JSON.stringify(kept)).not.toContain(password);
  });

  it("register-supplier: a bidder gets a code and a user, no file", async () => {
    const row = await registration({ RegType: "bidding" });
    await run("Registration", "audit", row);
    expect(await desk.row("Registration", idOf(row))).toMatchObject({ provid: "105901" });
    expect(await desk.find("Provider", { provid: "105901" })).toEqual([]);
    expect(await desk.find("User", { USER_ID: row.UsrName ?? null })).toMatchObject([
      { UserKind: "bidder", PROV_ID: "105901", GroupId: "bid" },
    ]);
  });

  it("register-supplier: no second file for a tax number, no second user of a name", async () => {
    const first = await registration();
    await run("Registration", "audit", first);
    await expect(run("Registration", "audit", await registration({ TaxNo: first.TaxNo ?? null }))).rejects.toMatchObject({ code: 422 });
    const same = await registration({ UsrName: first.UsrName ?? null });
    await expect(run("Registration", "audit", same)).rejects.toMatchObject({ code: 422, message: "用户编号 已存在" });
    expect(await desk.row("Registration", idOf(same))).toMatchObject({ stt: 0, provid: null });
  });

  it("register-supplier: many at once get codes of their own", async () => {
    const rows = await Promise.all(Array.from({ length: 6 }, () => registration()));
    await Promise.all(rows.map((row) => run("Registration", "audit", row)));
    const codes = await Promise.all(rows.map(async (row) => (await desk.row("Registration", idOf(row))).provid));
    expect(new Set(codes).size).toBe(6);
  });

  it("issue-password, reset-password, end-sessions", async () => {
    const page = Object.values(registry.modules).find(
      (one) => one.entity === "User" && one.fixedValues.UserKind === "retail" && one.actions.some(({ name }) => name === "create"),
    );
    if (!page) throw new Error("no page of retail users");
    const fields = { USER_ID: "clerk9", UsrName: "店员", GroupId: "shop" };
    const { id, notice } = await saveRow(desk.as(viewer()), page, { id: null, rowver: undefined, fields, lines: "" });
    expect(await isPassword(await hashOf("clerk9"), toldPassword(notice))).toBe(true);
    const session = { USER_ID: "clerk9", created: NOW, last_seen: NOW, expires: NOW };
    const signIn = (token_hash: string) =>
      desk.db
        .insertInto("_session")
        .values({ token_hash, ...session })
        .execute();
    const sessions = async () =>
      (await desk.db.selectFrom("_session").select("token_hash").where("USER_ID", "=", "clerk9").execute()).length;
    await signIn("a");
    const reset = await runAction(desk.as(viewer()), page, { action: "resetpwd", ids: [id] });
    expect(await isPassword(await hashOf("clerk9"), toldPassword(reset.notice))).toBe(true);
    expect(await sessions()).toBe(0);
    await signIn("b");
    await runAction(desk.as(viewer()), page, { action: "disable", ids: [id] });
    expect(await sessions()).toBe(0);
  });

  it("apply-change: the supplier's file, with the old value kept", async () => {
    const apply = await desk.put("ChangeApply", {
      Billid: "BG1",
      provid: SUPPLIER,
      ApplyKind: "info",
      ApplyType: 5,
      fieldName: "BankAcct",
      newValue: "6200 0000 1",
      Statu: 10,
    });
    await desk.work((store) => store.update(entity("Provider"), { provid: SUPPLIER }, { BankAcct: "6200 0000 0" }));
    await run("ChangeApply", "audit", apply);
    expect(await desk.find("Provider", { provid: SUPPLIER })).toMatchObject([{ BankAcct: "6200 0000 1" }]);
    expect(await desk.row("ChangeApply", idOf(apply))).toMatchObject({ Statu: 50, oldValue: "6200 0000 0" });
    for (const [n, [fieldName, newValue]] of [
      ["provid", "1"],
      ["statu", "0"],
      ["TaxNo", "abc"],
    ].entries()) {
      const bad = await desk.put("ChangeApply", {
        Billid: `BGx${n}`,
        provid: SUPPLIER,
        ApplyKind: "info",
        ApplyType: 5,
        fieldName: fieldName ?? "",
        newValue: newValue ?? "",
        Statu: 10,
      });
      await expect(run("ChangeApply", "audit", bad), fieldName).rejects.toMatchObject({ code: 422 });
    }
  });

  it("apply-change: a contract is signed, renewed, ended", async () => {
    const application = (n: number, values: Row) =>
      desk.put("ChangeApply", {
        Billid: `BH${n}`,
        provid: SUPPLIER,
        Provider: "供应商105001",
        ApplyKind: "contract",
        Statu: 10,
        ...values,
      });
    const terms = { OperMode: 3, startdate: "2025-07-01", enddate: "2026-06-30", commissionRate: 150_000n };
    const signed = await application(1, { ApplyType: 1, ...terms });
    await run("ChangeApply", "audit", signed);
    const { ContractNo } = await desk.row("ChangeApply", idOf(signed));
    const contract = async () => (await desk.find("Contract", { ContractNo: ContractNo ?? null }))[0];
    expect(await contract()).toMatchObject({ ...terms, Statu: 50, provid: SUPPLIER, auditor: "王思远" });
    // It begins tomorrow: the file says so then (tests/server/money/taxes.test.ts).
    expect(await contract()).toMatchObject({ isPending: true });
    expect(await desk.find("Provider", { provid: SUPPLIER })).toMatchObject([{ contractend: null, OperMode: null }]);
    const renewed = await application(2, {
      ApplyType: 2,
      ContractNo: ContractNo ?? null,
      startdate: "2026-07-01",
      enddate: "2027-06-30",
      commissionRate: 160_000n,
    });
    await run("ChangeApply", "audit", renewed);
    // The new rate never reaches back: another contract goes on with it.
    expect(await contract()).toMatchObject(terms);
    const [next] = await desk.find("Contract", { provid: SUPPLIER, startdate: "2026-07-01" });
    expect(next).toMatchObject({ enddate: "2027-06-30", commissionRate: 160_000n, OperMode: 3, Statu: 50, isPending: true });
    expect(await desk.row("ChangeApply", idOf(renewed))).toMatchObject({ oldValue: "结束日期：2026-06-30；扣率：0.150000" });
    await run("ChangeApply", "audit", await application(3, { ApplyType: 4, ContractNo: ContractNo ?? null, enddate: "2025-12-31" }));
    expect(await contract()).toMatchObject({ enddate: "2025-12-31" });
    const foreign = await application(4, { ApplyType: 3, ContractNo: ContractNo ?? null, provid: STRANGER });
    await expect(run("ChangeApply", "audit", foreign)).rejects.toMatchObject({ code: 422, message: "原合同不存在或未生效" });
  });

  it("book-slot: open, early enough, and never more than there are places", async () => {
    const rule = { RuleKind: "slot", StoreId: "0501", ApplyType: "delivery", weekday: 0, slot: "上午", capacity: 3, leadDays: 2, statu: 1 };
    await desk.put("SlotRule", { ...rule, SlotId: "SD1" });
    await desk.put("SlotRule", { ...rule, SlotId: "SD2", weekday: 3 });
    let made = 0;
    const booking = (values: Row = {}) => {
      made += 1;
      const slot = { SlotId: "SD1", StoreId: "0501", ApplyType: "delivery", applydate: "2025-07-03", tel: "19900001111" };
      return desk.put("Appointment", { Billid: `YY${made}`, provid: SUPPLIER, busdate: "2025-06-30", ...slot, ...values });
    };
    const submit = (row: Row) => run("Appointment", "submit", row, viewer(SUPPLIER));
    const refused = async (values: Row) =>
      submit(await booking(values)).then(
        () => "",
        (error: Error) => error.message,
      );
    expect(await refused({ applydate: "2025-07-01" })).toBe("该时段须提前2天预约");
    for (const values of [{ StoreId: "0502" }, { ApplyType: "balance" }, { SlotId: "SD9" }, { SlotId: "SD2" }]) {
      expect(await refused(values)).toBe("该时段未开放预约");
    }
    expect(await refused({ SlotId: "SD2", applydate: "2025-07-09" })).toBe("");
    const rows = await Promise.all(Array.from({ length: 8 }, () => booking()));
    const results = await Promise.allSettled(rows.map(submit));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const reasons = results.flatMap((result) => (result.status === "rejected" ? [String((result.reason as Error).message)] : []));
    expect(new Set(reasons)).toEqual(new Set(["该时段已约满"]));
    expect(await refused({ applydate: "2025-07-04" })).toBe("");
  });

  it("book-slot: goods come when the store's arrival rules let them; the supplier's own go before those for all", async () => {
    const rule = { StoreId: "0503", leadDays: 1, statu: 1 };
    const slot = { ...rule, RuleKind: "slot", ApplyType: "delivery", weekday: 0, capacity: 9 };
    await desk.put("SlotRule", { ...slot, SlotId: "SD11", slot: "上午", starttime: "08:00", endtime: "10:00" });
    await desk.put("SlotRule", { ...slot, SlotId: "SD12", slot: "下午", starttime: "14:00", endtime: "16:00" });
    const arrive = { ...rule, RuleKind: "arrive", starttime: "07:00", endtime: "09:00" };
    let made = 0;
    const refused = async (SlotId: string, applydate: string, values: Row = {}) => {
      made += 1;
      const wish = { SlotId, applydate, StoreId: "0503", ApplyType: "delivery", tel: "19900001111", ...values };
      const row = await desk.put("Appointment", { Billid: `YYa${made}`, provid: SUPPLIER, busdate: "2025-06-30", ...wish });
      return run("Appointment", "submit", row, viewer(SUPPLIER)).then(
        () => "",
        (error: Error) => error.message,
      );
    };
    expect(await refused("SD12", "2025-07-01")).toBe("");
    // 2025-07-01 is a Tuesday.
    const common = await desk.put("SlotRule", { ...arrive, SlotId: "SD13", weekday: 2 });
    expect(await refused("SD11", "2025-07-01")).toBe("");
    const tuesdays = "按到货时间设置，该门店的到货时间为 星期二 07:00-09:00（提前1天）";
    expect(await refused("SD11", "2025-07-02")).toBe(tuesdays);
    expect(await refused("SD12", "2025-07-01")).toBe(tuesdays);
    await desk.put("SlotRule", { ...arrive, SlotId: "SD14", weekday: 0, provid: STRANGER });
    expect(await refused("SD11", "2025-07-02")).toBe(tuesdays);
    await desk.put("SlotRule", { ...arrive, SlotId: "SD15", weekday: 3, provid: SUPPLIER, leadDays: 5 });
    const wednesdays = "按到货时间设置，该门店的到货时间为 星期三 07:00-09:00（提前5天）";
    expect(await refused("SD11", "2025-07-01")).toBe(wednesdays);
    expect(await refused("SD11", "2025-07-02")).toBe(wednesdays);
    expect(await refused("SD11", "2025-07-09")).toBe("");
    await desk.work((store) => store.update(entity("SlotRule"), { StoreId: "0503", RuleKind: "arrive" }, { statu: 0 }));
    expect(await refused("SD12", "2025-07-03")).toBe("");
    expect(common.SlotId).toBe("SD13");
  });

  it("slot-places: how many places are free on the day, before one is chosen", async () => {
    const page = pageOf("Appointment", "cancel");
    const own = { StoreId: "0504", ApplyType: "delivery", applydate: "2025-07-03" };
    const slot = { RuleKind: "slot", StoreId: "0504", ApplyType: "delivery", leadDays: 1, statu: 1, starttime: "08:00", endtime: "10:00" };
    await desk.put("SlotRule", { ...slot, SlotId: "SD21", slot: "每天", weekday: 0, capacity: 2 });
    await desk.put("SlotRule", { ...slot, SlotId: "SD22", slot: "周三", weekday: 3, capacity: 2 });
    await desk.put("SlotRule", { ...slot, SlotId: "SD23", slot: "早约", weekday: 0, capacity: 2, leadDays: 9 });
    const offered = async (row: Row) => {
      const found = await formOptions(desk.as(viewer(SUPPLIER)), page, { field: "SlotId", entity: "", wanted: { search: "" }, row });
      return found.map(({ value, note, isClosed = false }) => [value, note, isClosed]);
    };
    const closed = [
      ["SD22", "该时段未开放预约", true],
      ["SD23", "该时段须提前9天预约", true],
    ];
    expect(await offered(own)).toEqual([["SD21", "余 2 / 2", false], ...closed]);
    const shared = { ...own, provid: STRANGER, busdate: "2025-06-30", tel: "19900001111", SlotId: "SD21" };
    await desk.put("Appointment", { ...shared, Billid: "YYb1", Statu: 10 });
    await desk.put("Appointment", { ...shared, Billid: "YYb2", Statu: 0 });
    await desk.put("Appointment", { ...shared, Billid: "YYb3", Statu: 50, applydate: "2025-07-04" });
    expect(await offered(own)).toEqual([["SD21", "余 1 / 2", false], ...closed]);
    await desk.put("Appointment", { ...shared, Billid: "YYb4", Statu: 50 });
    expect(await offered(own)).toEqual([["SD21", "已约满", true], ...closed]);
    expect(await offered({ ...own, applydate: null })).toEqual(["SD21", "SD22", "SD23"].map((value) => [value, undefined, false]));
  });

  it("take-stock-check: nothing goes back that is not there", async () => {
    await desk.put("Stock", { StoreId: "0501", GoodsId: "105001001", provid: SUPPLIER, amount: 5000n });
    const recede = async (n: number, amounts: readonly bigint[]) => {
      const row = await desk.put("Recede", { Billid: `TH${n}`, provid: SUPPLIER, StoreId: "0501", Statu: 10 });
      for (const [at, amount] of amounts.entries()) {
        await desk.put("RecedeLine", {
          Billid: `TH${n}`,
          provid: SUPPLIER,
          LineNo: at + 1,
          GoodsId: "105001001",
          GoodsName: "苹果",
          amount,
        });
      }
      return row;
    };
    await expect(run("Recede", "clear", await recede(1, [3000n, 3000n]))).rejects.toMatchObject({
      code: 422,
      message: "苹果 库存不足，不能清退",
    });
    await run("Recede", "clear", await recede(2, [3000n, 2000n]));
    expect(await desk.find("Stock", { StoreId: "0501", GoodsId: "105001001" })).toMatchObject([{ amount: 0n }]);
  });

  it("check-over-delivery: as much more as the shop allows", async () => {
    const order = await makeOrder(desk, { Statu: 10 });
    const lines = (accept: Row, amount: number) =>
      desk.db.updateTable("accept_line").set({ accept_amou: amount }).where("Billid", "=", accept.Billid).where("LineNo", "=", 1).execute();
    await desk.put("ConfigItem", { ConfigKey: "accept.overRate", ConfigValue: "0" });
    const accept = await makeAccept(desk, order);
    await lines(accept, 10_500);
    await expect(run("Accept", "audit", accept)).rejects.toMatchObject({
      code: 422,
      message: "商品1 超过允许的收货数量，最多还可收 10.000",
    });
    await desk.patch("ConfigItem", { ConfigKey: "accept.overRate" }, { ConfigValue: "0.05" });
    await run("Accept", "audit", accept);
    const more = await makeAccept(desk, order, {}, 1);
    await lines(more, 1);
    await expect(run("Accept", "audit", more)).rejects.toMatchObject({ message: "商品1 超过允许的收货数量，最多还可收 0.000" });
  });

  it("refuse-rate-overlap: one rate a time for supplier, store and category", async () => {
    let made = 0;
    const change = (startdate: string, enddate: string, values: Row = {}) => {
      made += 1;
      return desk.put("RateChange", {
        Billid: `KL${made}`,
        provid: SUPPLIER,
        StoreId: "0501",
        startdate,
        enddate,
        oldRate: 1n,
        newRate: 2n,
        ...values,
      });
    };
    await run("RateChange", "audit", await change("2025-07-01", "2025-07-31"));
    await expect(run("RateChange", "audit", await change("2025-07-31", "2025-08-31"))).rejects.toMatchObject({
      code: 422,
      message: "与扣率调整单 KL1 的生效期重叠",
    });
    await run("RateChange", "audit", await change("2025-07-10", "2025-07-20", { CategoryId: "C1" }));
    await run("RateChange", "audit", await change("2025-07-10", "2025-07-20", { provid: STRANGER }));
    const twins = await Promise.all([1, 2, 3, 4].map(() => change("2025-09-01", "2025-09-30")));
    const results = await Promise.allSettled(twins.map((row) => run("RateChange", "audit", row)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("settings get back their defaults", async () => {
    const page = Object.values(registry.modules).find(
      (one) => one.form?.mode === "settings" && one.actions.some(({ name }) => name === "restore"),
    );
    if (!page) throw new Error("no page of settings");
    const scope = page.fixedValues.scope ?? "shop";
    const setting = { ConfigKey: "order.validDays", scope };
    const { Id: id } = await desk.put("ConfigItem", setting);
    const edit = (value: string, rowver: number) =>
      saveRow(desk.as(viewer()), page, { id: Number(id), rowver, fields: { ConfigValue: value }, lines: "" });
    await expect(edit("abc", 1)).rejects.toMatchObject({ code: 400, message: "订单有效天数应为 0 到 365 的整数（天），不能是“abc”" });
    await expect(
      saveRow(desk.as(viewer()), page, { id: Number(id), rowver: 1, fields: { ConfigName: "x" }, lines: "" }),
    ).rejects.toMatchObject({ code: 400 });
    await edit("25", 1);
    const restore = (rowver: number, who = viewer()) =>
      runAction(desk.as(who), page, { action: "restore", ids: [Number(id)], seen: new Map([[Number(id), rowver]]) });
    await expect(restore(1)).rejects.toMatchObject({ code: 409 });
    await expect(restore(2, viewer("", { rights: new Map([[page.id, new Set(["edit"])]]) }))).rejects.toMatchObject({ code: 403 });
    const foreign = await desk.put("ConfigItem", setting, "0000000123");
    await expect(runAction(desk.as(viewer()), page, { action: "restore", ids: [idOf(foreign)] })).rejects.toMatchObject({ code: 404 });
    await restore(2);
    expect(await desk.row("ConfigItem", Number(id))).toMatchObject({ ConfigValue: null, rowver: 3 });
    expect(await desk.events("ConfigItem", Number(id))).toMatchObject([
      { action: "edit" },
      { action: "restore", reason: expect.stringContaining("25→空") },
    ]);
  });

  it("notify-suppliers: everybody who may quote", async () => {
    const release = async (n: number, PurchKind: string) => {
      const row = await desk.put("PurchaseRelease", {
        Billid: `FB${n}`,
        PurchKind,
        title: "秋季招商",
        startdate: "2025-06-30",
        enddate: "2025-07-07",
      });
      await desk.put("PurchaseLine", { Billid: `FB${n}`, LineNo: 1, GoodsName: "苹果", amount: 1000n });
      await run("PurchaseRelease", "publish", row);
      return (await desk.find("Message", { entity: "PurchaseRelease", bllid: String(row.Id) })).map(({ provid }) => String(provid));
    };
    const active = (await desk.find("Provider", { statu: 1 })).map(({ provid }) => String(provid));
    expect((await release(1, "investment")).sort()).toEqual(active.sort());
    expect((await release(2, "bidding")).sort()).toEqual([...active, "105901"].sort());
  });
});
