import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { announceSetup } from "../../../src/server/features/setup/announce-setup.ts";
import type { WireRow } from "../../../src/shared/protocol/list.ts";
import { call, openPortal } from "../app/fixtures/portal.ts";
import { openAsLogin, temporaryFolder } from "../db/fixtures/test-database.ts";
import { EXAMPLE, type ExpectedStatement, expected, FILES, type RateAmounts } from "./fixtures/expected.ts";
import { idsOf, Office, PASSWORD, sumOf } from "./fixtures/office.ts";

const ADMIN = "wang.yi";
const [BUYER, FINANCE, AUDITOR] = ["chen.buyer", "lin.finance", "gao.auditor"];
const SHOP = { kind: "retail", shop: "1000000001", name: "清风百货", market: "", marketName: "", profile: "plain" };
const BUYER_OF_INVOICES = { InvTitle: "清风百货有限公司", BuyerTaxNo: "91DEMO000000000001" };
const NOW = new Date(`${expected.day}T10:00:00+08:00`);

/** Who brings in what, where, in this order; users first, so that the rest is done by them. */
const FIRST = [
  [ADMIN, 9011, "01-stores.csv", "stores"],
  [ADMIN, 9012, "02-categories.csv", "categories"],
  [ADMIN, 801, "06-users.csv", "users"],
] as const;
const MASTER = [
  [BUYER, 104, "03-suppliers.csv", "suppliers"],
  [BUYER, 9013, "04-goods.xlsx", "goods"],
  [BUYER, 105, "05-contracts.csv", "contracts"],
] as const;
const BUSINESS = [
  [BUYER, 8906, "08-stock.csv", "stock"],
  [BUYER, 8901, "09-orders.csv", "orders"],
  [BUYER, 8902, "10-acceptances.csv", "acceptances"],
  [BUYER, 8903, "11-returns.csv", "returns"],
  [FINANCE, 501, "13-fees.csv", "fees"],
  [BUYER, 8908, "14-sales.csv", "sales"],
] as const;

const userOf = (provid: string) => `qf.${provid.toLowerCase()}`;
const AMOUNTS = ["GoodsMoney", "ReturnMoney", "Bala_fee", "CarryMoney", "TotalMoney", "Bala_sum"] as const;

it("the files of the example are what its script makes", () => {
  const folder = temporaryFolder();
  execFileSync(process.execPath, [join(EXAMPLE, "make.mjs"), "--day", expected.day, "--to", folder]);
  const names = readdirSync(FILES).sort();
  expect(readdirSync(folder).sort()).toEqual(names);
  for (const name of names) expect(readFileSync(join(folder, name)).equals(readFileSync(join(FILES, name))), name).toBe(true);
});

/** From an empty database to money that has gone out, by the calls of the pages alone; every amount is one of the example's own calculation. */
describe("a first customer", { timeout: 120_000 }, () => {
  let office: Office;
  beforeAll(async () => {
    office = new Office(await openPortal({ open: openAsLogin, fill: Object.assign(async () => undefined, { template: "no_rows" }) }));
  });

  const bringIn = async (files: typeof FIRST | typeof MASTER | typeof BUSINESS | readonly [readonly [string, number, string, string]]) => {
    const notices: string[] = [];
    for (const [user, mdl, file, counted] of files) {
      const before = await office.count(user, mdl);
      const told = await office.bringIn(user, mdl, file);
      expect(told.run, file).toMatchObject({ refused: 0, created: told.run.rows });
      expect((await office.count(user, mdl)) - before, file).toBe(expected.rows[counted]);
      notices.push(...told.notices);
    }
    return notices;
  };
  /** The statements as finance sees them, by supplier and period. */
  const statementsNow = async (): Promise<(provid: string, period: number) => WireRow | undefined> => {
    const rows = await office.rows(FINANCE, 510);
    return (provid, period) => {
      const { startdate, enddate } = expected.periods[period] ?? {};
      return rows.find((one) => one.provid === provid && one.startdate === startdate && one.enddate === enddate);
    };
  };
  /** Every statement that the script expects, with its supplier and period. */
  const statements = expected.suppliers.flatMap(({ provid, statements: told }) =>
    told.flatMap((one, period) => (one === null ? [] : [{ provid, period, told: one }])),
  );

  it("sets the portal up by the address that the server prints", async () => {
    const { database, registry } = office.portal;
    const lines = await announceSetup(database.kysely, registry, "http://portal.example", NOW);
    const token = /setup\?token=(\S+)/.exec(lines.join("\n"))?.[1] ?? "";
    const values = { ...SHOP, user: ADMIN, userName: "王一", password: PASSWORD, token };
    expect(await call(office.portal, null, "Setup/Save", values)).toMatchObject({ Code: 200 });
    await office.signIn(ADMIN);
    const { begin } = await office.done(ADMIN, "login/GetHomePageData");
    expect(begin.map(({ mdl }: { mdl: number }) => mdl)).toEqual([9011, 9012, 104, 9013, 801, 105]);
  });

  it("has people of the standard groups bring in stores, suppliers, goods and contracts", async () => {
    await Promise.all((await bringIn(FIRST)).map((notice) => office.enter(notice)));
    await bringIn(MASTER);
    const given = await bringIn([[ADMIN, 805, "07-supplier-users.csv", "supplierUsers"]]);
    const entered = await Promise.all(given.map((notice) => office.enter(notice)));
    expect(entered.sort()).toEqual(expected.suppliers.map(({ provid }) => userOf(provid)));
    const { begin = [] } = await office.done(ADMIN, "login/GetHomePageData");
    expect(begin).toEqual([]);
  });

  it("brings in what was ordered, came, went back, was charged and sold, and its stock follows", async () => {
    await bringIn(BUSINESS);
    // What the supplier has yet to fetch is announced, and moves no stock.
    await office.bringIn(BUYER, 8903, "12-return-notices.csv", false);
    const announced = await office.rows(BUYER, 8903, [["Statu", "eq", 0]]);
    expect(announced).toHaveLength(expected.rows.notices ?? 0);
    await office.act(BUYER, 8903, "audit", announced);
    const stock = await office.rows(BUYER, 8906);
    const left = stock.map(({ StoreId, GoodsId, amount }) => [`${StoreId}/${GoodsId}`, amount]).sort();
    expect(Object.fromEntries(left)).toEqual(expected.left);
  });

  for (const [period, { startdate, enddate }] of expected.periods.entries()) {
    it(`settles ${startdate} to ${enddate} with every supplier, and both confirm`, async () => {
      const { job } = await office.done(FINANCE, "Module/510/Generate", { startdate, enddate });
      const status = () => office.done(FINANCE, "Module/510/GenerateStatus", { job });
      await expect.poll(async () => (await status()).isDone).toBe(true);
      expect(await status()).toMatchObject({ made: statements.filter((one) => one.period === period).length, failed: 0 });
      const made = await office.rows(FINANCE, 510, [["B2b_statu", "eq", 0]]);
      await office.act(FINANCE, 510, "submit", made);
      for (const { provid, told } of statements.filter((one) => one.period === period)) {
        const [own, ...others] = await office.rows(userOf(provid), 510, [["B2b_statu", "eq", 10]]);
        expect([own, others], provid).toMatchObject([{ provid, startdate, enddate, ...amountsOf(told) }, []]);
        const { row, lines } = await office.done(userOf(provid), "Module/510/Get", { id: String(own?.Id) });
        expect(row, provid).toMatchObject({ ...amountsOf(told), invoicedue: told.invoicedue });
        expect([provid, byRate(lines.BalanceLine)]).toEqual([provid, told.rates]);
        await office.act(userOf(provid), 510, "provconfirm", own === undefined ? [] : [own]);
      }
      await office.act(FINANCE, 510, "confirm", await office.rows(FINANCE, 510, [["B2b_statu", "eq", 20]]));
      expect(await office.rows(FINANCE, 510, [["B2b_statu", "in", [0, 10, 20]]])).toEqual([]);
    });
  }

  it("has vouchers and notices over what is to be invoiced", async () => {
    const statementOf = await statementsNow();
    for (const mdl of [511, 512]) {
      const papers = new Map((await office.rows(FINANCE, mdl)).map((one) => [one.BalaBillid, one]));
      for (const { provid, period, told } of statements) {
        const { netMoney, taxMoney, invoicedue: TotalMoney } = told;
        const paper = papers.get(statementOf(provid, period)?.Billid ?? "");
        expect(paper, `${mdl} ${provid} ${period}`).toMatchObject({ provid, netMoney, taxMoney, TotalMoney });
      }
    }
  });

  it("has suppliers enter their invoices, which are verified", async () => {
    const picture = await sharp({ create: { width: 40, height: 24, channels: 3, background: "white" } })
      .png()
      .toBuffer();
    const invoiced = statements.filter(({ told }) => told.invoice.length > 0);
    const confirmed = await statementsNow();
    for (const [serial, { provid, period, told }] of invoiced.entries()) {
      await office.done(userOf(provid), "Module/514/Save", {
        ...BUYER_OF_INVOICES,
        ...invoiceFields(told.invoice),
        BalaBillid: String(confirmed(provid, period)?.Billid),
        InvType: "3",
        // The bundled register knows every number that does not end in 7.
        Number: `25${String(serial).padStart(17, "0")}1`,
        InvDate: expected.day,
        ImgUrl: await office.upload(userOf(provid), picture),
      });
    }
    await office.act(FINANCE, 514, "verify", await office.rows(FINANCE, 514));
    const kept = await office.rows(FINANCE, 514);
    expect(kept.map(({ InvoiceStt, verifyMsg }) => [InvoiceStt, verifyMsg])).toEqual(invoiced.map(() => [1, "发票查验一致"]));
    const invoicedNow = await statementsNow();
    for (const { provid, period, told } of invoiced) expect(invoicedNow(provid, period)).toMatchObject({ Sum_invoice: told.invoicedue });
  });

  it("pays what is due and nothing else; what is below zero was carried, or waits", async () => {
    const due = statements.filter(({ told }) => told.state === "paid");
    const bills = (await office.rows(FINANCE, 503, [["Statu", "eq", 10]])).filter(({ Bala_sum }) => Bala_sum !== "0.00");
    expect(bills).toHaveLength(due.length);
    for (const to of ["20", "50"]) {
      const { versions } = await office.done(FINANCE, "BalancePay/GetConfirmInfo", { ids: idsOf(bills), to });
      await office.done(FINANCE, "BalancePay/ConfirmPay", { ids: idsOf(bills), to, versions: JSON.stringify(versions) });
    }
    const statementOf = await statementsNow();
    const paid = new Map((await office.rows(FINANCE, 503)).map((one) => [one.BalaBillid, one]));
    const STATU = { paid: 50, carried: 40, waiting: 10 } as const;
    for (const { provid, period, told } of statements) {
      const statement = statementOf(provid, period);
      expect(statement, `${provid} ${period}`).toMatchObject({ Statu: STATU[told.state] });
      const Pay_sum = told.state === "paid" ? told.Bala_sum : "0.00";
      expect(paid.get(statement?.Billid ?? ""), `${provid} ${period}`).toMatchObject({ Bala_sum: told.Bala_sum, Pay_sum });
    }
    const records = await office.rows(FINANCE, 520);
    expect(sumOf(records.map(({ Pay_sum }) => Pay_sum))).toBe(expected.totals.paid);
  });

  it("has a ledger that says what is still open, to the supplier, too", async () => {
    const ledger = await office.rows(AUDITOR, 505);
    for (const { provid, ledger: open } of expected.suppliers) {
      const own = await office.rows(userOf(provid), 505);
      const latest = ledger.find((one) => one.provid === provid);
      expect([provid, latest?.endMoney, own[0]?.endMoney]).toEqual([provid, open, open]);
    }
  });
});

const amountsOf = (told: ExpectedStatement) => Object.fromEntries(AMOUNTS.map((name) => [name, told[name]]));

/** A statement's lines by tax rate, without what was carried into it, which has none. */
function byRate(lines: readonly WireRow[]): readonly RateAmounts[] {
  const taxed = lines.filter(({ taxRate }) => taxRate !== null);
  const rates = [...new Set(taxed.map(({ taxRate }) => String(taxRate)))].sort();
  return rates.map((rate) => {
    const own = taxed.filter((line) => line.taxRate === rate);
    const sum = (field: string) => sumOf(own.map((line) => line[field]));
    return { rate, net: sum("netMoney"), tax: sum("taxMoney"), total: sum("TotalMoney") };
  });
}

/** What a form of an invoice sends: its one rate, or a line for each of several. */
function invoiceFields(groups: readonly RateAmounts[]): Readonly<Record<string, string>> {
  const sum = (name: "net" | "tax" | "total") => sumOf(groups.map((group) => group[name]));
  const amounts = { netMoney: sum("net"), taxMoney: sum("tax"), TotalMoney: sum("total") };
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0) return { ...amounts, taxRate: only.rate };
  const lines = groups.map(({ rate: taxRate, net: netMoney, tax: taxMoney }) => ({ taxRate, netMoney, taxMoney }));
  return { ...amounts, taxRate: "", lines: JSON.stringify({ TaxInvoiceRate: lines }) };
}
