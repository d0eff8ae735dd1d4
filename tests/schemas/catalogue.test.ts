import { describe, expect, it } from "vitest";
import type { Module } from "../../src/shared/registry/model.ts";
import { SHIPPED } from "../fixtures/shipped-registry.ts";
import { registry } from "../server/flows/fixtures/real-registry.ts";

/** Pages whose table stands under an older number in the footer rules (docs/decisions/10). */
const TABLE_KEYS = { 8901: 201, 8902: 202, 8903: 203, 8905: 302, 8907: 310, 8909: 314, 8910: 312 };

/** Pages of this product that the specification does not have. */
const isOwn = ({ id, entry }: Pick<Module, "id" | "entry">) =>
  entry.path.startsWith("/configuration/") ||
  (id > 9010 && id < 9020) ||
  ["/accountChecking/PayEntry", "/accountChecking/FeeInvoice"].includes(entry.path);

/** px: what the rule `pinned-room` has for columns that are in view in a window of 1440 px. */
const ROOM = 960;

/** The tables with a sum row that the specification lists. */
const WITH_FOOTER = [201, 202, 203, 302, 310, 312, 314, 501, 502, 503, 509, 510, 522, 8906, 8908];

describe("the catalogue", () => {
  it("has the specified groups and pages, with their numbers and paths", () => {
    const pages = Object.fromEntries(
      registry.groups.map(({ path, id, modules }) => [
        path,
        { id, pages: modules.filter(({ of }) => of === null).map((page) => `${page.name} ${page.id}`) },
      ]),
    );
    expect(pages).toEqual(SHIPPED.groups);
    expect(Object.keys(registry.prints).sort()).toEqual(SHIPPED.prints);
    expect(Object.keys(registry.entities).sort()).toEqual(SHIPPED.entities);
    const modules = Object.values(registry.modules);
    expect(modules.filter((module) => module.entry.of === null && !isOwn(module))).toHaveLength(81);
    // Of this product alone: who may do what and why, edits that wait for a confirmation, what was done, the journal, delegations, payments
    // besides whole bills, keys and subscriptions of programs, master data by hand, and invoices over fees.
    expect(modules.filter(isOwn).map(({ id }) => id)).toEqual([
      526, 9001, 9002, 9003, 9004, 9005, 9006, 9007, 9008, 9010, 9011, 9012, 9013, 9014, 9016, 9017, 9501,
    ]);
    // Merged payments, on a page that belongs to the payment page.
    expect(modules.filter(({ entry }) => entry.of !== null).map(({ id, entry }) => [id, entry.of, entry.path])).toEqual([
      [9503, 503, "/accountChecking/BalancePay/merged"],
    ]);
    expect(SHIPPED.below).toEqual([{ id: 9503, of: 503 }]);
  });

  it("answers under both spellings where the specification has two (docs/decisions/10)", () => {
    const aliases = Object.values(registry.modules).flatMap(({ id, entry }) => (entry.aliases.length > 0 ? [[id, ...entry.aliases]] : []));
    expect(aliases).toEqual([
      [8906, "/queryAnlysis/StockQuery"],
      [8908, "/accountChecking/AccountManage"],
      [8911, "/queryAnlysis/goodsForecast"],
    ]);
  });

  it("has every page of its kind, one board of 总计 and sums where they are specified", () => {
    const modules = Object.values(registry.modules);
    const kinds = (page: string) => modules.filter((module) => module.page === page).map(({ id }) => id);
    expect({ form: kinds("form"), tree: kinds("tree"), stats: kinds("stats") }).toEqual({
      form: [109, 120, 121],
      tree: [803, 804, 806, 809],
      stats: [110, 517],
    });
    const renumbered = modules.filter(({ id, tableKey }) => tableKey !== id).map(({ id, tableKey }) => [id, tableKey]);
    expect(Object.fromEntries(renumbered)).toEqual(TABLE_KEYS);
    const summed = modules.filter(({ id, footer, entry }) => footer !== null && entry.of === null && !isOwn({ id, entry }));
    // Others that list amounts have sums as well: the rule list-totals asks for them.
    expect(summed.map(({ tableKey }) => tableKey)).toEqual(expect.arrayContaining(WITH_FOOTER));
    expect(summed.filter(({ footer }) => footer?.label === "总计").map(({ tableKey }) => tableKey)).toEqual([312]);
    expect(registry.modules["8908"]?.footer?.sums.find(({ field }) => field === "amount")?.decimals).toBe(3);
  });

  it("is made of 49 kinds of rows, the journal, delegations, the marks of readers, imports, three of what is open to programs, 13 kinds of lines and 8 views", () => {
    const entities = Object.values(registry.entities).filter(({ name }) => !name.startsWith("ModelEdit"));
    const views = entities.filter(({ view }) => view !== null).map(({ name }) => name);
    const lines = entities.filter(({ head }) => head !== null).map(({ name }) => name);
    expect(views.sort()).toEqual([
      "vArrival",
      "vInvoiceException",
      "vLedger",
      "vOrderDiff",
      "vPurchase",
      "vQuoteReport",
      "vStoreSale",
      "vUsage",
    ]);
    expect(lines).toHaveLength(13);
    expect(entities.length - views.length - lines.length).toBe(49 + 4 + 3);
  });

  it("shows the planned day of payment on 503 and 521 without scrolling, in every profile (docs/decisions/101, 113)", () => {
    const pages = Object.values(registry.profiles).flatMap(({ name, modules }) =>
      [modules["503"], modules["521"]].flatMap((module) => (module ? [{ name, module }] : [])),
    );
    expect(new Set(pages.map(({ module }) => module.id))).toEqual(new Set([503, 521]));
    for (const { name, module } of pages) {
      const { shown, width } = upTo(module, "planpaydate");
      expect(shown, `${name} ${module.id}`).toContain("planpaydate");
      expect(width, `${name} ${module.id}: ${shown.join(", ")}`).toBeLessThanOrEqual(ROOM);
    }
  });

  it("names every state of a machine in Chinese and gives every button a title", () => {
    const untitled = Object.values(registry.entities).flatMap(({ name, transitions }) =>
      Object.values(transitions)
        .filter(({ title, by }) => !/\p{Script=Han}/u.test(title) && by.some((who) => who === "shop" || who === "supplier"))
        .map((transition) => `${name}.${transition.name}`),
    );
    expect(untitled).toEqual([]);
  });
});

/** The columns of a list up to one of them, in the order of its table: what is pinned comes first. */
function upTo({ columns, pinned }: Module, field: string): { readonly shown: readonly string[]; readonly width: number } {
  const drawn = columns.filter(({ isCarried }) => !isCarried);
  const isPinned = (column: { readonly field: string }) => pinned.includes(column.field);
  const order = [...drawn.filter(isPinned), ...drawn.filter((column) => !isPinned(column))];
  const first = order.slice(0, order.findIndex((column) => column.field === field) + 1);
  return { shown: first.map((column) => column.field), width: first.reduce((sum, { width }) => sum + width, 0) };
}
