import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { picture, send } from "../app/fixtures/uploads.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillPayWorld, putBill, SHOP, seenBills } from "./fixtures/pay-world.ts";

const NO_RIGHT = { status: 200, Code: 403, Msg: "没有操作权限" };
const MISSING = { status: 200, Code: 404, Msg: "数据不存在或无权查看" };
const STALE = { Code: 409, Msg: "单据状态已变化，请刷新后重试" };
const BARE = { Code: 422, Msg: "该单据未上传附件/没有支付权限" };
const READS = [
  "GetBalance_Pay",
  "GetBalancePayFath",
  "GetbalancepayDetails",
  "GetBalance_Pay_FathDetails",
  "GetConfirmInfo",
  "UploadAttachCheck",
];
const WRITES = ["ConfirmPay", "ConfirmForxyhlj", "MergeBll", "DelPayfath", "UpdateInfo", "UploadAttach", "DeleteAttach", "GetMergeBll"];
/** Enough for every call to get as far as the row. */
const WHOLE = { to: "50", attachurl: "/uploads/a/b.png", Remark: "备注" };

describeEngine("the calls of group BalancePay", (open) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillPayWorld });
    for (const name of ["admin", "clerk", "look", "s1", "s2", "s3", "boss175", "mall01", "late"]) tokens[name] = await signIn(portal, name);
  });
  const ask = (user: string, name: string, params: Readonly<Record<string, string>> = {}, key?: string): Promise<Answer> => {
    const headers = key === undefined ? {} : { headers: { "idempotency-key": key } };
    return call(portal, tokens[user] ?? null, `BalancePay/${name}`, params, headers);
  };
  const bill = (wanted: Parameters<typeof putBill>[2] = {}) => putBill(portal.database, portal.registry, wanted);
  const strict = (wanted: Parameters<typeof putBill>[2] = {}) => bill({ shopId: SHOP, ...wanted });
  const rowOf = async (id: number) =>
    portal.database.kysely.selectFrom("balance_pay").selectAll().where("Id", "=", id).executeTakeFirstOrThrow();
  const seen = (...bills: readonly { readonly id: number }[]) =>
    seenBills(
      portal.database,
      bills.map(({ id }) => id),
    );
  const upload = async (user: string) => (await send(portal, tokens[user] ?? "", await picture().png().toBuffer())).Msg;

  describe("who may call", () => {
    it("nobody without a session or without the page", async () => {
      for (const name of [...READS, ...WRITES]) {
        expect(await call(portal, null, `BalancePay/${name}`, WHOLE), name).toMatchObject({ status: 401, Code: 401 });
        expect(await ask("late", name, WHOLE), name).toMatchObject({ Code: 403 });
      }
    });

    it("nobody without the function key", async () => {
      const { id } = await strict();
      const whole = { ...WHOLE, ids: String(id), Id: String(id), id: String(id) };
      for (const name of WRITES) {
        const { Id, ...lower } = whole;
        expect(await ask("look", name, lower), name).toMatchObject(NO_RIGHT);
      }
      expect(await rowOf(id)).toMatchObject({ Statu: 20, attachurl: null, FathId: null, Remark: null });
    });

    it("suppliers get their own bills, and nothing but their attachments to change", async () => {
      const [own, other] = [await strict(), await strict({ provid: "102002" })];
      const page = await ask("s1", "GetBalance_Pay", { rows: "999" });
      expect(page.Result.rows.map((row: { provid: string }) => row.provid)).not.toContain("102002");
      expect(page.Result.rows.find((row: { Id: number }) => row.Id === own.id)).toMatchObject({
        isPay: false,
        isUpload: true,
        isMerge: false,
      });
      for (const name of ["ConfirmPay", "MergeBll", "UpdateInfo"])
        expect(await ask("s1", name, { id: String(own.id), ids: `${own.id},${own.id + 1}`, to: "50", Remark: "x" }), name).toMatchObject({
          Code: expect.toBeOneOf([403, 404]),
        });
      expect(await ask("s1", "ConfirmForxyhlj", { ids: String(own.id) })).toMatchObject(NO_RIGHT);
      // Whatever the group was given: what the shop alone does is no right of a supplier (docs/decisions/44 and 45).
      expect(await ask("s1", "GetMergeBll", { provid: "102001" })).toMatchObject(NO_RIGHT);
      const { Result } = await call(portal, tokens.s1 ?? null, "Registry/GetModule", { mdl: "503" });
      expect(Result.functions).toEqual(["query", "delurl", "upload"]);
      for (const name of ["GetbalancepayDetails", "UploadAttachCheck"]) {
        expect(await ask("s1", name, { id: String(own.id) }), name).toMatchObject({ Code: 200 });
        expect(await ask("s1", name, { id: String(other.id) }), name).toMatchObject(MISSING);
      }
      expect(await rowOf(own.id)).toMatchObject({ Statu: 20, FathId: null });
    });

    it("a foreign id anywhere in a list refuses the whole call like a missing one", async () => {
      const [a, b, foreign] = [await strict(), await strict(), await bill()];
      for (const place of [0, 1, 2]) {
        for (const stranger of [foreign.id, 99_999_999]) {
          const ids = [a.id, b.id].toSpliced(place, 0, stranger).join();
          for (const name of ["ConfirmPay", "GetConfirmInfo", "ConfirmForxyhlj", "MergeBll"])
            expect(await ask("admin", name, { ids, to: "50" }), `${name} ${ids}`).toMatchObject(MISSING);
        }
      }
      expect([await rowOf(a.id), await rowOf(foreign.id)]).toMatchObject([{ Statu: 20 }, { Statu: 20 }]);
      for (const name of ["UploadAttach", "DeleteAttach", "UpdateInfo", "DelPayfath", "GetBalance_Pay_FathDetails"])
        expect(await ask("admin", name, { id: String(foreign.id), attachurl: "/x", Remark: "x" }), name).toMatchObject(MISSING);
    });

    it.each([...READS, ...WRITES])("%s answers bad input in words", async (name) => {
      for (const params of [
        {},
        { id: "x", ids: "x" },
        { id: "0", ids: "1,1" },
        { id: "1e3", ids: ",", to: "30", fath: "2" },
        { ids: "1", to: "20", fath: "1" },
      ]) {
        const answer = await ask("admin", name, params);
        expect(answer.status).toBe(200);
        expect([200, 400, 404, 422], `${name} ${JSON.stringify(params)} ${answer.body}`).toContain(answer.Code);
        if (answer.Code !== 200) expect(answer.Msg).not.toBe("");
      }
    });
  });

  describe("looking", () => {
    it("lists bills with what may be done, and sums", async () => {
      const one = await bill({ cents: 12_345n, statu: 10 });
      const { Result } = await ask("boss175", "GetBalance_Pay", {
        rows: "999",
        filter: JSON.stringify([{ field: "Billid", operator: "eq", value: one.Billid }]),
      });
      expect(Result).toMatchObject({ total: 1, footer: { Bala_sum: "123.45" } });
      expect(Result.rows[0]).toMatchObject({
        Billid: one.Billid,
        Statu_text: "待确认",
        isPay: true,
        isDelUrl: false,
        isUpload: true,
        isUpdate: true,
        isMerge: false,
        isBankPay: false,
      });
      const details = await ask("boss175", "GetbalancepayDetails", { id: String(one.id) });
      expect(details.Result).toMatchObject({ row: { isPay: true, isDelUrl: false }, actions: ["confirm"] });
      expect(details.Result.lines.BalancePayDetail).toMatchObject([{ Bala_sum: "123.45" }]);
    });

    it("previews amounts in capitals with the answer for each row, and changes nothing", async () => {
      const bills = [await bill({ cents: 10_000_005n }), await bill({ cents: -32_840n }), await bill({ cents: 150n, statu: 10 })];
      const ids = bills.map(({ id }) => id).join();
      const { Result } = await ask("boss175", "GetConfirmInfo", { ids, to: "50" });
      expect(Result.rows.map(({ capitals, ok, Code, Msg }: Record<string, unknown>) => [capitals, ok, Code, Msg])).toEqual([
        ["壹拾万元零伍分", true, 200, ""],
        ["(负数)叁佰贰拾捌元肆角", true, 200, ""],
        ["壹元伍角", false, 409, STALE.Msg],
      ]);
      expect(Result).toMatchObject({
        ok: false,
        sums: { Bala_sum: "99671.65", pay: "100000.05", receive: "328.40" },
        capitals: "玖万玖仟陆佰柒拾壹元陆角伍分",
        payCapitals: "壹拾万元零伍分",
        receiveCapitals: "叁佰贰拾捌元肆角",
      });
      expect((await ask("boss175", "GetConfirmInfo", { ids: String(bills[2]?.id), to: "20" })).Result).toMatchObject({
        ok: true,
        rows: [{ Code: 200 }],
      });
      for (const each of bills) expect(await rowOf(each.id)).toMatchObject({ rowver: 1 });
      const strictBill = await strict();
      const seen = async (user: string) => (await ask(user, "GetConfirmInfo", { ids: String(strictBill.id), to: "50" })).Result.rows[0];
      expect(await seen("clerk")).toMatchObject({ ok: false, ...BARE });
      expect(await seen("admin")).toMatchObject({ ok: true });
      expect(await seen("s1")).toMatchObject({ ok: false, Code: 403 });
    });
  });

  describe("confirming and paying", () => {
    it("goes from 10 to 20 to 50", async () => {
      const { id } = await bill({ statu: 10 });
      expect(await ask("boss175", "ConfirmPay", { ids: String(id), to: "50" })).toMatchObject(STALE);
      expect(await ask("boss175", "ConfirmPay", { ids: String(id), to: "20", rowver: "9" })).toMatchObject(STALE);
      expect(await ask("boss175", "ConfirmPay", { ids: String(id), to: "20" })).toMatchObject({
        Code: 200,
        Result: { results: [{ id, Code: 200 }] },
      });
      expect(await ask("boss175", "ConfirmPay", { ids: String(id), to: "50" })).toMatchObject({ Code: 200 });
      expect(await rowOf(id)).toMatchObject({ Statu: 50, Pay_sum: "100005" });
    });

    it("is all or nothing, and names the first bill that fails", async () => {
      const [a, b] = [await bill(), await bill({ statu: 10 })];
      const answer = await ask("boss175", "ConfirmPay", { ...(await seen(a, b)), to: "50" });
      expect(answer).toMatchObject({ Code: 409, Msg: `${STALE.Msg}（${b.Billid}）` });
      expect(await rowOf(a.id)).toMatchObject({ Statu: 20 });
    });

    it("follows the strict rule, with the specification's words", async () => {
      const [draft, open] = [await strict({ statu: 10 }), await strict()];
      expect(await ask("clerk", "ConfirmPay", { ids: String(draft.id), to: "20" })).toMatchObject({
        Code: 422,
        Msg: "请等待供应商上传发票",
      });
      expect(await ask("clerk", "ConfirmPay", { ids: String(open.id), to: "50" })).toMatchObject(BARE);
      expect(await ask("clerk", "ConfirmPay", { ids: String(draft.id), to: "50" })).toMatchObject(BARE);
      const attachurl = await upload("s1");
      expect(await ask("s1", "UploadAttach", { Id: String(open.id), attachurl })).toMatchObject({ Code: 200, Msg: "上传成功" });
      expect(await ask("clerk", "ConfirmPay", { ids: String(open.id), to: "50" })).toMatchObject({ Code: 200 });
    });

    it("ConfirmForxyhlj tells for each bill what became of it", async () => {
      const [a, b, c] = [await bill({ statu: 10 }), await bill(), await bill({ statu: 10 })];
      const bills = await seen(a, b, c);
      const answer = await ask("boss175", "ConfirmForxyhlj", bills, "each-1");
      expect(answer.Result.results.map(({ Code }: { Code: number }) => Code)).toEqual([200, 409, 200]);
      expect([await rowOf(a.id), await rowOf(b.id), await rowOf(c.id)]).toMatchObject([
        { Statu: 20 },
        { Statu: 20, rowver: 1 },
        { Statu: 20 },
      ]);
      expect((await ask("boss175", "ConfirmForxyhlj", bills, "each-1")).body).toBe(answer.body);
    });
  });

  describe("merging", () => {
    it("offers candidates, merges, shows, pays and takes apart", async () => {
      const [a, b, draft] = [await strict({ cents: 100n }), await strict({ cents: 250n }), await strict({ statu: 10 })];
      const candidates = await ask("admin", "GetMergeBll", { provid: "102001" });
      const found = candidates.Result.rows.map(({ Id }: { Id: number }) => Id);
      expect(found).toEqual(expect.arrayContaining([a.id, b.id]));
      expect(found).not.toContain(draft.id);
      const merged = await ask("admin", "MergeBll", await seen(a, b));
      expect(merged, merged.body).toMatchObject({ Code: 200 });
      const { id, Billid } = merged.Result;
      expect(await ask("admin", "ConfirmPay", { ids: String(a.id), to: "50" })).toMatchObject({
        Code: 422,
        Msg: "该单据已合并付款，请在合并单中操作",
      });
      const list = await ask("admin", "GetBalancePayFath", { sort: "Billid", order: "desc" });
      expect(list.Result.rows[0]).toMatchObject({
        Id: id,
        Billid,
        paycount: 2,
        Bala_sum: "3.50",
        isPay: true,
        isMerge: true,
        Statu_text: "待付款",
      });
      const details = await ask("admin", "GetBalance_Pay_FathDetails", { id: String(id) });
      expect(details.Result).toMatchObject({ row: { Billid }, actions: ["pay", "unmerge"], footer: { Bala_sum: "3.50" } });
      expect(details.Result.children.map(({ Id }: { Id: number }) => Id).sort()).toEqual([a.id, b.id]);
      expect((await ask("s2", "GetBalancePayFath")).Result.total).toBe(0);
      for (const [name, params] of [
        ["GetBalance_Pay_FathDetails", { id: String(id) }],
        ["GetConfirmInfo", { ids: String(id), to: "50", fath: "1" }],
        ["ConfirmPay", { ids: String(id), to: "50", fath: "1" }],
        ["DelPayfath", { id: String(id) }],
      ] as const) {
        expect(await ask("boss175", name, params), `${name} of another shop`).toMatchObject(MISSING);
        expect(await ask("s2", name, params), `${name} of another supplier`).toMatchObject({ Code: expect.toBeOneOf([403, 404]) });
      }
      expect((await ask("s1", "GetBalancePayFath")).Result.rows[0]).toMatchObject({ isPay: false, isMerge: false, _actions: [] });
      expect((await ask("admin", "GetConfirmInfo", { ids: String(id), to: "50", fath: "1" })).Result).toMatchObject({
        ok: true,
        capitals: "叁元伍角",
      });
      expect(await ask("clerk", "ConfirmPay", { ids: String(id), to: "50", fath: "1" })).toMatchObject(BARE);
      expect(await ask("s1", "ConfirmPay", { ids: String(id), to: "50", fath: "1" })).toMatchObject({ Code: 403 });
      expect(await ask("s1", "DelPayfath", { id: String(id) })).toMatchObject({ Code: 403 });
      expect(await ask("admin", "DelPayfath", { id: String(id) })).toMatchObject({ Code: 200 });
      expect(await ask("admin", "DelPayfath", { id: String(id) })).toMatchObject(MISSING);
      const again = (await ask("admin", "MergeBll", await seen(b, a))).Result;
      expect(await ask("admin", "ConfirmPay", { ids: String(again.id), to: "50", fath: "1" })).toMatchObject({ Code: 200 });
      expect([await rowOf(a.id), await rowOf(b.id)]).toMatchObject([
        { Statu: 50, Pay_sum: "100" },
        { Statu: 50, Pay_sum: "250" },
      ]);
      expect(await ask("admin", "DelPayfath", { id: String(again.id) })).toMatchObject(STALE);
    });
  });

  describe("attachments", () => {
    it("are put to a bill by either side and taken away by their own", async () => {
      const { id } = await strict();
      const [ofShop, ofSupplier] = [await upload("admin"), await upload("s1")];
      expect((await ask("s1", "UploadAttachCheck", { id: String(id) })).Result).toEqual({ ok: true, msg: "" });
      expect((await ask("look", "UploadAttachCheck", { id: String(id) })).Result).toMatchObject({ ok: false, msg: "没有操作权限" });
      expect(await ask("admin", "UploadAttach", { Id: String(id), attachurl: ofShop })).toMatchObject({
        Code: 200,
        Msg: "上传成功",
        Result: { attachurl: ofShop },
      });
      expect(await rowOf(id)).toMatchObject({ attachurl: ofShop, attachside: "shop" });
      expect(await ask("s1", "DeleteAttach", { Id: String(id), attachurl: ofShop })).toMatchObject(NO_RIGHT);
      await ask("s1", "UploadAttach", { Id: String(id), attachurl: ofSupplier });
      expect(await rowOf(id)).toMatchObject({ attachurl: `${ofShop},${ofSupplier}`, attachside: "supplier" });
      expect((await ask("s1", "GetbalancepayDetails", { id: String(id) })).Result.row).toMatchObject({ isDelUrl: true });
      expect((await ask("admin", "GetbalancepayDetails", { id: String(id) })).Result.row).toMatchObject({ isDelUrl: false });
      expect(await ask("s1", "DeleteAttach", { Id: String(id), attachurl: ofShop })).toMatchObject(NO_RIGHT);
      expect(await ask("admin", "DeleteAttach", { Id: String(id) })).toMatchObject(NO_RIGHT);
      expect(await ask("s1", "UploadAttach", { Id: String(id), attachurl: ofSupplier })).toMatchObject({ Code: 422, Msg: "该附件已上传" });
      expect(await ask("s1", "DeleteAttach", { Id: String(id) })).toMatchObject({ Code: 200, Result: { attachurl: ofShop } });
      expect(await ask("admin", "DeleteAttach", { Id: String(id), attachurl: ofShop })).toMatchObject({ Code: 200 });
      expect(await rowOf(id)).toMatchObject({ attachurl: null, attachside: null });
      expect(await ask("admin", "DeleteAttach", { Id: String(id) })).toMatchObject(STALE);
      const events = await portal.database.kysely
        .selectFrom("event_log")
        .select(["action", "reason"])
        .where("bllid", "=", String(id))
        .where("entity", "=", "BalancePay")
        .orderBy("Id")
        .execute();
      expect(events.map(({ action, reason }) => [action, reason])).toEqual([
        ["attach", ofShop],
        ["attach", ofSupplier],
        ["detach", ofSupplier],
        ["detach", ofShop],
      ]);
    });

    it("are files of the portal that the user may see, and pictures", async () => {
      const { id } = await strict();
      const foreign = await upload("s2");
      for (const attachurl of [
        foreign,
        "javascript:alert(1)",
        "http://169.254.169.254/",
        "../../etc/passwd",
        "data:image/png;base64,AA",
        "/uploads/none/x.png",
      ]) {
        expect(await ask("s1", "UploadAttach", { Id: String(id), attachurl }), attachurl).toMatchObject({
          Code: 400,
          Msg: "参数 attachurl 不是您上传的附件",
        });
      }
      await portal.database.kysely.updateTable("attachment").set({ mime: "application/pdf" }).where("url", "=", foreign).execute();
      expect(await ask("s2", "UploadAttach", { Id: String((await strict({ provid: "102002" })).id), attachurl: foreign })).toMatchObject({
        Code: 422,
        Msg: "只能上传图片格式文件",
      });
      expect(await rowOf(id)).toMatchObject({ attachurl: null, rowver: 1 });
    });

    it("stay as they are once the bill is paid", async () => {
      const { id } = await strict();
      const attachurl = await upload("admin");
      await ask("admin", "UploadAttach", { Id: String(id), attachurl });
      await ask("admin", "ConfirmPay", { ids: String(id), to: "50" });
      expect((await ask("admin", "UploadAttachCheck", { id: String(id) })).Result).toMatchObject({ ok: false, msg: STALE.Msg });
      for (const name of ["UploadAttach", "DeleteAttach"])
        expect(await ask("admin", name, { Id: String(id), attachurl })).toMatchObject(STALE);
    });
  });

  describe("payment information", () => {
    it("is changed until the bill is at the bank or paid", async () => {
      const { id } = await bill();
      await portal.database.kysely
        .updateTable("provider")
        .set({ BankName: "示例银行", BankAcct: "6200 0000" })
        .where("provid", "=", "105001")
        .execute();
      const sent = {
        id: String(id),
        PayWay: "4",
        BankName: "广东 示例银行",
        BankAcct: "6200 0000",
        planpaydate: "2025-07-15",
        Remark: "改",
      };
      expect(await ask("boss175", "UpdateInfo", sent)).toMatchObject({ Code: 200, Result: { id, rowver: 3 } });
      expect(await rowOf(id)).toMatchObject({
        PayWay: 4,
        BankName: "广东 示例银行",
        BankAcct: "6200 0000",
        planpaydate: "2025-07-15",
        Remark: "改",
        Bala_sum: "100005",
      });
      expect(await ask("boss175", "UpdateInfo", { id: String(id), Remark: "", rowver: "1" })).toMatchObject(STALE);
      expect(await ask("boss175", "UpdateInfo", { id: String(id), Remark: "", rowver: "3" })).toMatchObject({ Code: 200 });
      expect(await rowOf(id)).toMatchObject({ Remark: null, BankName: "广东 示例银行" });
      const events = await portal.database.kysely
        .selectFrom("event_log")
        .select("reason")
        .where("bllid", "=", String(id))
        .where("action", "=", "update")
        .orderBy("Id")
        .execute();
      expect(events[0]?.reason).toContain("收款账号：空→6200");
      await ask("boss175", "ConfirmPay", { ids: String(id), to: "50" });
      expect(await ask("boss175", "UpdateInfo", { id: String(id), Remark: "迟" })).toMatchObject(STALE);
    });

    it("tells everything that is wrong at once, and takes nothing else", async () => {
      const { id } = await bill();
      const wrong = { id: String(id), PayWay: "9", planpaydate: "2025-02-30", BankAcct: "6".repeat(41) };
      const answer = await ask("boss175", "UpdateInfo", wrong);
      expect(answer.Code).toBe(400);
      for (const title of ["付款方式", "计划付款日", "收款账号"]) expect(answer.Msg).toContain(title);
      expect(await ask("boss175", "UpdateInfo", { id: String(id), BankAcct: "6217 O123 4567" })).toMatchObject({ Code: 400 });
      expect(await ask("boss175", "UpdateInfo", { id: String(id), Statu: "50", Bala_sum: "1", Pay_sum: "1", FathId: "x" })).toMatchObject({
        Code: 400,
      });
      expect(await rowOf(id)).toMatchObject({ Statu: 20, Bala_sum: "100005", FathId: null, rowver: 1 });
    });
  });

  it("the same key gives the same answer, another request with it is refused, on every call that writes", async () => {
    const [a, b, c, d] = [await bill({ statu: 10 }), await bill(), await bill(), await bill()];
    const calls: readonly (readonly [string, Readonly<Record<string, string>>, Readonly<Record<string, string>>])[] = [
      ["ConfirmPay", { ids: String(a.id), to: "20" }, { ids: String(b.id), to: "50" }],
      ["ConfirmForxyhlj", { ids: String(b.id) }, { ids: String(a.id) }],
      ["MergeBll", await seen(c, d), await seen(a, d)],
      ["UpdateInfo", { id: String(a.id), Remark: "一" }, { id: String(a.id), Remark: "二" }],
    ];
    for (const [name, params, other] of calls) {
      const key = `same-${name}`;
      const first = await ask("boss175", name, params, key);
      expect(first, name).toMatchObject({ Code: 200 });
      expect((await ask("boss175", name, params, key)).body, name).toBe(first.body);
      expect(await ask("boss175", name, other, key), name).toMatchObject({ Code: 422, Msg: "同一 Idempotency-Key 不能用于不同的请求" });
    }
    expect(await ask("boss175", "ConfirmPay", { ids: String(b.id), to: "50" }, "not a key")).toMatchObject({ Code: 400 });
  });
});
