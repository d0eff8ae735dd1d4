import { beforeAll, describe, expect, it } from "vitest";
import type { Outside } from "../../../src/server/engine/inquiry.ts";
import { runAction } from "../../../src/server/engine/run-action.ts";
import { deleteRows } from "../../../src/server/engine/save/delete-rows.ts";
import { VerifierError } from "../../../src/server/features/invoices/verifier/invoice-verifier.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, STRANGER, SUPPLIER, viewer } from "../flows/fixtures/desk.ts";
import { module } from "../flows/fixtures/real-registry.ts";
import {
  confirmedBalance,
  editInvoice,
  enterInvoice,
  openOutside,
  paperNumber,
  SELLER_TAX,
  stateOf,
  verify,
} from "./fixtures/invoice-desk.ts";

const DUE = { sum: 0n, planSum: 0n, stt: 4, voucher: 10, notice: 10 };
const HALF = { netMoney: "442.50", taxMoney: "57.52", TotalMoney: "500.02" } as const;
const REST = { netMoney: "442.50", taxMoney: "57.53", TotalMoney: "500.03" } as const;

describeEngine("tax invoices", (open) => {
  let desk: Desk;
  let outside: Outside;
  beforeAll(async () => {
    desk = await Desk.open(open);
    outside = openOutside();
    await desk.db.updateTable("provider").set({ TaxNo: SELLER_TAX }).where("provid", "=", SUPPLIER).execute();
  });
  const problemsOf = (error: unknown) => (error as { result?: { problems?: { field: string; message: string }[] } }).result?.problems;
  const refusedForm = (balance: Parameters<typeof enterInvoice>[1], more: Record<string, string>) =>
    enterInvoice(desk, balance, more).then(
      () => "saved",
      (error: unknown) => problemsOf(error) ?? error,
    );

  describe("entering", () => {
    it("counts for the statement and moves its plan once it is covered; voucher and notice are done then", async () => {
      const balance = await confirmedBalance(desk);
      const id = await enterInvoice(desk, balance, HALF);
      expect(await desk.row("TaxInvoice", id)).toMatchObject({ InvoiceStt: 0, provid: SUPPLIER, TotalMoney: 50_002n, taxgap: 0n });
      expect(await stateOf(desk, balance)).toEqual({ ...DUE, sum: 50_002n, planSum: 50_002n });
      expect(await desk.unread("TaxInvoice", id, "shop")).toBe(1);
      await enterInvoice(desk, balance, REST);
      expect(await stateOf(desk, balance)).toEqual({ sum: 100_005n, planSum: 100_005n, stt: 5, voucher: 50, notice: 50 });
    });

    it("tolerates one 分 that is missing, not two", async () => {
      const [near, far] = [await confirmedBalance(desk), await confirmedBalance(desk)];
      await enterInvoice(desk, near, { netMoney: "884.99", TotalMoney: "1000.04" });
      await enterInvoice(desk, far, { netMoney: "884.98", TotalMoney: "1000.03" });
      expect([(await stateOf(desk, near)).stt, (await stateOf(desk, far)).stt]).toEqual([5, 4]);
    });

    it.each([
      [{ InvType: "1", Code: "" }, "Code", "请填写 10 或 12 位发票代码"],
      [{ InvType: "2", Code: "12345678901" }, "Code", "发票代码应为10或12位数字"],
      [{ InvType: "1", Number: "25442000000014209621" }, "Number", "专票、普票的发票号码应为 8 位数字"],
      [{ InvType: "3", Code: "", Number: "12345678" }, "Number", "数电票的发票号码应为 20 位数字"],
      [{ InvType: "4", Number: "25442000000014209621" }, "Code", "数电票没有发票代码，请留空"],
      [{ TotalMoney: "1000.07" }, "TotalMoney", "不含税金额与税额之和应等于价税合计（允许相差 0.01 元）"],
      [{ TotalMoney: "1000.03" }, "TotalMoney", "不含税金额与税额之和应等于价税合计（允许相差 0.01 元）"],
      [{ InvDate: "2025-07-01" }, "InvDate", "开票日期不能晚于今天"],
    ])("refuses %o", async (more, field, message) => {
      const balance = await confirmedBalance(desk);
      expect(await refusedForm(balance, more)).toEqual([{ field, message }]);
      expect(await stateOf(desk, balance)).toEqual(DUE);
    });

    it.each(["1000.04", "1000.06"])("lets %s pass for 885.00 + 115.05", async (TotalMoney) => {
      expect(await enterInvoice(desk, await confirmedBalance(desk), { TotalMoney })).toBeGreaterThan(0);
    });

    it("is for confirmed statements of the own supplier", async () => {
      const [open, foreign] = [await confirmedBalance(desk, { B2b_statu: 20 }), await confirmedBalance(desk, { provid: STRANGER })];
      for (const balance of [open, foreign]) {
        expect(await refusedForm(balance, {})).toEqual([{ field: "BalaBillid", message: expect.any(String) }]);
      }
    });

    it("takes a number once, on paper with its code, digital without one; many at once as well", async () => {
      const balance = await confirmedBalance(desk);
      const number = paperNumber();
      await enterInvoice(desk, balance, { ...HALF, Number: number });
      await expect(enterInvoice(desk, balance, { ...HALF, Number: number })).rejects.toMatchObject({ code: 422 });
      await enterInvoice(desk, balance, { ...HALF, Number: number, Code: "1200154131" });
      const digital = { ...HALF, InvType: "3", Code: "", Number: `2544200000001${paperNumber().slice(1)}` };
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => enterInvoice(desk, balance, digital)));
      const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason as { message: string }] : []));
      expect(refused.map(({ message }) => message)).toEqual(Array.from({ length: 7 }, () => "该发票号码已录入"));
      expect((await stateOf(desk, balance)).sum).toBe(150_006n);
    });

    it("many at once for one statement: every one counts", async () => {
      const balance = await confirmedBalance(desk);
      const small = { netMoney: "8.85", taxMoney: "1.15", TotalMoney: "10.00" };
      await Promise.all(Array.from({ length: 12 }, () => enterInvoice(desk, balance, { ...small, Number: paperNumber() })));
      expect(await stateOf(desk, balance)).toMatchObject({ sum: 12_000n, planSum: 12_000n, stt: 4 });
    });
  });

  describe("验真", () => {
    it("makes a good one verified, and the plan complete", async () => {
      const balance = await confirmedBalance(desk);
      const id = await enterInvoice(desk, balance);
      await verify(desk, outside, [id]);
      const row = await desk.row("TaxInvoice", id);
      expect(row).toMatchObject({
        InvoiceStt: 1,
        failkind: null,
        verifyMsg: "发票查验一致",
        verifier: "王思远",
        verifytime: "2025-06-30 10:00:00",
      });
      expect(row.chkid).toMatch(/^SB20250630/);
      expect(await stateOf(desk, balance)).toMatchObject({ sum: 100_005n, stt: 6 });
      const events = await desk.events("TaxInvoice", id);
      expect(events.map(({ action, USER_ID }) => [action, USER_ID])).toEqual([
        ["create", `s${SUPPLIER}`],
        ["verified", "@system"],
        ["verify", "boss175"],
      ]);
      await expect(verify(desk, outside, [id])).rejects.toMatchObject({ code: 409 });
    });

    it.each([
      [{ Number: paperNumber("7") }, 1, "查无此票"],
      [{ InvTitle: "别的公司" }, 4, "购方名称或税号不符"],
      [{ BuyerTaxNo: "91DEMO000000000176" }, 4, "购方名称或税号不符"],
      [{ SellerTaxNo: "91DEMO000000000177" }, 4, "销方税号不符"],
    ])("fails %o: the sum goes down, the plan back, the supplier is told", async (more, failkind, verifyMsg) => {
      const balance = await confirmedBalance(desk);
      const id = await enterInvoice(desk, balance, more);
      expect((await stateOf(desk, balance)).stt).toBe(5);
      await verify(desk, outside, [id]);
      expect(await desk.row("TaxInvoice", id)).toMatchObject({ InvoiceStt: -1, failkind, verifyMsg });
      // Voucher and notice go back with it: invoices are owed again.
      expect(await stateOf(desk, balance)).toEqual(DUE);
      expect(await desk.unread("TaxInvoice", id, "supplier")).toBe(1);
      const [message] = await desk.messages("TaxInvoice", id);
      expect(message).toMatchObject({ side: "supplier", provid: SUPPLIER });
      expect(String(message?.content)).toContain(verifyMsg);
      await verify(desk, outside, [id]);
      expect(await desk.row("TaxInvoice", id)).toMatchObject({ InvoiceStt: -1, failkind });
      expect((await stateOf(desk, balance)).sum).toBe(0n);
    });

    it("of a complete statement that fails takes the plan from 6 back to 4", async () => {
      const balance = await confirmedBalance(desk);
      const [good, bad] = [
        await enterInvoice(desk, balance, HALF),
        await enterInvoice(desk, balance, { ...REST, Number: paperNumber("7") }),
      ];
      await desk.db.updateTable("tax_invoice").set({ InvoiceStt: 0 }).where("Id", "=", bad).execute();
      await verify(desk, outside, [good]);
      await desk.db.updateTable("balance_plan").set({ stt: 6 }).where("BalaBillid", "=", String(balance.Billid)).execute();
      await verify(desk, outside, [bad]);
      expect(await stateOf(desk, balance)).toMatchObject({ sum: 50_002n, stt: 4 });
    });

    it("never moves a plan that is paid", async () => {
      const balance = await confirmedBalance(desk);
      const id = await enterInvoice(desk, balance, { Number: paperNumber("7") });
      await desk.db.updateTable("balance_plan").set({ stt: 7 }).where("BalaBillid", "=", String(balance.Billid)).execute();
      await verify(desk, outside, [id]);
      expect(await stateOf(desk, balance)).toMatchObject({ sum: 0n, stt: 7 });
    });

    it("asks for a picture, and for somebody of the shop", async () => {
      const id = await enterInvoice(desk, await confirmedBalance(desk), {}, null);
      await expect(verify(desk, outside, [id])).rejects.toMatchObject({ code: 422, message: "请先上传发票图片" });
      const request = { action: "verify", ids: [id] };
      await expect(runAction(desk.as(viewer(SUPPLIER)), module(514), request, outside)).rejects.toMatchObject({ code: 403 });
      expect(await desk.row("TaxInvoice", id)).toMatchObject({ InvoiceStt: 0 });
    });

    it("changes nothing where the register does not answer", async () => {
      const balance = await confirmedBalance(desk);
      const id = await enterInvoice(desk, balance);
      const { rowver = null } = await desk.row("TaxInvoice", id);
      const silent = { ...outside, verifier: { ask: () => Promise.reject(new VerifierError("down")) } };
      await expect(verify(desk, silent, [id])).rejects.toMatchObject({ code: 422, message: "发票查验服务暂时不可用，请稍后再试" });
      expect(await desk.row("TaxInvoice", id)).toMatchObject({ InvoiceStt: 0, rowver });
      expect(await desk.events("TaxInvoice", id)).toHaveLength(1);
    });

    it("is asked outside of any transaction; an invoice that was changed meanwhile is refused as it is", async () => {
      const balance = await confirmedBalance(desk);
      const id = await enterInvoice(desk, balance);
      const meddling = {
        ...outside,
        verifier: {
          // Would wait for ever if the asking transaction held the row.
          ask: async (question: Parameters<Outside["verifier"]["ask"]>[0]) => {
            await editInvoice(desk, id, { Remark: "改过" });
            return outside.verifier.ask(question);
          },
        },
      };
      await expect(verify(desk, meddling, [id])).rejects.toMatchObject({ code: 409 });
      expect(await desk.row("TaxInvoice", id)).toMatchObject({ InvoiceStt: 0, verifytime: null });
    });

    it("of several is all or nothing, and names the one that cannot be", async () => {
      const balance = await confirmedBalance(desk);
      const number = paperNumber();
      const ids = [await enterInvoice(desk, balance, HALF), await enterInvoice(desk, balance, { ...REST, Number: number }, null)];
      await expect(verify(desk, outside, ids)).rejects.toMatchObject({ message: `请先上传发票图片（${number}）` });
      expect(await desk.row("TaxInvoice", ids[0] ?? 0)).toMatchObject({ InvoiceStt: 0 });
      await expect(
        verify(
          desk,
          outside,
          Array.from({ length: 51 }, (_, n) => n + 1),
        ),
      ).rejects.toMatchObject({ code: 400 });
    });

    it("with a key asks once, and answers the same again", async () => {
      const id = await enterInvoice(desk, await confirmedBalance(desk));
      let asked = 0;
      const counting = {
        ...outside,
        verifier: {
          ask: (question: Parameters<Outside["verifier"]["ask"]>[0]) => {
            asked += 1;
            return outside.verifier.ask(question);
          },
        },
      };
      const key = { idempotencyKey: `verify-${id}` };
      const first = await verify(desk, counting, [id], key);
      expect([await verify(desk, counting, [id], key), asked]).toEqual([first, 1]);
    });

    it("30 times at once: one verdict, the sum counted once", async () => {
      const balance = await confirmedBalance(desk);
      const id = await enterInvoice(desk, balance, { Number: paperNumber("7") });
      const results = await Promise.allSettled(Array.from({ length: 30 }, () => verify(desk, outside, [id])));
      const codes = results.flatMap((result) => (result.status === "rejected" ? [(result.reason as { code: number }).code] : []));
      expect(codes.every((code) => code === 409)).toBe(true);
      expect(await stateOf(desk, balance)).toMatchObject({ sum: 0n, planSum: 0n, stt: 4 });
    });
  });

  describe("修改重传", () => {
    it("brings a failed one back: it counts again, and can be verified", async () => {
      const balance = await confirmedBalance(desk);
      const id = await enterInvoice(desk, balance, { Number: paperNumber("7") });
      await verify(desk, outside, [id]);
      await editInvoice(desk, id, { Number: paperNumber("2") });
      expect(await desk.row("TaxInvoice", id)).toMatchObject({ InvoiceStt: 0, failkind: null, verifyMsg: null, verifier: null });
      expect(await stateOf(desk, balance)).toMatchObject({ sum: 100_005n, stt: 5 });
      await verify(desk, outside, [id]);
      expect(await stateOf(desk, balance)).toMatchObject({ stt: 6 });
    });

    it("follows another amount, and is refused for a verified one", async () => {
      const balance = await confirmedBalance(desk);
      const id = await enterInvoice(desk, balance);
      await editInvoice(desk, id, HALF);
      expect(await stateOf(desk, balance)).toMatchObject({ sum: 50_002n, stt: 4 });
      await verify(desk, outside, [id]);
      await expect(editInvoice(desk, id, { Remark: "晚了" })).rejects.toMatchObject({ code: 409 });
    });

    it("a deleted one no longer counts; a verified one stays", async () => {
      const balance = await confirmedBalance(desk);
      const [kept, gone] = [await enterInvoice(desk, balance, HALF), await enterInvoice(desk, balance, REST)];
      const remove = (id: number) => deleteRows(desk.as(viewer(SUPPLIER)), module(514), { ids: [id] });
      expect(await stateOf(desk, balance)).toMatchObject({ stt: 5, voucher: 50, notice: 50 });
      await remove(gone);
      expect(await stateOf(desk, balance)).toEqual({ ...DUE, sum: 50_002n, planSum: 50_002n });
      await verify(desk, outside, [kept]);
      await expect(remove(kept)).rejects.toMatchObject({ code: 409 });
    });
  });
});
