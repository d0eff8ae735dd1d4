import { beforeAll, expect, it } from "vitest";
import { saveRow } from "../../../src/server/engine/save/save-row.ts";
import { noteInvoices } from "../../../src/server/features/invoices/flag-invoice.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { SUPPLIER } from "../flows/fixtures/desk.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { APPROVING, act, idOf, makeStatement, openShop, page, refused, STRICT, user } from "../money/fixtures/bills.ts";
import { Gate, money } from "./fixtures/gate.ts";
import { paperNumber } from "./fixtures/invoice-desk.ts";

const ELSEWHERE = "同一发票已在其他商场录入";
const UNHANDLED = { code: 422, message: "该税票有核对提示，请先处理提示并写明说明" };

describeEngine("an invoice that should be looked at", (open) => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await Gate.open(open);
    await openShop(gate.desk, STRICT);
  });

  /** The same supplier enters it in another shop. */
  async function enterElsewhere(number: string): Promise<Row> {
    const { desk } = gate;
    const made = await makeStatement(desk, { shopId: STRICT, cents: 113_000n });
    await act(desk, "confirm", [idOf(made)], { as: user(STRICT), page: page(510, STRICT) });
    const fields = { ...money(1000), BalaBillid: String(made.Billid), InvType: "1", Code: "1200154130", Number: number };
    const { id } = await saveRow(desk.as(user(STRICT, [], SUPPLIER)), page(514, STRICT), {
      id: null,
      rowver: undefined,
      fields: { ...fields, InvDate: "2025-06-29", taxRate: "0.13" },
      lines: "",
    });
    return desk.row("TaxInvoice", id, STRICT);
  }

  const enter = async (more: Readonly<Record<string, string>> = {}) =>
    gate.enter((await gate.owed()).statement, { ...money(1000), ...more }, false);
  const edit = ({ Id, rowver }: Row, fields: Readonly<Record<string, string>>) =>
    saveRow(gate.desk.as(user(APPROVING, [], SUPPLIER)), page(514, APPROVING), {
      id: Number(Id),
      rowver: Number(rowver),
      fields,
      lines: "",
    });
  const verify = (invoice: Row) => gate.do(514, "verify", invoice);

  it("is told where another shop has it, and only there; not once that one has voided or deleted it", async () => {
    const number = paperNumber();
    const first = await enter({ Number: number });
    expect(first.alert).toBeNull();
    const second = await enterElsewhere(number);
    expect(second.alert).toBe(ELSEWHERE);
    expect((await enterElsewhere(paperNumber())).alert).toBeNull();

    await edit(first, { Number: paperNumber() });
    const third = await enter({ Number: number });
    expect(third.alert).toBe(ELSEWHERE);
    const { desk } = gate;
    await desk.patch("TaxInvoice", { Id: idOf(second) }, { InvoiceStt: 1 }, STRICT);
    await act(desk, "void", [idOf(second)], { as: user(STRICT), page: page(514, STRICT), reason: "开错" });
    await edit(await gate.invoice(idOf(third)), { Remark: "x" });
    expect((await gate.invoice(idOf(third))).alert).toBeNull();
  });

  it("is told where its date is in a period that was closed for invoices, by the shop's setting", async () => {
    const setting = { ConfigKey: "invoice.closedUntil", ConfigName: "税票已关账至（日期）", ConfigGroup: "结算", ValueType: "text" };
    await gate.desk.put("ConfigItem", { ...setting, ConfigValue: "2025-05-31", scope: "shop", statu: 1 }, APPROVING);
    expect((await enter({ InvDate: "2025-06-01" })).alert).toBeNull();
    const late = await enter({ InvDate: "2025-05-31" });
    expect(late.alert).toBe("开票日期在已关账期间（截至 2025-05-31）");
    await edit(late, { InvDate: "2025-06-02" });
    expect((await gate.invoice(idOf(late))).alert).toBeNull();
    await gate.desk.patch("ConfigItem", { ConfigKey: setting.ConfigKey }, { ConfigValue: "六月" }, APPROVING);
    expect(await refused(enter())).toEqual({
      code: 422,
      message: "配置项“税票已关账至”（invoice.closedUntil）应为日期，如 2025-06-30，现在是“六月”，请联系管理员更正",
    });
    await gate.desk.patch("ConfigItem", { ConfigKey: setting.ConfigKey }, { ConfigValue: null }, APPROVING);
  });

  it("is verified once somebody of the shop has said why it is good, and not with another flag than he saw", async () => {
    const number = paperNumber();
    await enterElsewhere(number);
    const flagged = await enter({ Number: number });
    await gate.desk.patch("TaxInvoice", { Id: idOf(flagged) }, { ImgUrl: "/a.png" }, APPROVING);
    await expect(verify(flagged)).rejects.toMatchObject(UNHANDLED);
    await expect(gate.do(514, "acknowledge", flagged, "x", user(APPROVING, [], SUPPLIER))).rejects.toMatchObject({ code: 403 });
    await expect(gate.do(514, "acknowledge", flagged, "x", user(APPROVING, ["verify"]))).rejects.toMatchObject({ code: 403 });
    await expect(gate.do(514, "acknowledge", flagged, " ")).rejects.toMatchObject({ code: 400, message: "请填写提示处理说明" });
    await gate.do(514, "acknowledge", flagged, "两家门店合并开票");
    const handled = await gate.invoice(idOf(flagged));
    expect(handled).toMatchObject({ alert: ELSEWHERE, alertReason: "两家门店合并开票", alertClearer: "王思远" });
    // Saved as it was, it stays handled; once it says something else it is not.
    await edit(handled, { Remark: "x" });
    expect(await gate.invoice(idOf(flagged))).toMatchObject({ alertReason: "两家门店合并开票" });
    await verify(flagged);
    const other = paperNumber();
    await enterElsewhere(other);
    const again = await enter();
    await edit(again, { Number: other });
    await expect(verify(await gate.invoice(idOf(again)))).rejects.toMatchObject({ code: 422 });
  });

  it("is found among invoices from before there was a note of them", async () => {
    const number = paperNumber();
    await enterElsewhere(number);
    await gate.desk.db.deleteFrom("_invoice_digest").execute();
    await noteInvoices(gate.desk.db, registry);
    expect((await enter({ Number: number })).alert).toBe(ELSEWHERE);
  });

  it("is told to one of two shops that enter it at once", async () => {
    for (let round = 0; round < 5; round++) {
      const number = paperNumber();
      const both = await Promise.all([enter({ Number: number }), enterElsewhere(number)]);
      expect(both.filter(({ alert }) => alert === ELSEWHERE)).toHaveLength(1);
    }
  });
});
