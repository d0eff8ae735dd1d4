import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { ensureFirstRecords } from "../../../src/server/tables/sealed-rows.ts";
import { verifyAudit } from "../../../src/server/tables/verify-events.ts";
import type { RowProblem } from "../../../src/server/tables/verify-rows.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SHOP, STRANGER, SUPPLIER } from "../flows/fixtures/desk.ts";
import { entity, registry } from "../flows/fixtures/real-registry.ts";
import { auditProblems } from "./fixtures/audit-problems.ts";
import { idOf } from "./fixtures/bills.ts";

const TERMS = {
  busdate: "2025-06-01",
  ContractName: "x",
  OperMode: 2,
  startdate: "2025-06-01",
  enddate: "2025-12-31",
  settleCycle: 2,
  settleDays: 30,
  taxRate: 0n,
};
const LEAVE = { absent: "a", delegate: "b", startdate: "2025-06-01", enddate: "2025-06-30", Funcs: "x", FuncKeys: "503 pay", reason: "x" };

let made = 0;

describeEngine("sealed rows", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
  });
  /** Rows that somebody wrote past the program; the chains are whole, as he has left the log alone. */
  const found = async (): Promise<readonly RowProblem[]> => {
    const { chains, rows } = await verifyAudit(desk.db, registry);
    for (const { problems, unsealed, unsealedRecords } of chains) expect([problems, unsealed, unsealedRecords]).toEqual([[], [], []]);
    return rows;
  };
  const record = (values: Row = {}) => {
    made += 1;
    return desk.put("PayRecord", { provid: SUPPLIER, transid: `T${made}`, Operate: 1, Sign: -1, Pay_sum: 1_000_005n, ...values });
  };
  const seals = async () => (await verifyAudit(desk.db, registry)).chains.find(({ shopId }) => shopId === SHOP)?.head?.seq ?? 0;

  it("are as the program left them: written, added to, removed, and all of it in one seal of the transaction", async () => {
    const row = await record();
    const before = await seals();
    await desk.work(async (store) => {
      const entity = registry.entities.PayRecord as never;
      await store.update(entity, { Id: idOf(row) } as never, { Pay_sum: { plus: 95n }, paytime: "2025-06-30 10:00:00" } as never);
      await store.update(entity, { Id: idOf(row) } as never, { Remark: "与钱无关" } as never);
      await store.insert(entity, [{ provid: SUPPLIER, transid: "gone", Operate: 1, Sign: -1 } as never]);
      expect(await store.remove(entity, { transid: "gone" } as never)).toBe(1);
    });
    expect(await seals()).toBe(before + 1);
    expect(await auditProblems(desk.db)).toEqual([]);
    const { rows } = await sql`
      select kind, "values" ->> 'transid' as transid, "values" ->> 'Pay_sum' as sum from _sealed_row where entity = 'PayRecord' order by id`.execute(
      desk.db,
    );
    expect(rows).toEqual([
      { kind: "insert", transid: "T1", sum: "1000005" },
      { kind: "update", transid: "T1", sum: "1000100" },
      { kind: "insert", transid: "gone", sum: null },
      { kind: "delete", transid: "gone", sum: null },
    ]);
  });

  it("keep nothing of work that failed", async () => {
    const before = await seals();
    await expect(
      desk.work(async (store) => {
        await store.insert(registry.entities.PayRecord as never, [{ provid: SUPPLIER, transid: "no", Operate: 1, Sign: -1 } as never]);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect([await seals(), await auditProblems(desk.db)]).toEqual([before, []]);
  });

  it("tell the amount, the account, the decision, the row that SQL has changed, removed or slipped in", async () => {
    const [paid, gone] = [await record({ recvAcct: "6222000011112222" }), await record()];
    const decision = await desk.put("ApproveLog", { Billid: "SQ1", provid: SUPPLIER, NodeNo: 1, auditor: "王思远", result: -1 });
    await sql`update pay_record set "Pay_sum" = 99900, "recvAcct" = '6222999988887777' where "Id" = ${idOf(paid)}`.execute(desk.db);
    await sql`update provider set "BankAcct" = '6222999988887777', "Isstop" = true where provid = ${SUPPLIER}`.execute(desk.db);
    await sql`update provider set tel = '13800138000' where provid = ${STRANGER}`.execute(desk.db); // no money hangs on it
    await sql`update approve_log set result = 1 where "Id" = ${idOf(decision)}`.execute(desk.db);
    await sql`delete from pay_record where "Id" = ${idOf(gone)}`.execute(desk.db);
    await sql`insert into pay_record ("SHOP_ID", provid, transid) values (${SHOP}, ${SUPPLIER}, 'slipped in')`.execute(desk.db);
    const provider = { shopId: SHOP, entity: "Provider", label: SUPPLIER, what: "changed" };
    const payment = { shopId: SHOP, entity: "PayRecord", id: idOf(paid), label: `T${made - 1}`, what: "changed" };
    const problems = await found();
    expect(problems).toEqual([
      { shopId: SHOP, entity: "ApproveLog", id: idOf(decision), label: "SQ1", what: "changed", field: "result", was: "-1", is: "1" },
      { ...payment, field: "Pay_sum", was: "10000.05", is: "999.00" },
      { ...payment, field: "recvAcct", was: "6222000011112222", is: "6222999988887777" },
      { shopId: SHOP, entity: "PayRecord", id: idOf(gone), label: `T${made}`, what: "deleted" },
      { shopId: SHOP, entity: "PayRecord", id: expect.any(Number), label: "slipped in", what: "added" },
      { ...provider, id: expect.any(Number), field: "BankAcct", was: "", is: "6222999988887777" },
      { ...provider, id: expect.any(Number), field: "Isstop", was: "false", is: "true" },
    ]);
    // Beginning the records once more makes nothing good: not even where it is forgotten that they have begun.
    await sql`delete from _meta where key = 'sealed'`.execute(desk.db);
    await ensureFirstRecords(desk.db, registry);
    expect(await found()).toEqual(problems);
  });

  it.each([
    ["TaxInvoice", { Number: "12345678", InvDate: "2025-06-01" }, "TotalMoney", "999.00"],
    ["FeeBill", { busdate: "2025-06-30", Billid: "FYS", FeeKind: "bill", FeeItem: "x", FeeName: "y", taxRate: 0n }, "FeeMoney", "999.00"],
    ["FeeInvoice", { busdate: "2025-06-30", Billid: "FPS" }, "TotalMoney", "999.00"],
    ["CostAdjust", { busdate: "2025-06-30", Billid: "CBS" }, "DifMoney", "999.00"],
    ["ChangeApply", { busdate: "2025-06-30", Billid: "BGS", fieldName: "BankAcct" }, "newValue", "99900"],
    ["GoodsRate", { GoodsId: "S1" }, "taxRate", "0.099900"],
    ["TaxInvoiceRate", { InvId: 1, taxRate: 130_000n, netMoney: 100n, taxMoney: 13n }, "taxMoney", "999.00"],
    ["TaxInvoiceShare", { InvId: 1, BalaBillid: "JSS" }, "TotalMoney", "999.00"],
    ["Contract", { ...TERMS, Billid: "HTS", ContractNo: "S1" }, "commissionRate", "0.099900"],
    ["ConfigItem", { ConfigKey: "limit.pay", ConfigValue: "5000" }, "ConfigValue", "99900"],
    ["Delegation", { ...LEAVE, Billid: "WTS" }, "FuncKeys", "99900"],
  ] as const)("tell a changed %s", async (name, values, field, is) => {
    const { table, fields } = entity(name);
    const row = await desk.put(name, "provid" in fields ? { provid: SUPPLIER, ...values } : values);
    await sql`update ${sql.table(table)} set ${sql.ref(field)} = 99900 where "Id" = ${idOf(row)}`.execute(desk.db);
    const told = (await found()).filter((problem) => problem.entity === name);
    expect(told).toMatchObject([{ id: idOf(row), what: "changed", field, is }]);
  });

  it("are found where the record was changed, too, or one was slipped in", async () => {
    const paid = await record();
    const tamper = (change: (db: Desk["db"]) => Promise<unknown>) =>
      desk.db.transaction().execute(async (trx) => {
        await sql`alter table _sealed_row disable trigger user`.execute(trx);
        await change(trx);
        await sql`alter table _sealed_row enable trigger user`.execute(trx);
      });
    await expect(sql`update _sealed_row set kind = kind`.execute(desk.db)).rejects.toMatchObject({ code: "42501" });
    await tamper(async (db) => {
      await sql`update pay_record set "Pay_sum" = 1 where "Id" = ${idOf(paid)}`.execute(db);
      await sql`update _sealed_row set "values" = "values" || '{"Pay_sum": 1}' where entity = 'PayRecord' and "row" = ${idOf(paid)}`.execute(
        db,
      );
      await sql`insert into _sealed_row ("SHOP_ID", entity, "row", kind, "values") values (${SHOP}, 'PayRecord', 1, 'update', '{}')`.execute(
        db,
      );
    });
    const { chains } = await verifyAudit(desk.db, registry);
    const chain = chains.find(({ shopId }) => shopId === SHOP);
    expect(chain?.problems).toEqual([{ seq: expect.any(Number), event: null, what: "changed" }]);
    expect(chain?.unsealedRecords).toHaveLength(1);
  });

  it("begin with what is there, where an entity is sealed from now on", async () => {
    const old = new Desk(await open({ name: "desk_unsealed", fill: (database) => fillUnsealed(new Desk(database)) }));
    expect((await verifyAudit(old.db, registry)).rows).toHaveLength(2);
    await ensureFirstRecords(old.db, registry);
    expect(await auditProblems(old.db)).toEqual([]);
    await sql`update provider set "BankAcct" = '1' where provid = ${SUPPLIER}`.execute(old.db);
    await ensureFirstRecords(old.db, registry);
    expect((await verifyAudit(old.db, registry)).rows).toMatchObject([{ entity: "Provider", field: "BankAcct", was: "", is: "1" }]);
  });
});

/** A database as a version of the program left it that sealed no rows. */
async function fillUnsealed(desk: Desk): Promise<void> {
  await Desk.fill(desk.database);
  await desk.db.transaction().execute(async (trx) => {
    for (const table of ["_sealed_row", "_event_seal"]) await sql`alter table ${sql.id(table)} disable trigger user`.execute(trx);
    for (const table of ["_sealed_row", "_event_seal"]) await sql`delete from ${sql.id(table)}`.execute(trx);
    for (const table of ["_sealed_row", "_event_seal"]) await sql`alter table ${sql.id(table)} enable trigger user`.execute(trx);
    await sql`delete from _meta where key = 'sealed'`.execute(trx);
  });
}
