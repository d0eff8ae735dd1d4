import { beforeAll, expect, it } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import { type ActionRequest, runAction } from "../../../src/server/engine/run-action.ts";
import { runDue } from "../../../src/server/engine/run-due.ts";
import { deleteRows } from "../../../src/server/engine/save/delete-rows.ts";
import { saveRow } from "../../../src/server/engine/save/save-row.ts";
import { updateInfo } from "../../../src/server/features/payments/update-info.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SHOP, STRANGER, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { makeBalance } from "./fixtures/documents.ts";
import { module, registry } from "./fixtures/real-registry.ts";

/** Nothing is paid here without approval, node by node. */
const APPROVING = "0000000039";
const USERS = ["fin1", "fin2", "boss1", "head1"] as const;
const NEEDS_INVOICES = { ConfigKey: "pay.needInvoice" };

describeEngine("applications for payment", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    await desk.db.insertInto("shop").values({ SHOP_ID: APPROVING, ShopName: "金桥百货（示例）", ShopKind: "retail" }).execute();
    await desk.put("Provider", { provid: SUPPLIER, Provider: "供应商" }, APPROVING);
    for (const shop of [SHOP, APPROVING]) await desk.put("ConfigItem", { ...NEEDS_INVOICES, ConfigValue: "false" }, shop);
    for (const shop of [SHOP, APPROVING]) {
      for (const id of USERS) {
        const USER_ID = `${id}-${shop.slice(-3)}`;
        await desk.put("User", { USER_ID, UsrName: id, UserKind: "retail", GroupId: id.replace(/\d/, ""), statu: 1 }, shop);
      }
    }
    const rule = (MdlId: number, NodeNo: number, GroupId: string, minMoney: bigint, more: Row = {}) =>
      desk.put("AuditRule", { MdlId, NodeNo, NodeName: `节点${NodeNo}`, GroupId, minMoney, ...more }, MdlId === 509 ? APPROVING : SHOP);
    for (const MdlId of [509, 504]) {
      await rule(MdlId, 1, "fin", 0n);
      await rule(MdlId, 2, "boss", 0n, { maxMoney: 9_999_999n });
      await rule(MdlId, 3, "head", 50_000n);
      await rule(MdlId, 2, "nobody", 0n, { statu: 0 });
    }
  });

  const who = (userId: string, shopId = SHOP): Viewer => viewer("", { userId: `${userId}-${shopId.slice(-3)}`, userName: userId, shopId });
  const supplier = (shopId = SHOP) => viewer(SUPPLIER, { shopId });
  const balanceIn = async (shop: string, values: Row = {}) => {
    const balance = await makeBalance(desk, { B2b_statu: 50, PayBillid: "FK1", ...values });
    for (const table of ["balance", "balance_line", "balance_plan"]) {
      const key = table === "balance_plan" ? "BalaBillid" : "Billid";
      await desk.db.updateTable(table).set({ SHOP_ID: shop }).where(key, "=", String(balance.Billid)).execute();
    }
    return balance;
  };
  const apply = async (
    balance: Row | null,
    applyMoney: string,
    by = supplier(),
    mdl = 504,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const of = balance === null ? {} : { BalaBillid: String(balance.Billid) };
    const fields = { ...of, applyMoney, ...more, ...(by.side === "shop" && { provid: SUPPLIER }) };
    return (await saveRow(desk.as(by), module(mdl), { id: null, rowver: undefined, fields, lines: "" })).id;
  };
  const act = (by: Viewer, mdl: number, action: string, id: number, more: Partial<ActionRequest> = {}) =>
    runAction(desk.as(by), module(mdl), { action, ids: [id], ...more });
  const logOf = async (id: number, shop = SHOP) => {
    const { Billid = null } = await desk.row("PayApply", id, shop);
    const log = await desk.find("ApproveLog", { Billid }, shop);
    return log.map(({ NodeNo, USER_ID, result, opinion }) => [NodeNo, USER_ID, result, opinion]);
  };

  it("goes through the nodes of its amount, in their order, to approval", async () => {
    const id = await apply(await balanceIn(APPROVING), "1000.05", supplier(APPROVING));
    await act(supplier(APPROVING), 504, "submit", id);
    const at = () => desk.row("PayApply", id, APPROVING);
    expect(await at()).toMatchObject({ stt: 10, NodeNo: 1, NodeName: "节点1", PayBillid: "FK1", Bala_sum: 100_005n });
    expect(await at()).toMatchObject({ applicant: `s${SUPPLIER}`, submittime: "2025-06-30 10:00:00" });
    await act(who("fin1", APPROVING), 509, "audit", id, { reason: "票货相符" });
    expect(await at()).toMatchObject({ stt: 20, NodeNo: 2, auditor: "fin1" });
    await act(who("boss1", APPROVING), 509, "audit", id);
    expect(await at()).toMatchObject({ stt: 20, NodeNo: 3, approvedMoney: null });
    await act(who("head1", APPROVING), 509, "audit", id);
    expect(await at()).toMatchObject({ stt: 50, NodeNo: 3, approvedMoney: 100_005n, auditor: "head1" });
    expect(await logOf(id, APPROVING)).toEqual([
      [1, "fin1-039", 1, "票货相符"],
      [2, "boss1-039", 1, null],
      [3, "head1-039", 1, null],
    ]);
    const messages = await desk.find("Message", { entity: "PayApply", bllid: String(id) }, APPROVING);
    expect(messages.map(({ side, title }) => [side, String(title).endsWith("已通过")])).toEqual([["supplier", true]]);
    await expect(act(who("head1", APPROVING), 509, "audit", id)).rejects.toMatchObject({ code: 409 });
  });

  it("asks fewer nodes for less, by the bands of the rules", async () => {
    const id = await apply(await balanceIn(SHOP), "499.99");
    await act(supplier(), 504, "submit", id);
    await act(who("fin1"), 504, "audit", id);
    await act(who("boss1"), 504, "audit", id);
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: 50, approvedMoney: 49_999n });
  });

  it("is answered by the group of its node alone", async () => {
    const id = await apply(await balanceIn(SHOP), "10");
    await act(supplier(), 504, "submit", id);
    for (const action of ["audit", "reject"]) {
      await expect(act(who("boss1"), 504, action, id, { reason: "理由" })).rejects.toMatchObject({
        code: 403,
        message: "当前节点“节点1”由其他用户组审批",
      });
    }
    await expect(act(supplier(), 504, "audit", id)).rejects.toMatchObject({ code: 403 });
    expect([await logOf(id), (await desk.row("PayApply", id)).stt]).toEqual([[], 10]);
  });

  it("is never answered by the one who handed it in", async () => {
    const id = await apply(await balanceIn(SHOP), "10", who("fin1"));
    await act(who("fin1"), 504, "submit", id);
    for (const action of ["audit", "reject"]) {
      await expect(act(who("fin1"), 504, action, id, { reason: "理由" })).rejects.toMatchObject({
        code: 422,
        message: "不能审批自己提交的申请",
      });
    }
    await act(who("fin2"), 504, "audit", id);
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: 20, NodeNo: 2 });
  });

  it("is not answered by the one who wrote it either, whoever handed it in", async () => {
    const id = await apply(await balanceIn(SHOP), "10", who("fin1"));
    await act(who("fin2"), 504, "submit", id);
    for (const name of ["fin1", "fin2"])
      await expect(act(who(name), 504, "audit", id)).rejects.toMatchObject({ code: 422, message: "不能审批自己提交的申请" });
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: 10, applicant: "fin1-175", submitter: "fin2-175" });
  });

  it("a node for all of a group waits for each of them, and nobody counts twice", async () => {
    await desk.db.updateTable("audit_rule").set({ passAll: true }).where("GroupId", "=", "fin").where("SHOP_ID", "=", SHOP).execute();
    const id = await apply(await balanceIn(SHOP), "10");
    await act(supplier(), 504, "submit", id);
    await act(who("fin1"), 504, "audit", id);
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: 20, NodeNo: 1 });
    await expect(act(who("fin1"), 504, "audit", id)).rejects.toMatchObject({ code: 422, message: "您已在当前节点同意" });
    await act(who("fin2"), 504, "audit", id);
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: 20, NodeNo: 2 });
    // Refused and handed in anew, in the same second: what was agreed upon before counts no more.
    const again = await apply(await balanceIn(SHOP), "10");
    await act(supplier(), 504, "submit", again);
    await act(who("fin1"), 504, "audit", again);
    await act(who("fin2"), 504, "reject", again, { reason: "账号不符" });
    await act(supplier(), 504, "reopen", again);
    await act(supplier(), 504, "submit", again);
    await act(who("fin2"), 504, "audit", again);
    expect(await desk.row("PayApply", again)).toMatchObject({ stt: 20, NodeNo: 1 });
    await act(who("fin1"), 504, "audit", again);
    expect(await desk.row("PayApply", again)).toMatchObject({ stt: 20, NodeNo: 2 });
    await desk.db.updateTable("audit_rule").set({ passAll: false }).where("SHOP_ID", "=", SHOP).execute();
  });

  it("is refused with an opinion by any node, changed by its owner, and handed in anew", async () => {
    const balance = await balanceIn(SHOP);
    const id = await apply(balance, "1000.05");
    await act(supplier(), 504, "submit", id);
    await act(who("fin1"), 504, "audit", id);
    await expect(act(who("boss1"), 504, "reject", id, { reason: "  " })).rejects.toMatchObject({ code: 400, message: "请填写驳回原因" });
    await act(who("boss1"), 504, "reject", id, { reason: "账号不符" });
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: -1, rejectReason: "账号不符", auditor: "boss1", approvedMoney: null });
    expect((await logOf(id)).at(-1)).toEqual([2, "boss1-175", -1, "账号不符"]);
    expect((await desk.messages("PayApply", id))[0]).toMatchObject({ side: "supplier", content: "账号不符" });
    expect(await desk.unread("PayApply", id, "supplier")).toBe(1);
    await expect(act(who("fin1"), 504, "reopen", id)).rejects.toMatchObject({ code: 409 });
    await act(supplier(), 504, "reopen", id);
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: 0, NodeNo: 0 });
    await act(supplier(), 504, "submit", id);
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: 10, NodeNo: 1, rejectReason: null });
  });

  it("never asks for more than is open of the statement, all applications together", async () => {
    const balance = await balanceIn(SHOP);
    const [first, second, third] = [await apply(balance, "600"), await apply(balance, "400.06"), await apply(balance, "400.05")];
    await act(supplier(), 504, "submit", first);
    await expect(act(supplier(), 504, "submit", second)).rejects.toMatchObject({
      code: 422,
      message: "申请金额超过可申请金额 400.05 元",
    });
    await act(supplier(), 504, "submit", third);
    await act(who("fin1"), 504, "reject", first, { reason: "重做" });
    await act(supplier(), 504, "submit", second);
    expect(await desk.row("PayApply", second)).toMatchObject({ stt: 10 });
  });

  it("is for the applicant's own statements, in his own shop", async () => {
    const foreign = await balanceIn(SHOP, { provid: STRANGER });
    const elsewhere = await balanceIn(APPROVING);
    for (const balance of [foreign, elsewhere]) {
      for (const by of [supplier(), who("fin1")]) await expect(apply(balance, "10", by)).rejects.toMatchObject({ code: 400 });
    }
  });

  it("many at once for the same money: together never more than there is", async () => {
    const balance = await balanceIn(SHOP);
    const ids = await Promise.all(Array.from({ length: 8 }, () => apply(balance, "300")));
    const results = await Promise.allSettled(ids.map((id) => act(supplier(), 504, "submit", id)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  it("is not approved once its statement was paid without it, and can still be refused", async () => {
    const balance = await balanceIn(SHOP);
    const id = await apply(balance, "10");
    await act(supplier(), 504, "submit", id);
    await desk.db.updateTable("balance").set({ Statu: 50 }).where("Id", "=", Number(balance.Id)).execute();
    await expect(act(who("fin1"), 504, "audit", id)).rejects.toMatchObject({ code: 422, message: "结算单已付款，请驳回该申请" });
    await act(who("fin1"), 504, "reject", id, { reason: "已付款" });
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: -1 });
  });

  it("is for confirmed statements that are not paid, with their invoices where the shop asks for them", async () => {
    const balance = await balanceIn(SHOP);
    const id = await apply(balance, "10");
    const change = (values: Record<string, unknown>) =>
      desk.db.updateTable("balance").set(values).where("Id", "=", Number(balance.Id)).execute();
    const refused = async (message: string) => expect(act(supplier(), 504, "submit", id)).rejects.toMatchObject({ code: 422, message });
    await change({ B2b_statu: 20 });
    await refused("结算单尚未对账确认，不能申请付款");
    await change({ B2b_statu: 50, Statu: 50 });
    await refused("结算单已付款，不能再申请付款");
    await change({ Statu: 10, Sum_invoice: 100_003 });
    await desk.patch("ConfigItem", NEEDS_INVOICES, { ConfigValue: null });
    await refused("税票尚未交齐，不能申请付款");
    // What the plan calls complete, one 分 short, is complete here, too.
    await change({ Sum_invoice: 100_004 });
    await act(supplier(), 504, "submit", id);
    await desk.patch("ConfigItem", NEEDS_INVOICES, { ConfigValue: "false" });
  });

  it("without a rule the right alone decides; where approval is a must, nothing is handed in or approved", async () => {
    const id = await apply(null, "5000000", supplier(), 523);
    await act(supplier(), 523, "submit", id);
    await act(who("head1"), 523, "audit", id);
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: 50, approvedMoney: 500_000_000n });
    const handedIn = await apply(await balanceIn(APPROVING), "10", supplier(APPROVING));
    await act(supplier(APPROVING), 504, "submit", handedIn);
    await desk.db.updateTable("audit_rule").set({ statu: 0 }).where("SHOP_ID", "=", APPROVING).execute();
    await expect(act(who("fin1", APPROVING), 509, "audit", handedIn)).rejects.toMatchObject({ code: 422 });
    const other = await apply(await balanceIn(APPROVING), "10", supplier(APPROVING));
    await expect(act(supplier(APPROVING), 504, "submit", other)).rejects.toMatchObject({ code: 422 });
    await desk.db.updateTable("audit_rule").set({ statu: 1 }).where("SHOP_ID", "=", APPROVING).where("GroupId", "<>", "nobody").execute();
  });

  it("50 answers at once: each node answered once", async () => {
    const id = await apply(await balanceIn(SHOP), "10");
    await act(supplier(), 504, "submit", id);
    await Promise.allSettled(Array.from({ length: 50 }, (_, n) => act(who(n % 2 === 0 ? "fin1" : "fin2"), 504, "audit", id)));
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: 20, NodeNo: 2 });
    expect(await logOf(id)).toHaveLength(1);
  });

  it("a draft is its side's own: to be changed and deleted, and by nobody else", async () => {
    const balance = await balanceIn(SHOP);
    const id = await apply(balance, "10");
    const { rowver } = await desk.row("PayApply", id);
    const save = (by: Viewer) => saveRow(desk.as(by), module(504), { id, rowver: Number(rowver), fields: { applyMoney: "20" }, lines: "" });
    await expect(save(who("fin1"))).rejects.toMatchObject({ code: 404 });
    await save(supplier());
    await deleteRows(desk.as(supplier()), module(504), { ids: [id] });
    const kept = await apply(balance, "10");
    await act(supplier(), 504, "submit", kept);
    await expect(deleteRows(desk.as(supplier()), module(504), { ids: [kept] })).rejects.toMatchObject({ code: 409 });
    const none = saveRow(desk.as(supplier()), module(504), { id: null, rowver: undefined, fields: { applyMoney: "1" }, lines: "" });
    await expect(none).rejects.toMatchObject({ code: 400 });
  });

  it("in shops with approval is answered on its own page only", () => {
    const pages = registry.profiles.appr39?.modules;
    const namesOf = (id: number) => pages?.[String(id)]?.actions.map(({ name }) => name) ?? [];
    for (const id of [504, 523]) expect(namesOf(id)).not.toContain("audit");
    expect(namesOf(509)).toEqual(["audit", "reject"]);
  });

  it("falls when the account or the way of payment is changed after it was approved, and nothing is paid until it is approved again", async () => {
    const stranger = await apply(null, "10", supplier(), 523, { BankName: "示例银行", BankAcct: "62170000009" });
    await expect(act(supplier(), 523, "submit", stranger)).rejects.toMatchObject({
      code: 422,
      message: expect.stringContaining("不是该供应商生效的收款账户"),
    });
    const balance = await balanceIn(APPROVING, { PayBillid: "FK39" });
    const amounts = { TotalMoney: 100_005n, Bala_sum: 100_005n, BalaBillid: balance.Billid ?? null };
    const names = { provid: SUPPLIER, Provider: "供应商", Billid: "FK39", Statu: 20 };
    const payee = (n: number) => ({ BankName: "示例银行", BankAcct: `6217000000${n}` });
    for (const n of [1, 2]) await desk.put("PayeeAccount", { provid: SUPPLIER, ...payee(n), Statu: 50 }, APPROVING);
    const { Id } = await desk.put("BalancePay", { ...names, ...amounts, ...payee(1), busdate: "2025-06-30" }, APPROVING);
    const id = await apply(balance, "1000.05", supplier(APPROVING));
    await act(supplier(APPROVING), 504, "submit", id);
    expect(await desk.row("PayApply", id, APPROVING)).toMatchObject(payee(1));
    for (const user of ["fin1", "boss1", "head1"]) await act(who(user, APPROVING), 509, "audit", id);
    const params = (more: Readonly<Record<string, string>>) => ({
      id: Number(Id),
      rowver: undefined,
      params: more,
      idempotencyKey: undefined,
    });
    const change = (more: Readonly<Record<string, string>>) => updateInfo(desk.as(who("fin1", APPROVING)), module(503), params(more));
    await change({ Remark: "催", planpaydate: "2025-07-20" });
    expect(await desk.row("PayApply", id, APPROVING)).toMatchObject({ stt: 50 });
    await change(payee(2));
    expect(await desk.row("PayApply", id, APPROVING)).toMatchObject({ stt: -1, approvedMoney: null });
    const [confirmed] = await desk.find("PayApply", { Id: id }, APPROVING);
    expect(confirmed?.rejectReason).toContain("收款账户已变更");
    await expect(act(who("fin1", APPROVING), 503, "pay", Number(Id))).rejects.toMatchObject({ message: registry.messages.NOAPPR });
    await act(supplier(APPROVING), 504, "reopen", id);
    await act(supplier(APPROVING), 504, "submit", id);
    expect(await desk.row("PayApply", id, APPROVING)).toMatchObject({ stt: 10, ...payee(2) });
  });

  it("is what a bill without a statement is paid by: to the account that was granted, and to another one once that was granted, too", async () => {
    const payee = (n: number) => ({ BankName: "示例银行", BankAcct: `6217000001${n}` });
    for (const n of [1, 2]) await desk.put("PayeeAccount", { provid: SUPPLIER, ...payee(n), Statu: 50 });
    const id = await apply(null, "600000", supplier(), 523, payee(1));
    await act(supplier(), 523, "submit", id);
    await act(who("head1"), 523, "audit", id);
    const { PayBillid } = await desk.row("PayApply", id);
    const [bill] = await desk.find("BalancePay", { Billid: PayBillid ?? null });
    const pay = (action: string) => act(who("fin1"), 503, action, Number(bill?.Id));
    await pay("confirm");
    await updateInfo(desk.as(who("fin1")), module(503), {
      id: Number(bill?.Id),
      rowver: undefined,
      params: payee(2),
      idempotencyKey: undefined,
    });
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: -1, approvedMoney: null });
    await expect(pay("pay")).rejects.toMatchObject({ message: registry.messages.NOAPPR });
    await act(supplier(), 523, "reopen", id);
    await act(supplier(), 523, "submit", id);
    // What is granted is a payment to the account that the bill names now.
    expect(await desk.row("PayApply", id)).toMatchObject({ stt: 10, PayBillid, ...payee(2) });
    await act(who("head1"), 523, "audit", id);
    expect(await desk.find("BalancePay", { provid: SUPPLIER, BillKind: "advance", BankAcct: payee(2).BankAcct })).toHaveLength(1);
    await pay("pay");
    expect(await desk.find("PayRecord", { Billid: PayBillid ?? null })).toMatchObject([
      { recvAcct: payee(2).BankAcct, Pay_sum: 60_000_000n },
    ]);
  });

  it("for a bill that names no account names the file's, and falls when another one comes there", async () => {
    const provid = STRANGER;
    const file = { BankName: "甲行", BankAcct: "62170000021" };
    await desk.put("Provider", { provid, Provider: "供应商", ...file }, APPROVING);
    await desk.put("PayeeAccount", { provid, ...file, Statu: 50 }, APPROVING);
    await desk.put("PayeeAccount", { provid, BankName: "甲行", BankAcct: "62170000022", isExtra: true, Statu: 50 }, APPROVING);
    const by = viewer(provid, { shopId: APPROVING });
    const made: { readonly id: number; readonly bill: number }[] = [];
    for (const n of [1, 2]) {
      const balance = await balanceIn(APPROVING, { provid, PayBillid: `FKN${n}` });
      const amounts = { TotalMoney: 100_005n, Bala_sum: 100_005n, BalaBillid: balance.Billid ?? null };
      const FathId = n === 2 ? "HBN1" : null;
      const row = { provid, Provider: "供应商", Billid: `FKN${n}`, Statu: 20, busdate: "2025-06-30", FathId, ...amounts };
      const { Id } = await desk.put("BalancePay", row, APPROVING);
      const id = await apply(balance, "1000.05", by, 504, { BankName: "甲行", BankAcct: "62170000022" });
      await act(by, 504, "submit", id);
      expect(await desk.row("PayApply", id, APPROVING)).toMatchObject(file);
      for (const user of ["fin1", "boss1", "head1"]) await act(who(user, APPROVING), 509, "audit", id);
      made.push({ id, bill: Number(Id) });
    }
    const father = await desk.put("BalancePayFath", { provid, Billid: "HBN1", Statu: 20 }, APPROVING);
    const next = { BankName: "乙行", BankAcct: "62170000023" };
    const waiting = await desk.put("PayeeAccount", { provid, ...next, Statu: 20, effecttime: "2025-06-30 09:59:59" }, APPROVING);
    await runDue({ db: desk.db, registry, now: desk.as(by).now, log: (line) => expect(line).toBe("") });
    expect(await desk.row("PayeeAccount", Number(waiting.Id), APPROVING)).toMatchObject({ Statu: 50 });
    for (const { id, bill } of made) {
      expect(await desk.row("PayApply", id, APPROVING)).toMatchObject({ stt: -1 });
      expect(await desk.row("BalancePay", bill, APPROVING)).toMatchObject({ ...next, reapprove: true });
    }
    expect(await desk.row("BalancePayFath", Number(father.Id), APPROVING)).toMatchObject({ ...next, rowver: 2 });
    await expect(act(who("fin1", APPROVING), 503, "pay", made[0]?.bill ?? 0)).rejects.toMatchObject({ message: registry.messages.NOAPPR });
  });
});
