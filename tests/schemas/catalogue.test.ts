import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { PROGRAM } from "../../src/server/features.ts";
import { loadRegistry } from "../../src/server/registry/load-registry.ts";
import type { Registry } from "../../src/shared/registry/model.ts";
import { formatProblem } from "../../src/shared/registry/problem.ts";

const registry = built();

/** The group of pages that this product has besides those of the specification. */
const OWN_GROUP = "/configuration";
const isOwn = ({ entry }: { readonly entry: { readonly path: string } }) => entry.path.startsWith(`${OWN_GROUP}/`);
/** Of which the entities are nobody else's. */
const OWN_ENTITIES = ["ModelEdit", "ModelEditLine"];

/** The menu in the words of the specification: group path, group id, pages. */
const SPECIFIED: Readonly<Record<string, readonly [id: number, pages: string]>> = {
  "/basicInfo": [
    1,
    "Marketinfo 101, CompanyShop 102, ProviderReview 103, CompanyProviderManage 104, Company_Provider 113, CompanyProvider 109, ProContractManage 105, DeliveryApply 107, BalanceOrder 108, UseCount 110, UserContent 114, ProvArriveDateManage 111, ApplyConfig 112, Contract_Apply 115, InfoModify 116, SystemConfig 117, AreaInvoice 118, ChkManage 119, ConfigManage 120, WebsiteConfig 121, publishAdmin 122",
  ],
  "/paymentOfCharges": [4, "PayConfig 401, PayManage 402, PayOrder 403, electronicReceipt 404"],
  "/accountChecking": [
    5,
    "BalanceManage 510, BalancePlan 524, ForDhInvoiceLog 514, InvoiceBala 525, BalanceMakeOutAnInvoice 522, FeeManage 501, CostAdjust 502, RateChange 508, Account_Prov 505, BalancePay 503, BalanceApply 504, Balance39 509, BalanceProvManage 521, BalanceInvoice 511, Invoice_ApplyQuery 512, FeeItemList 513, BalanceChoose 515, InvoiceResult 516, PayRecords 520, applyForBalanceDue 523, InvoiceAudit 517",
  ],
  "/investmentManagement": [6, "GdsPurch 601, GdsPrcCstManage 602, NewGds 603, NewGoodsApply 606"],
  "/licenseAdmin": [7, "PrvPicGdsPic 701, PrvPicGds 702"],
  "/systemAdmin": [8, "Usr 801, UsrShop 802, SYSGroup 803, ShopGrp 804, UsrPov 805, ShopGroup 806, userAdminDh 808, GroupDH 809"],
  "/messageAdmin": [9, "BoardLst 901, MsgManage 902"],
  "/advice": [99, "adviceinfo 9901"],
  "/bidding": [88, "RegManage 8801, Purchase 8802, PurchasePrv 8803, PurchaseShop 8804, GdsImg 8805, PurchaseBB 8806, myPurchase 8807"],
  "/logisticsReceiptsDemand": [
    89,
    "OrderManage 8901, AcceptManage 8902, RecedManage 8903, Comm_Shop 8904, ShopAccount 8905, StockQuery 8906, OrderCountManage 8907, AccountManage 8908, shopAdmin 8909, OrderDetail 8910, goodsForecast 8911",
  ],
};

/** Pages whose table stands under an older number in the footer rules (docs/decisions/10). */
const TABLE_KEYS = { 8901: 201, 8902: 202, 8903: 203, 8905: 302, 8907: 310, 8909: 314, 8910: 312 };

/** The tables with a sum row that the specification lists. */
const WITH_FOOTER = [201, 202, 203, 302, 310, 312, 314, 501, 502, 503, 509, 510, 522, 8906, 8908];

describe("the catalogue", () => {
  it("has the specified groups and pages, with their numbers and paths", () => {
    const pages = Object.fromEntries(
      registry.groups
        .filter(({ path }) => path !== OWN_GROUP)
        .map(({ path, id, modules }) => [
          path,
          [
            id,
            modules
              .filter(({ of }) => of === null)
              .map((page) => `${page.name} ${page.id}`)
              .join(", "),
          ],
        ]),
    );
    expect(pages).toEqual(SPECIFIED);
    const modules = Object.values(registry.modules).filter((module) => !isOwn(module));
    expect(modules.filter(({ entry }) => entry.of === null)).toHaveLength(81);
    expect(
      Object.values(registry.modules)
        .filter(isOwn)
        .map(({ id }) => id),
    ).toEqual([9001, 9002, 9003]);
    // Merged payments, on a page that belongs to the payment page.
    expect(modules.filter(({ entry }) => entry.of !== null).map(({ id, entry }) => [id, entry.of, entry.path])).toEqual([
      [9503, 503, "/accountChecking/BalancePay/merged"],
    ]);
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
    const summed = modules.filter(({ footer, entry }) => footer !== null && entry.of === null);
    expect(summed.map(({ tableKey }) => tableKey).sort((a, b) => a - b)).toEqual(WITH_FOOTER);
    expect(summed.filter(({ footer }) => footer?.label === "总计").map(({ tableKey }) => tableKey)).toEqual([312]);
    expect(registry.modules["8908"]?.footer?.sums.find(({ field }) => field === "amount")?.decimals).toBe(3);
  });

  it("is made of 46 kinds of rows and the marks of readers, 9 kinds of lines and 8 views", () => {
    const entities = Object.values(registry.entities).filter(({ name }) => !OWN_ENTITIES.includes(name));
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
    expect(lines).toHaveLength(9);
    expect(entities.length - views.length - lines.length).toBe(46 + 1);
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

function built(): Registry {
  const result = loadRegistry(fileURLToPath(new URL("../..", import.meta.url)), PROGRAM);
  if (!result.ok) throw new Error(result.problems.map(formatProblem).join("\n"));
  return result.registry;
}
