import { audience } from "../../../../src/shared/registry/checks/audience.ts";
import { hiddenFields } from "../../../../src/shared/registry/checks/hidden.ts";
import { idleAudiences } from "../../../../src/shared/registry/checks/idle.ts";
import { knownFields, knownFlags } from "../../../../src/shared/registry/checks/known-names.ts";
import { news } from "../../../../src/shared/registry/checks/news.ts";
import { predicateOperands, predicateSettings } from "../../../../src/shared/registry/checks/predicates.ts";
import { todoActions, todoFilters } from "../../../../src/shared/registry/checks/todos.ts";
import { repeatedEntries } from "../../../../src/shared/registry/checks/unique.ts";
import { BILLS, mutation } from "./mutation.ts";

const DESK = "schemas/modules/system/desk.json";
const GROUPS = "schemas/modules/system/groups.json";
const FIRST = ["todos", 0, "where", "all", 0] as const;
const THIRD = ["todos", 0, "where", "all", 2] as const;

/** To-dos and news, as the home page tells them. */
export const homeMutations = [
  mutation(
    todoFilters,
    [
      [BILLS, ["todos"], [{ title: "x", where: { eq: ["StatuZH", "x"] } }]],
      ["schemas/overlays/strict.json", ["modules"]],
    ],
    "modules/bills/bills.json /todos/0/where StatuZH cannot be filtered by: it is made after reading",
  ),
  mutation(
    todoFilters,
    [[DESK, THIRD, { eq: ["receipt", "a.png"] }]],
    'modules/system/desk.json /todos/0/where/all/2 receipt (images) cannot be filtered by "eq" (write {"set": "receipt"})',
  ),
  mutation(
    todoFilters,
    [[DESK, THIRD, { set: "BillBillid" }]],
    "modules/system/desk.json /todos/0/where/all/2 the page does not show BillBillid to all who see the to-do (make it a column or a filter of the page)",
  ),
  mutation(
    todoFilters,
    [[BILLS, ["charts"], [{ title: "每日", type: "column", by: "GroupId", measures: [{ of: "count" }], home: { eq: ["Statu", 10] } }]]],
    "modules/bills/bills.json /charts/0/by the page does not show GroupId to all who see the chart (make it a column or a filter of the page)",
  ),
  mutation(
    todoFilters,
    [
      [DESK, ["filters"], [{ field: "BillBillid", audience: ["supplier"] }]],
      [DESK, ["todos", 1, "where"], { set: "BillBillid" }],
    ],
    "modules/system/desk.json /todos/1/where the page does not show BillBillid to all who see the to-do (make it a column or a filter of the page)",
  ),
  mutation(
    predicateOperands,
    [
      [DESK, FIRST, { lt: ["isread", true] }],
      [DESK, ["todos", 0, "action"]],
    ],
    'modules/system/desk.json /todos/0/where/all/0/lt/0 isread (bool) has no order: "lt" means nothing',
  ),
  mutation(
    predicateOperands,
    [
      [DESK, [...FIRST, "in"], ["stt", ["opne"]]],
      [DESK, ["todos", 0, "action"]],
    ],
    'modules/system/desk.json /todos/0/where/all/0/in/1/0 unknown code "opne" of stt (known: "open", "paid")',
  ),
  mutation(
    predicateOperands,
    [
      [DESK, FIRST, { gte: ["stt", { today: 0 }] }],
      [DESK, ["todos", 0, "action"]],
    ],
    'modules/system/desk.json /todos/0/where/all/0/gte/0 stt (enum) has no order: "gte" means nothing',
    "modules/system/desk.json /todos/0/where/all/0/gte/1 stt (enum) cannot be compared with a day",
  ),
  mutation(
    predicateOperands,
    [
      [DESK, FIRST, { nin: ["stt", ["opne"]] }],
      [DESK, ["todos", 0, "action"]],
    ],
    'modules/system/desk.json /todos/0/where/all/0/nin/1/0 unknown code "opne" of stt (known: "open", "paid")',
  ),
  mutation(
    todoFilters,
    [[DESK, THIRD, { any: [{ set: "receipt" }, { set: "top" }] }]],
    'modules/system/desk.json /todos/0/where/all/2 no list is filtered by this (write comparisons with plain values or days, "in", "nin" and "set", joined by "all")',
  ),
  mutation(
    todoFilters,
    [[DESK, THIRD, { lt: ["paidtime", { field: "paidtime" }] }]],
    'modules/system/desk.json /todos/0/where/all/2 no list is filtered by this (write comparisons with plain values or days, "in", "nin" and "set", joined by "all")',
  ),
  mutation(
    knownFields,
    [[DESK, ["todos", 1, "where"], { gte: ["paidtim", { today: -7 }] }]],
    'modules/system/desk.json /todos/1/where/gte/0 unknown field "paidtim" of Payment (did you mean "paidtime"?)',
  ),
  mutation(
    hiddenFields,
    [
      [DESK, ["hide"], { supplier: ["receipt"] }],
      [DESK, ["news"]],
      [DESK, ["todos", 0, "action"]],
    ],
    "modules/system/desk.json /todos/0/where/all/2 the to-do counts by receipt, which is hidden from the supplier",
  ),
  mutation(
    hiddenFields,
    [[DESK, ["hide"], { supplier: ["top"] }]],
    "modules/system/desk.json /news/sort/0 the news tells top, which is hidden from the supplier",
  ),
  mutation(
    todoActions,
    [[DESK, ["todos", 0, "action"], "pya"]],
    'modules/system/desk.json /todos/0/action the page has no action "pya" (known: pay)',
  ),
  mutation(
    todoActions,
    [[DESK, ["todos", 0, "audience"], ["supplier"]]],
    'modules/system/desk.json /todos/0/action "pay" is not for the supplier: nobody could do it',
  ),
  mutation(
    todoActions,
    [[DESK, FIRST, { eq: ["top", true] }]],
    'modules/system/desk.json /todos/0/where nothing says that stt is a state "pay" starts from (it starts from ["open"])',
  ),
  mutation(
    todoActions,
    [[DESK, [...FIRST, "in"], ["stt", ["open", "paid"]]]],
    'modules/system/desk.json /todos/0/where/all/0 "pay" does not start from "paid" (it starts from ["open"])',
  ),
  mutation(
    todoActions,
    [[DESK, FIRST, { nin: ["stt", ["open"]] }]],
    'modules/system/desk.json /todos/0/where nothing says that stt is a state "pay" starts from (it starts from ["open"])',
  ),
  mutation(
    todoActions,
    [[GROUPS, ["todos"], [{ title: "x", where: { not: { set: "GroupName" } } }]]],
    "modules/system/groups.json /todos a to-do opens a list; this page is tree",
  ),
  mutation(
    audience,
    [[DESK, ["todos", 1, "audience"], ["mall"]]],
    "modules/system/desk.json /todos/1/audience/0 the module is not for the mall (its audience: shop, supplier)",
  ),
  mutation(
    repeatedEntries,
    [[DESK, ["todos", 1, "title"], "大额未付"]],
    "modules/system/desk.json /todos/1/title to-do 大额未付 stands here twice",
  ),
  mutation(
    predicateSettings,
    [[DESK, ["todos", 0, "when"], { all: [{ flag: ["strict", false] }, { eq: ["isread", true] }] }]],
    "modules/system/desk.json /todos/0/when/all/1/eq who sees a to-do is asked before any row: by flag, actor and can alone",
  ),
  mutation(
    knownFlags,
    [[DESK, ["todos", 0, "when"], { flag: ["strikt", true] }]],
    'modules/system/desk.json /todos/0/when/flag/0 flag "strikt" is not declared by profile plain (did you mean "strict"?)',
  ),
  mutation(
    audience,
    [[DESK, ["news", "audience"], ["supplier", "mall"]]],
    "modules/system/desk.json /news/audience/1 the module is not for the mall (its audience: shop, supplier)",
  ),
  mutation(
    idleAudiences,
    [[DESK, ["news", "audience"], ["shop", "supplier"]]],
    "modules/system/desk.json /news/audience these are the sides it has anyway [warning idle-audiences] (leave it out)",
  ),
  mutation(news, [[DESK, ["news", "read"], "stt"]], "modules/system/desk.json /news/read stt is enum, not bool"),
  mutation(
    news,
    [[DESK, ["news", "sort"], ["-Total", "-paidtime"]]],
    "modules/system/desk.json /news/sort/0 Total is money, not date or datetime or bool",
  ),
  mutation(
    news,
    [[DESK, ["news", "sort"], ["-top"]]],
    "modules/system/desk.json /news/sort the order of news names no day or time when they were sent",
  ),
  mutation(news, [[DESK, ["news", "picture"], "Billid"]], "modules/system/desk.json /news/picture Billid is string, not url or images"),
  mutation(
    news,
    [[DESK, ["news", "help"], "BillBillid"]],
    "modules/system/desk.json /news/help the news tells BillBillid, which is no column of the page",
  ),
  mutation(
    news,
    [
      ["schemas/overlays/strict.json", ["modules"]],
      [BILLS, ["news"], { key: "boards", title: "x", else: "y", sort: ["-busdate"], read: "canPay" }],
    ],
    "modules/bills/bills.json /news/read canPay is made after reading, so no query can choose by it",
  ),
  mutation(
    news,
    [
      ["schemas/overlays/strict.json", ["modules"]],
      [BILLS, ["columns", 8], "isclose"],
      [BILLS, ["news"], { key: "messages", title: "x", else: "y", sort: ["-busdate"], read: "isclose" }],
    ],
    "modules/system/desk.json /news/key another page is the panel messages of the home page already",
  ),
];
