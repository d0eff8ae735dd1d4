import { describe, expect, it } from "vitest";
import { buildMinimal, type Edit, problemLines } from "./minimal.ts";

const BILL = "schemas/entities/bill.json";
const BILLS = "schemas/modules/bills/bills.json";
const PRINT = "schemas/prints/bill.json";
const AUDIT = ["states", "Statu", "transitions", "audit"];
const TODO = { title: "待办", filters: [{ field: "Statu", value: [0] }] };

const WRITTEN = "(npm run format:schemas writes it in the words of today)";
const GONE = "(the language has this word no more: docs/decisions/79 says why)";

/** A word of before in its place, and all that is told of it. */
const CASES: readonly (readonly [edit: Edit, ...problems: string[]])[] = [
  [
    [BILL, [...AUDIT, "guards", 0, "if"], { flag: ["strict", true] }],
    `entities/bill.json /states/Statu/transitions/audit/guards/0/if unknown property "if" ${WRITTEN}`,
  ],
  [
    [BILL, ["fields", "ShopName", "computed"], { lookup: { via: "SHOP_ID", field: "ShopName" } }],
    `entities/bill.json /fields/ShopName/computed/lookup unknown property "lookup" ${WRITTEN}`,
  ],
  [
    [BILL, ["fields", "province", "derived"], { origin: { of: "place", part: "province" } }],
    `entities/bill.json /fields/province/derived/origin unknown property "origin" ${WRITTEN}`,
  ],
  [
    [BILL, ["fields", "GroupName", "derived", "copy"], { via: "GroupId", field: "GroupName" }],
    `entities/bill.json /fields/GroupName/derived/copy must be text, not an object ${WRITTEN}`,
  ],
  [
    [BILL, ["fields", "nick", "readFrom"], { via: "file", part: "code" }],
    `entities/bill.json /fields/nick/readFrom unknown property "readFrom" ${WRITTEN}`,
  ],
  [
    [BILL, ["fields", "size", "computed", "cases"], { when: [], else: "小" }],
    `entities/bill.json /fields/size/computed/cases must be a list, not an object ${WRITTEN}`,
  ],
  [
    [BILL, ["fields", "linecount", "computed", "count"], { of: "BillLine", by: "Billid", key: "Billid" }],
    `entities/bill.json /fields/linecount/computed/count/by unknown property "by" ${WRITTEN}`,
    `entities/bill.json /fields/linecount/computed/count/key unknown property "key" ${WRITTEN}`,
  ],
  [
    ["schemas/shared/enums.json", ["enums", "BillState", 1, "retitle"], [{ when: { set: "size" }, text: "审" }]],
    `shared/enums.json /enums/BillState/1/retitle unknown property "retitle" ${WRITTEN}`,
  ],
  [
    [BILL, [...AUDIT, "effects", 1, "add", "orCreate"], { provid: { field: "provid" } }],
    `entities/bill.json /states/Statu/transitions/audit/effects/1/add/orCreate unknown property "orCreate" ${WRITTEN}`,
  ],
  [
    [BILLS, ["footer", "sums", 1, "decimals"], 3],
    `modules/bills/bills.json /footer/sums/1/decimals unknown property "decimals" ${WRITTEN}`,
  ],
  [
    ["schemas/modules/bills/board.json", ["cards", 0, "measure"], { of: "count" }],
    `modules/bills/board.json /cards/0/measure unknown property "measure" ${WRITTEN}`,
  ],
  [
    [BILL, ["fields", "GroupId", "narrow"], { GroupName: "nick" }],
    `entities/bill.json /fields/GroupId/narrow unknown property "narrow" ${WRITTEN}`,
  ],
  [[BILL, ["fields", "nick", "minLength"], 2], `entities/bill.json /fields/nick/minLength unknown property "minLength" ${WRITTEN}`],
  [[BILLS, ["labels"], { Statu: [{ code: 10, title: "审" }] }], `modules/bills/bills.json /labels unknown property "labels" ${WRITTEN}`],
  [
    [BILLS, ["print", 0], { template: "bill" }],
    `modules/bills/bills.json /print/0 "key" is missing`,
    `modules/bills/bills.json /print/0/template unknown property "template" ${WRITTEN}`,
  ],
  [["modules.json", ["groups", 0, "alwaysShow"], true], `modules.json /groups/0/alwaysShow unknown property "alwaysShow" ${GONE}`],
  [
    ["schemas/entities/v-day.json", ["view", "groupBy"], ["SHOP_ID"]],
    `entities/v-day.json /view/groupBy unknown property "groupBy" ${WRITTEN}`,
  ],
  [["schemas/entities/payment.json", ["chain", "links"], []], `entities/payment.json /chain/links unknown property "links" ${WRITTEN}`],
  [[BILL, ["permissions"], { supplier: { hide: ["size"] } }], `entities/bill.json /permissions unknown property "permissions" ${WRITTEN}`],
  [[BILL, ["supplierField"], "PROV_ID"], `entities/bill.json /supplierField unknown property "supplierField" ${WRITTEN}`],
  [
    [BILL, [...AUDIT, "effects", 0], { set: { count: { total: { of: "BillLine", field: "amount" } } } }],
    `entities/bill.json /states/Statu/transitions/audit/effects/0/set/count/total unknown property "total" ${GONE}`,
  ],
  [
    [BILLS, ["permissions"], { supplier: { hide: ["size"] } }],
    `modules/bills/bills.json /permissions unknown property "permissions" ${WRITTEN}`,
  ],
  [[BILLS, ["titleField"], "Billid"], `modules/bills/bills.json /titleField unknown property "titleField" ${WRITTEN}`],
  [
    [BILLS, ["todos"], [TODO]],
    `modules/bills/bills.json /todos/0 "where" is missing in one kind of waiting rows`,
    `modules/bills/bills.json /todos/0/filters unknown property "filters" ${WRITTEN}`,
  ],
  [
    [BILLS, ["filters", 1], { field: "Provider", audience: ["shop"], operator: "contains" }],
    `modules/bills/bills.json /filters/1/operator unknown property "operator" ${GONE}`,
  ],
  [
    [BILLS, ["lines", 0], { entity: "BillLine", title: "明细", columns: ["GoodsId", "Total"] }],
    `modules/bills/bills.json /lines/0/title unknown property "title" ${GONE}`,
  ],
  [[PRINT, ["pageSum"], ["Total"]], `prints/bill.json /pageSum unknown property "pageSum" ${WRITTEN}`],
  [[PRINT, ["total"], ["Total"]], `prints/bill.json /total unknown property "total" ${WRITTEN}`],
  [[PRINT, ["columns", 0, "align"], "right"], `prints/bill.json /columns/0/align unknown property "align" ${GONE}`],
];

describe("a word of before is told with what to do", () => {
  it.each(CASES.map(([edit, ...problems]) => [problems.at(-1) ?? "", edit, problems] as const))("%s", (_last, edit, problems) => {
    expect(problemLines(buildMinimal(edit))).toEqual(problems);
  });

  it("and in a patch of a profile, too", () => {
    const patch = { "101": { permissions: { supplier: { size: "add" } } } };
    expect(problemLines(buildMinimal(["schemas/overlays/strict.json", ["modules"], patch]))).toEqual([
      `overlays/strict.json /modules/101/permissions unknown property "permissions" ${WRITTEN}`,
    ]);
  });

  it("but not where the same name never was a word", () => {
    expect(problemLines(buildMinimal([BILL, [...AUDIT, "if"], true]))).toEqual([
      expect.not.stringMatching(/format:schemas|docs.decisions/),
    ]);
  });
});
