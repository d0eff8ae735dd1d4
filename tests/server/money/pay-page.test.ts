import { beforeAll, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/flows/sql-store.ts";
import { NO_BANK } from "../../../src/server/payments/bank.ts";
import type { PaymentGateway } from "../../../src/server/payments/gateway.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillPayWorld, putBill, SHOP } from "./fixtures/pay-world.ts";

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

  it("ConfirmPay takes no step to the bank", async () => {
    const { id } = await putBill(portal.database, portal.registry, { shopId: SHOP });
    expect(await ask("admin", "BalancePay/ConfirmPay", { ids: String(id), to: "25" })).toMatchObject({
      Code: 400,
      Msg: "参数 to 应为20或50",
    });
  });

  it("the second tab has columns, filters and sums of its own, by the user's side", async () => {
    const shop = await ask("admin", "BalancePay/GetFathScreen");
    const fields = (answer: Answer, part: "columns" | "filters"): string[] =>
      answer.Result[part].map(({ field }: { field: string }) => field);
    expect(fields(shop, "columns")).toEqual(expect.arrayContaining(["Billid", "paycount", "Bala_sum", "StatuZH"]));
    expect(fields(shop, "filters")).toEqual(["Billid", "Provider", "busdate", "Statu"]);
    expect(shop.Result.filters[3].options.map(({ value }: { value: number }) => value)).toEqual([20, 25, 50]);
    expect(shop.Result.footer.sums.map(({ field }: { field: string }) => field)).toEqual(["Bala_sum", "Pay_sum"]);
    expect(shop.Result.show.sections).toEqual([]);
    expect(fields(await ask("s1", "BalancePay/GetFathScreen"), "filters")).toEqual(["Billid", "busdate", "Statu"]);
    expect(await call(portal, null, "BalancePay/GetFathScreen")).toMatchObject({ status: 401 });
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
});
