import { beforeAll, expect, it } from "vitest";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { takeWallDown } from "../db/fixtures/without-wall.ts";
import { SHOP, STRANGER, SUPPLIER, viewer } from "../flows/fixtures/desk.ts";
import { CANARY, ImportDesk, type Imported, importer, OTHER_SHOP, PAGES, STATEMENT } from "./fixtures/import-desk.ts";
import { inOtherShop, SAMPLES } from "./fixtures/samples.ts";

const names = Object.keys(SAMPLES) as Imported[];

describeEngine("an import reaches the own rows alone", (open) => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await ImportDesk.open(open);
    // The program says itself whose rows it means, as there may be no wall behind it.
    await takeWallDown(desk.database);
  });

  /** Every row of the other shop, of every entity that is brought in. */
  const others = async (shop: string) => Promise.all(names.map((name) => desk.find(name, {}, shop)));

  it.each(names)("another shop's row of the same key is neither found nor changed: %s", async (name) => {
    const { rows, change } = SAMPLES[name](1);
    const theirs = inOtherShop(name, rows);
    const there = await desk.bring(PAGES[name], theirs, { who: importer({ shopId: OTHER_SHOP }) });
    expect(there.map(({ state, problems }) => [state, problems])).toEqual(theirs.map(() => ["created", []]));
    const before = await others(OTHER_SHOP);
    const own = await desk.bring(PAGES[name], rows);
    expect(own.map(({ state }) => state)).toEqual(rows.map(() => "created"));
    await desk.bring(
      PAGES[name],
      rows.map((row, at) => (at === 0 ? { ...row, ...change } : row)),
    );
    expect(await others(OTHER_SHOP)).toEqual(before);
    expect(
      JSON.stringify(await desk.find(name, {}), (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toContain(CANARY);
  });

  it.each(names)("no ref leads to what is another shop's, by its code or by its name: %s", async (name) => {
    for (const { name: column, lookup } of desk.spec(PAGES[name]).columns) {
      if (lookup === null) continue;
      const [row = {}, ...more] = SAMPLES[name](3).rows;
      for (const text of [`${CANARY}乳品`, `${CANARY}东店`, `${CANARY}供应商`, `${CANARY}采购`, `${CANARY}商品G1`, "ONLY-THERE"]) {
        const [end] = await desk.bring(PAGES[name], [{ ...row, [column]: text }, ...more], { isTrial: true });
        expect(end?.state, `${column} ${text}`).toBe("refused");
        const [problem] = end?.problems.filter((one) => one.column === column) ?? [];
        expect(problem?.message, `${column} ${text}`).toMatch(/不存在或不能选择$/);
      }
    }
  });

  it("a supplier finds no other supplier's row by its key, and changes none", async () => {
    const { rows } = SAMPLES.TaxInvoice(20);
    const foreign = await desk.put("TaxInvoice", { ...cellsOf(rows[0] ?? {}), provid: STRANGER, Provider: "别的供应商", InvTitle: CANARY });
    const own = rows.map(({ provid: _provid, ...row }) => row);
    const who = { ...viewer(SUPPLIER), hasAll: true };
    const [end] = await desk.bring(PAGES.TaxInvoice, own, { who });
    // As by the form: the number is taken, and nothing is told of whose it is.
    expect(end).toMatchObject({ state: "refused", id: null });
    expect(end?.problems.map(({ message }) => message).join()).not.toContain(CANARY);
    expect(await desk.row("TaxInvoice", Number(foreign.Id))).toEqual(foreign);
    const [made] = await desk.bring(PAGES.TaxInvoice, [{ ...own[0], Number: "10000021" }], { who });
    expect(made).toMatchObject({ state: "created", problems: [] });
    expect(await desk.row("TaxInvoice", Number(made?.id))).toMatchObject({ provid: SUPPLIER, SHOP_ID: SHOP, BalaBillid: STATEMENT });
  });

  it("whose row it is cannot be said by a column", async () => {
    for (const name of names) {
      const { rows } = SAMPLES[name](30);
      const said = rows.map((row) => ({ ...row, SHOP_ID: OTHER_SHOP, Id: "1", rowver: "9" }));
      const [end] = await desk.bring(PAGES[name], said);
      expect(end?.state, name).toBe("refused");
      expect(
        end?.problems.map(({ message }) => message),
        name,
      ).toEqual(["SHOP_ID", "Id", "rowver"].map((column) => `没有“${column}”这一列，或无权填写`));
    }
    const [end] = await desk.bring(PAGES.TaxInvoice, [{ ...SAMPLES.TaxInvoice(31).rows[0], provid: STRANGER }], {
      who: { ...viewer(SUPPLIER), hasAll: true },
    });
    expect(end?.problems[0]?.message).toBe("没有“provid”这一列，或无权填写");
  });

  it("rows that the page does not show are not found by their key", async () => {
    const { rows } = SAMPLES.FeeBill(40);
    const [made] = await desk.bring(PAGES.FeeBill, rows);
    await desk.patch("FeeBill", { Id: Number(made?.id) }, { FeeKind: "instant" });
    const [end] = await desk.bring(PAGES.FeeBill, rows);
    expect(end).toMatchObject({ state: "refused", id: null, problems: [{ column: null, message: "费用单号 已存在" }] });
  });
});

function cellsOf({ Code = "", Number: number = "", InvDate = "" }: Readonly<Record<string, string>>) {
  return { Code, Number: number, InvDate, BalaBillid: STATEMENT };
}
