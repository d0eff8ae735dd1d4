import { beforeAll, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { NO_BANK } from "../../../src/server/features/payments/bank/bank.ts";
import type { PaymentGateway } from "../../../src/server/features/payments/bank/gateway.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillPayWorld, putBill, SHOP, seenBills } from "./fixtures/pay-world.ts";

/** Only that there is one is asked. */
const REACHED = {} as PaymentGateway;

describeEngine("what the payment page is told", (open) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    const bank = { ...NO_BANK, gateway: (channel: string) => (channel === "ZSPay" ? REACHED : undefined) };
    portal = await openPortal({ open, fill: fillPayWorld, bank });
    for (const name of ["admin", "clerk", "look", "s1"]) tokens[name] = await signIn(portal, name);
  });
  const ask = (user: string, path: string, params: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    call(portal, tokens[user] ?? null, path, params);
  const put = (name: string, row: Row) => {
    const entity = portal.registry.entities[name];
    if (!entity) throw new Error(`no entity ${name}`);
    return sqlStore(portal.database.kysely, SHOP).insert(entity, [row]);
  };
  const preview = (ids: readonly number[]) => ask("admin", "BalancePay/GetConfirmInfo", { ids: ids.join(","), to: "25" });

  it("the preview of a payment by bank names the shop's channels, and what keeps the bills from them", async () => {
    const bill = (cents: bigint) => putBill(portal.database, portal.registry, { shopId: SHOP, cents });
    const [small, large, receipt] = [await bill(5_000n), await bill(500_000n), await bill(-5_000n)];
    expect((await preview([small.id])).Result).toMatchObject({ action: "bankpay", ok: true, channels: [] });
    const config = { statu: 1, minMoney: 1_000n, maxMoney: 100_000n, merchantNo: "M" };
    await put("PayConfig", { ...config, PayWay: 2, channelName: "招商直连" });
    await put("PayConfig", { ...config, PayWay: 3, channelName: "金蝶云付" });
    const unset = { channel: "KingDeePay", title: "金蝶云付", Msg: "支付渠道 KingDeePay 的接口尚未配置" };
    const zs = { channel: "ZSPay", title: "招商直连" };
    expect((await preview([small.id])).Result.channels).toEqual([{ ...zs, Msg: "" }, unset]);
    const limit = "金额超过支付渠道的单笔上限 1000.00 元";
    expect((await preview([large.id])).Result.channels[0]).toEqual({ ...zs, Msg: limit });
    expect((await preview([small.id, large.id])).Result.channels[0].Msg).toBe(`${limit}（${large.Billid}）`);
    expect((await preview([receipt.id])).Result.channels[0].Msg).toBe("该支付渠道不支持收款");
    // Nothing was ordered, and other previews ask no bank.
    expect((await ask("admin", "BalancePay/GetConfirmInfo", { ids: String(small.id), to: "50" })).Result.channels).toEqual([]);
    expect(await portal.database.kysely.selectFrom("pay_record").selectAll().execute()).toEqual([]);
  });

  it("the preview of an action has its columns, the answer for each row, totals of nothing left out, and what is to be chosen", async () => {
    const bill = (cents: bigint) => putBill(portal.database, portal.registry, { shopId: SHOP, cents });
    const [pay, receive] = [await bill(12_345n), await bill(-5_000n)];
    const seen = (action: string, ids: readonly number[], user = "admin", mdl = 503) =>
      ask(user, `Module/${mdl}/Preview`, { action, ids: ids.join(",") });
    const { Result } = await seen("pay", [pay.id, receive.id]);
    expect(Result.columns.map(({ title, format }: { title: string; format: string }) => `${title} ${format}`)).toEqual([
      "付款单号 text",
      "本次付款 money",
      "供应商名称 text",
      "收款行 text",
      "收款账号 text",
      "档案账号 text",
      "账户提示 status",
      "结算金额 money",
      "费用 money",
      "应付金额 money",
      "大写 capitals",
    ]);
    expect(Result.rows.map(({ row, ...answer }: { row: Row }) => ({ ...answer, Bala_sum: row.Bala_sum }))).toEqual([
      { id: pay.id, rowver: 1, title: pay.Billid, Code: 200, Msg: "", cause: "", Bala_sum: "123.45" },
      { id: receive.id, rowver: 1, title: receive.Billid, Code: 200, Msg: "", cause: "", Bala_sum: "-50.00" },
    ]);
    const [out, back] = [
      { title: "付款合计", amount: "123.45", decimals: 2, capitals: "壹佰贰拾叁元肆角伍分" },
      { title: "收款合计", amount: "50.00", decimals: 2, capitals: "伍拾元整" },
    ];
    expect(Result.totals).toEqual([out, back]);
    expect(Result.choose).toBeNull();
    expect((await seen("pay", [receive.id])).Result.totals).toEqual([back]);
    expect((await seen("confirm", [pay.id])).Result.rows[0]).toMatchObject({ Code: 409 });
    expect((await seen("bankpay", [pay.id])).Result.choose).toEqual({
      title: "支付渠道",
      none: "支付渠道未启用，请先在支付渠道配置中启用",
      choices: [expect.objectContaining({ key: "ZSPay", Msg: "" }), expect.objectContaining({ key: "KingDeePay" })],
    });
    // It is of rows that the user sees on the page, and of actions that say so.
    expect(await seen("update", [pay.id])).toMatchObject({ Code: 400, Msg: "操作 update 没有预览" });
    expect(await seen("pay", [999_999])).toMatchObject({ Code: 404 });
    expect(await seen("pay", [pay.id], "admin", 9503)).toMatchObject({ Code: 404 });
    expect((await seen("pay", [pay.id], "s1")).Result.rows[0]).toMatchObject({ Code: 403 });
    // Which channels the shop has, and up to which amounts, is not for its suppliers.
    expect((await seen("bankpay", [pay.id])).Result.choose.choices).not.toEqual([]);
    expect((await seen("bankpay", [pay.id], "s1")).Result.choose.choices).toEqual([]);
    const confirmInfo = (user: string) => ask(user, "BalancePay/GetConfirmInfo", { ids: String(pay.id), to: "25" });
    expect((await confirmInfo("admin")).Result.channels).not.toEqual([]);
    expect((await confirmInfo("s1")).Result.channels).toEqual([]);
    expect(await call(portal, null, "Module/503/Preview", { action: "pay", ids: String(pay.id) })).toMatchObject({ status: 401 });
  });

  it("ConfirmPay takes no step to the bank", async () => {
    const { id } = await putBill(portal.database, portal.registry, { shopId: SHOP });
    expect(await ask("admin", "BalancePay/ConfirmPay", { ids: String(id), to: "25" })).toMatchObject({
      Code: 400,
      Msg: "参数 to 应为20或50",
    });
  });

  it("the page of merged payments has columns, filters and sums of its own, by the user's side", async () => {
    const shop = await ask("admin", "Registry/GetModule", { mdl: "9503" });
    const fields = (answer: Answer, part: "columns" | "filters"): string[] =>
      answer.Result[part].map(({ field }: { field: string }) => field);
    expect(fields(shop, "columns")).toEqual(expect.arrayContaining(["Billid", "paycount", "Bala_sum", "StatuZH"]));
    expect(fields(shop, "filters")).toEqual(["Billid", "Provider", "busdate", "Statu"]);
    expect(shop.Result.filters[3].options.map(({ value }: { value: number }) => value)).toEqual([20, 25, 50]);
    expect(shop.Result.footer.sums.map(({ field }: { field: string }) => field)).toEqual(["Bala_sum", "Pay_sum"]);
    expect(shop.Result).toMatchObject({ title: "合并付款单", path: "/accountChecking/BalancePay/merged" });
    expect(shop.Result.show.sections.map(({ title }: { title: string }) => title)).toEqual(["基本信息", "付款", "状态"]);
    expect(fields(await ask("s1", "Registry/GetModule", { mdl: "9503" }), "filters")).toEqual(["Billid", "busdate", "Statu"]);
    expect(await call(portal, null, "Registry/GetModule", { mdl: "9503" })).toMatchObject({ status: 401 });
    const filter = JSON.stringify([{ field: "Statu", operator: "in", value: [20] }]);
    expect(await ask("admin", "BalancePay/GetBalancePayFath", { filter })).toMatchObject({ Code: 200 });
  });

  it("a document comes with its chain, as far as its reader has pages for it", async () => {
    const { id, Billid, statement } = await putBill(portal.database, portal.registry, { shopId: SHOP });
    const chain = async (user: string) => {
      const { Result } = await ask(user, "Module/503/Get", { id: String(id) });
      return Result.chain.map((step: { title: string; documents: { number: string }[] }) => [
        step.title,
        ...step.documents.map(({ number }) => number),
      ]);
    };
    expect(await chain("admin")).toEqual([["结算单", statement], ["付款单", Billid], ["支付流水"]]);
    // Both have the payment page alone: nothing leads further from it.
    expect(await chain("clerk")).toEqual([["付款单", Billid]]);
    expect(await chain("look")).toEqual([["付款单", Billid]]);
    expect(await chain("s1")).toEqual([
      ["结算单", statement],
      ["付款单", Billid],
    ]);
  });

  it("a merged payment is a document with its bills, their sum, its records, history and chain", async () => {
    const bills = [await putBill(portal.database, portal.registry, { shopId: SHOP, cents: 10_000n })];
    bills.push(await putBill(portal.database, portal.registry, { shopId: SHOP, cents: -2_505n }));
    const merged = (
      await ask(
        "admin",
        "BalancePay/MergeBll",
        await seenBills(
          portal.database,
          bills.map(({ id }) => id),
        ),
      )
    ).Result;
    const details = (user: string) => ask(user, "BalancePay/GetBalance_Pay_FathDetails", { id: String(merged.id) });
    const titles = (answer: Answer) => answer.Result.chain.map(({ title }: { title: string }) => title);
    const open = await details("admin");
    expect(open.Result).toMatchObject({
      row: { Billid: merged.Billid, paycount: 2, Bala_sum: "74.95", Statu_text: "待付款" },
      bills: { title: "付款单", path: "/accountChecking/BalancePay", totals: { Bala_sum: "74.95" } },
      records: { title: "支付流水", rows: [] },
      events: [{ title: "新增" }],
    });
    expect(open.Result.bills.rows.map(({ Billid }: { Billid: string }) => Billid)).toEqual(bills.map(({ Billid }) => Billid));
    expect(titles(open)).toEqual(["结算单", "付款单", "合并付款单", "支付流水"]);
    expect(open.Result.chain[2]).toMatchObject({ isCurrent: true, gap: { title: "未付", amount: "74.95" }, waits: [{ title: "付款" }] });

    // Its bills lead to it; a bill that is paid alone has none to wait for.
    const ofBill = await ask("admin", "Module/503/Get", { id: String(bills[0]?.id) });
    expect(titles(ofBill)).toEqual(["结算单", "付款单", "合并付款单", "支付流水"]);
    const path = `/accountChecking/BalancePay/merged/show/${merged.id}`;
    expect(ofBill.Result.chain[2].documents).toMatchObject([{ number: merged.Billid, path }]);

    expect(await ask("admin", "BalancePay/ConfirmPay", { ids: String(merged.id), to: "50", fath: "1" })).toMatchObject({ Code: 200 });
    const paid = await details("admin");
    expect(paid.Result).toMatchObject({ row: { Pay_sum: "74.95" }, events: [{ title: "确认付款", to: "已付款" }, { title: "新增" }] });
    const records: { Pay_sum: string; Sign_text: string; result_text: string }[] = paid.Result.records.rows;
    expect(records.map(({ Pay_sum, Sign_text, result_text }) => [Pay_sum, Sign_text, result_text])).toEqual([
      ["100.00", "付", "成功"],
      ["25.05", "收", "成功"],
    ]);
    // Whoever has no page of the records is told none, and a supplier his own payments alone.
    expect((await details("look")).Result).toMatchObject({ records: null, bills: { rows: [{}, {}] } });
    expect((await details("s1")).Result.row.Billid).toBe(merged.Billid);
    expect(await ask("admin", "BalancePay/GetBalance_Pay_FathDetails", { id: "999999" })).toMatchObject({ Code: 404 });
  });

  it("rows of either tab are taken away by who may export alone", async () => {
    const params = { purpose: "export", columns: "Billid,Bala_sum", rows: "2000" };
    for (const name of ["GetBalance_Pay", "GetBalancePayFath"]) {
      expect(await ask("admin", `BalancePay/${name}`, params), name).toMatchObject({ Code: 200, Result: { rows: expect.any(Array) } });
      expect(await ask("look", `BalancePay/${name}`, params), name).toMatchObject({ Code: 403, Msg: "没有操作权限" });
      expect(await ask("admin", `BalancePay/${name}`, { ...params, purpose: "x" }), name).toMatchObject({ Code: 400 });
    }
  });
});
