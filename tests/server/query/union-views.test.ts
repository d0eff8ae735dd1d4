import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "../../../src/server/base/viewer.ts";
import type { Database } from "../../../src/server/db/connect.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import type { ListParameters } from "../../../src/server/query/parse-list-request.ts";
import { showRow } from "../../../src/server/query/show/show-row.ts";
import { formatScaled, parseScaled } from "../../../src/shared/domain/scaled.ts";
import type { WireRow } from "../../../src/shared/protocol/list.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillLedger, type LedgerRow, ledgerContext, ledgerModule, ledgerRegistry, ledgerViewer } from "./fixtures/ledger-database.ts";
import { SHOPS, SUPPLIERS } from "./fixtures/small-database.ts";

const [FIRST, SECOND] = SHOPS;
const PARTS = ["in", "pay", "fee"];
const registry = ledgerRegistry();
const VIEWERS = SHOPS.flatMap((shop) => [ledgerViewer(shop), ...SUPPLIERS.map((provid) => ledgerViewer(shop, provid))]);
const MISSING = { code: 404 };

/** What a viewer may see of the rows as they were written: no foreign ones, and of a shop no drafts and no fees. */
function seenBy({ shopId, side, provId }: Viewer, rows: readonly LedgerRow[]): LedgerRow[] {
  const own = rows.filter(({ shop }) => shop === shopId);
  return side === "shop" ? own : own.filter((row) => row.provid === provId && !row.isDraft && row.kind !== "fee");
}

const idOf = ({ kind, Id }: LedgerRow) => Id * PARTS.length + PARTS.indexOf(kind);

/** The balance after each row, by the row's key. */
function balances(rows: readonly LedgerRow[]): Map<number, string> {
  const sums = new Map<string, bigint>();
  const byDay = rows.toSorted((a, b) => (a.busdate ?? "9999").localeCompare(b.busdate ?? "9999") || idOf(a) - idOf(b));
  return new Map(
    byDay.map((row) => {
      const owner = `${row.shop} ${row.provid}`;
      const sum = (sums.get(owner) ?? 0n) + (row.change ?? 0n);
      sums.set(owner, sum);
      return [idOf(row), formatScaled(sum, 2)];
    }),
  );
}

describeEngine("views over several entities", (open) => {
  let database: Database;
  let written: LedgerRow[];
  beforeAll(async () => {
    database = await open();
    written = await fillLedger(database, registry);
  });
  const context = (viewer: Viewer) => ledgerContext(database, registry, viewer);
  const list = (viewer: Viewer, name: string, parameters: ListParameters = {}) =>
    listPage(context(viewer), ledgerModule(registry, name), { rows: "999999999", ...parameters });
  const all = async (viewer: Viewer, name: string, parameters: ListParameters = {}) => (await list(viewer, name, parameters)).rows;

  describe.each(VIEWERS.map((viewer) => [viewer.userId, viewer] as const))("as %s", (_, viewer) => {
    test("every part shows what its own entity shows: own rows, and of a shop no drafts", async () => {
      const rows = await all(viewer, "ledger");
      const expected = seenBy(viewer, written);
      expect(rows.map(({ Id }) => Id).sort()).toEqual(expected.map(idOf).sort());
      const byId = new Map(rows.map((row) => [row.Id, row]));
      for (const row of expected)
        expect(byId.get(idOf(row))).toMatchObject({
          provid: row.provid,
          Provider: `供应商${row.shop}${row.provid}`,
          kind: row.kind,
          Billid: row.Billid,
          busdate: row.busdate,
          change: row.change === null ? null : formatScaled(row.change, 2),
        });
    });

    test("a balance runs to the 分, and no filter, order or page changes it", async () => {
      const expected = balances(seenBy(viewer, written));
      const requests: ListParameters[] = [
        {},
        { sort: "endMoney" },
        { filter: JSON.stringify([{ field: "kind", operator: "eq", value: "pay" }]) },
        { filter: JSON.stringify([{ field: "busdate", operator: "gte", value: "2025-06-05" }]), sort: "Billid" },
        { filter: JSON.stringify([{ field: "endMoney", operator: "lt", value: "0" }]) },
        { rows: "7", page: "3", sort: "busdate" },
      ];
      for (const request of requests) {
        const rows = await all(viewer, "ledger", request);
        expect(rows.length).toBeGreaterThan(0);
        for (const row of rows) expect(row.endMoney, `${row.Id} ${JSON.stringify(request)}`).toBe(expected.get(Number(row.Id)));
      }
      for (const row of await all(viewer, "paid")) expect(row.endMoney).toBe(expected.get(Number(row.Id)));
    });

    test("a view of a view, chosen by its balance", async () => {
      const expected = [...balances(seenBy(viewer, written))].filter(([, balance]) => balance.startsWith("-"));
      const { rows, footer } = await list(viewer, "debts");
      expect(rows.map(({ Id, endMoney }) => [Id, endMoney])).toEqual(expected.sort(([a], [b]) => b - a));
      expect(footer.endMoney).toBe(formatScaled(sumOf(rows, "endMoney"), 2));
    });

    test("a row by its key; nobody else's, and none of a part that is closed to the side", async () => {
      const seen = new Set(seenBy(viewer, written).map(idOf));
      const module = ledgerModule(registry, "ledger");
      for (const row of written.filter((_row, index) => index % 5 === 0)) {
        const call = showRow(context(viewer), module, idOf(row));
        if (seen.has(idOf(row))) await expect(call).resolves.toMatchObject({ row: { Billid: row.Billid, kind: row.kind } });
        else await expect(call).rejects.toMatchObject(MISSING);
      }
    });

    test("groups over all parts, and their ranks", async () => {
      const seen = seenBy(viewer, written).filter(({ kind }) => kind !== "fee");
      const rows = await all(viewer, "totals");
      const groups = new Map<string, bigint>();
      for (const { provid, kind, change } of seen)
        groups.set(`${provid} ${kind}`, (groups.get(`${provid} ${kind}`) ?? 0n) + (change ?? 0n));
      expect(rows.map(({ provid, kind, change }) => [`${provid} ${kind}`, change]).sort()).toEqual(
        [...groups].map(([name, sum]) => [name, formatScaled(sum, 2)]).sort(),
      );
      for (const row of rows) {
        const better = [...groups].filter(
          ([name, sum]) => name.endsWith(` ${row.kind}`) && sum > (parseScaled(String(row.change), 2) ?? 0n),
        );
        expect(row.rank).toBe(better.length + 1);
        expect(row.bills).toBe(seen.filter(({ provid, kind }) => provid === row.provid && kind === row.kind).length);
      }
    });
  });

  test("the sums are those of all pages, whatever is chosen, and no row is on two pages", async () => {
    const day = fc.integer({ min: 1, max: 9 }).map((n) => `2025-06-0${n}`);
    const condition = fc.oneof(
      fc.constantFrom("in", "pay", "fee").map((value) => ({ field: "kind", operator: "eq", value })),
      day.map((value) => ({ field: "busdate", operator: "lte", value })),
      fc.integer({ min: -100_000, max: 100_000 }).map((value) => ({ field: "endMoney", operator: "gt", value: String(value) })),
      fc.constant({ field: "note", operator: "null" }),
      fc.constant({ field: "Provider", operator: "contains", value: "101" }),
    );
    const request = fc.record({
      viewer: fc.constantFrom(...VIEWERS),
      filter: fc.array(condition, { maxLength: 2 }),
      order: fc.constantFrom(
        {},
        { sort: "busdate" },
        { sort: "endMoney", order: "desc" },
        { sort: "kind,change", order: "asc,desc" },
        { sort: "note" },
        { sort: "Provider", order: "desc" },
      ),
      rows: fc.integer({ min: 3, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ viewer, filter, order, rows: size }) => {
        const parameters = { filter: JSON.stringify(filter), ...order, rows: String(size) };
        const first = await list(viewer, "ledger", parameters);
        const pages = [first.rows];
        for (let page = 2; pages.flat().length < first.total && page < 60; page += 1)
          pages.push(await all(viewer, "ledger", { ...parameters, page: String(page) }));
        const rows = pages.flat();
        expect(rows).toHaveLength(first.total);
        expect(new Set(rows.map(({ Id }) => Id)).size).toBe(first.total);
        for (const field of ["credit", "debit", "change", "endMoney"])
          expect(first.footer[field]).toBe(formatScaled(sumOf(rows, field), 2));
      }),
      { numRuns: 40 },
    );
  });

  test("only the rows of parts that name a field are counted by it", async () => {
    const rows = await all(ledgerViewer(FIRST), "totals");
    const paid = written.filter(({ shop, kind, provid }) => shop === FIRST && kind === "pay" && provid === "101").length;
    const notes = rows.filter(({ provid }) => provid === "101").map(({ kind, note, Billid }) => [kind, note, Billid]);
    expect(notes.sort()).toEqual([
      ["in", 0, "YS1019"],
      ["pay", paid, "FK1019"],
    ]);
  });

  test("what a part does not name is empty, and a literal is a value of its field", async () => {
    const rows = await all(ledgerViewer(FIRST), "ledger");
    const fee = rows.find(({ kind }) => kind === "fee");
    expect(fee).toMatchObject({ Billid: null, note: null, credit: "0.00", kind_text: "费用" });
    expect(rows.find(({ kind, Billid }) => kind === "pay" && Billid === "FK1011")).toMatchObject({ note: "备注1" });
    expect(rows.find(({ kind, Billid }) => kind === "in" && Billid === "YS1011")).toMatchObject({ note: null, debit: "0.00" });
  });

  test("what a joined row keeps from a supplier stays empty", async () => {
    const rows = await all(ledgerViewer(FIRST, "101"), "ledger");
    // The receipt it pays is still a draft of the shop.
    expect(rows.find(({ Billid }) => Billid === "FK1010")).toMatchObject({ note: null });
    expect(rows.find(({ Billid }) => Billid === "FK1011")).toMatchObject({ note: "备注1" });
  });

  test("keys that the parts state themselves stay as they are", async () => {
    const rows = await all(ledgerViewer(FIRST), "halves");
    const own = written.filter(({ shop, kind }) => shop === FIRST && kind === "in");
    expect(rows.map(({ Id, isOpen }) => [Id, isOpen])).toEqual(own.map(({ Id, isDraft }) => [Id, isDraft]).reverse());
    expect((await all(ledgerViewer(FIRST, "102"), "halves")).filter(({ isOpen }) => isOpen)).toEqual([]);
  });

  test("a mall sees the rows of its shops as they see them: no window goes beyond one shop", async () => {
    const rows = await all(ledgerViewer(FIRST, "", { isMall: true }), "market");
    const [ours, theirs] = [await all(ledgerViewer(FIRST), "ledger"), await all(ledgerViewer(SECOND), "ledger")];
    const inOrder = (list: readonly WireRow[]) => list.toSorted((a, b) => Number(a.Id) - Number(b.Id));
    expect(inOrder(rows).map(({ SHOP_ID: _shop, ...row }) => row)).toEqual(inOrder([...ours, ...theirs]));
    expect(await all(ledgerViewer(SECOND), "market")).toHaveLength(theirs.length);
  });
});

function sumOf(rows: readonly WireRow[], field: string): bigint {
  return rows.reduce((sum, row) => sum + (row[field] === null ? 0n : (parseScaled(String(row[field]), 2) ?? 0n)), 0n);
}
