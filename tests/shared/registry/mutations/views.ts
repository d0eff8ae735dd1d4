import { computedCycles } from "../../../../src/shared/registry/checks/computed-cycles.ts";
import { fittingFields } from "../../../../src/shared/registry/checks/fitting-fields.ts";
import { hiddenSources } from "../../../../src/shared/registry/checks/hidden.ts";
import { joinKeys } from "../../../../src/shared/registry/checks/keys.ts";
import { knownEntities, knownFields } from "../../../../src/shared/registry/checks/known-names.ts";
import { viewSources, viewTypes } from "../../../../src/shared/registry/checks/view-sources.ts";
import { viewCycles, viewKeys, views } from "../../../../src/shared/registry/checks/views.ts";
import { BILL, mutation } from "./mutation.ts";

const V_LINE = "schemas/entities/v-line.json";
const V_DAY = "schemas/entities/v-day.json";
const PAYMENT = "schemas/entities/payment.json";
const V_ALL = "schemas/entities/v-all.json";
const BILLS_PART = ["view", "union", 0] as const;
const PAYMENTS_PART = ["view", "union", 1] as const;

export const viewMutations = [
  mutation(
    joinKeys,
    [[V_LINE, ["view", "join", "head", "on"], { provid: "provid" }]],
    "entities/v-line.json /view/join/head/on provid may name several rows of Bill: it is not unique (unique: Id, Billid)",
  ),
  mutation(
    hiddenSources,
    [
      [BILL, ["hide", "supplier"], ["province", "busdate"]],
      ["schemas/modules/bills/bills.json", ["filters", 2]],
      ["schemas/modules/bills/bills.json", ["sort"]],
      ["schemas/modules/bills/bills.json", ["print"]],
      [V_ALL, ["hide"], { supplier: ["busdate"] }],
    ],
    "entities/bill-line.json /fields/busdate/computed/copy busdate tells busdate of Bill, which is hidden from the supplier (leave it out)",
    'entities/v-line.json /fields/busdate/from busdate tells busdate of Bill, which is hidden from the supplier (say "hide": {"supplier": ["busdate"]} here)',
  ),
  mutation(
    hiddenSources,
    [
      [BILL, ["hide", "supplier"], ["province", "nick"]],
      [PAYMENT, ["fields", "told"], { title: "泄漏", type: "string", computed: { copy: "BillBillid.nick" } }],
      [PAYMENT, ["fields", "taken"], { title: "带出", type: "string", derived: { copy: "BillBillid.nick" } }],
      [PAYMENT, ["fields", "kept"], { title: "不漏", type: "string", computed: { copy: "BillBillid.nick" } }],
      [PAYMENT, ["hide"], { supplier: ["kept"] }],
      [
        BILL,
        ["states", "Statu", "transitions", "audit", "effects"],
        [
          { notify: { to: "supplier", title: "{nick}" } },
          { notify: { to: "shop", title: "{nick}" } },
          { notify: { to: "other", title: "{nick}" } },
        ],
      ],
    ],
    "entities/bill.json /states/Statu/transitions/audit/effects/0/notify/title the message tells nick, which is hidden from the supplier (leave it out)",
    "entities/bill.json /states/Statu/transitions/audit/effects/2/notify/title the message tells nick, which is hidden from the supplier (leave it out)",
    'entities/payment.json /fields/told/computed/copy told tells nick of Bill, which is hidden from the supplier (say "hide": {"supplier": ["told"]} here)',
    'entities/payment.json /fields/taken/derived/copy taken tells nick of Bill, which is hidden from the supplier (say "hide": {"supplier": ["taken"]} here)',
  ),
  mutation(
    hiddenSources,
    [["schemas/entities/bill-line.json", ["hide"], { supplier: ["Total"] }]],
    "entities/bill-line.json /hide BillLine holds lines: the modules that show them say what is hidden",
    'entities/bill.json /fields/lineTotal/computed/total/field lineTotal tells Total of BillLine, which is hidden from the supplier (say "hide": {"supplier": ["lineTotal"]} here)',
    'entities/bill.json /fields/lineSum/derived/total/field lineSum tells Total of BillLine, which is hidden from the supplier (say "hide": {"supplier": ["lineSum"]} here)',
    'entities/v-line.json /fields/Total/from Total tells Total of BillLine, which is hidden from the supplier (say "hide": {"supplier": ["Total"]} here)',
  ),
  mutation(
    views,
    [[BILL, ["fields", "busdate", "from"], "busdate"]],
    'entities/bill.json /fields/busdate/from "from" is for fields of a view',
  ),
  mutation(
    views,
    [[BILL, ["fields", "count", "window"], { of: "count", by: ["busdate"] }]],
    'entities/bill.json /fields/count/window "window" is for fields of a view',
  ),
  mutation(views, [[V_LINE, ["indexes"], [["Billid"]]]], 'entities/v-line.json /indexes a view keeps no rows: it has no "indexes"'),
  mutation(
    views,
    [
      [V_LINE, ["view", "of"]],
      [V_LINE, ["view", "join"]],
      [V_LINE, ["view", "where"]],
    ],
    'entities/v-line.json /view a view needs "of" or "union": whose rows it shows',
  ),
  mutation(views, [[V_ALL, ["view", "of"], "Bill"]], 'entities/v-all.json /view/union a view has "of" or "union", not both'),
  mutation(
    views,
    [[V_ALL, ["view", "where"], { set: "Billid" }]],
    'entities/v-all.json /view/where "where" stands in the parts of a union',
  ),
  mutation(
    views,
    [
      [V_LINE, ["view", "join", "head", "entity"], "vDay"],
      [V_LINE, ["view", "join", "head", "on"], { busdate: "Billid" }],
    ],
    "entities/v-line.json /view/join/head/entity vDay is a view itself and cannot be joined",
  ),
  mutation(
    views,
    [[V_ALL, [...PAYMENTS_PART, "join", "bill", "entity"], "vLine"]],
    "entities/v-all.json /view/union/1/join/bill/entity vLine is a view itself and cannot be joined",
  ),
  mutation(
    viewSources,
    [[V_LINE, ["fields", "Billid", "from"]]],
    'entities/v-line.json /fields/Billid Billid of a view needs "from": the field it shows',
  ),
  mutation(
    viewSources,
    [[V_LINE, ["fields", "busdate", "from"], "heed.busdate"]],
    'entities/v-line.json /fields/busdate/from unknown join "heed" (did you mean "head"?)',
  ),
  mutation(viewSources, [[V_LINE, ["fields", "Total", "of"], "sum"]], 'entities/v-line.json /fields/Total/of "of" is for a view with "by"'),
  mutation(
    viewSources,
    [[V_DAY, ["fields", "Total", "of"]]],
    'entities/v-day.json /fields/Total Total is not grouped by, so it needs "of" (how do several rows become one value?)',
  ),
  mutation(
    viewSources,
    [[V_DAY, ["fields", "busdate", "of"], "max"]],
    "entities/v-day.json /fields/busdate/of busdate is grouped by: its rows are equal already",
  ),
  mutation(
    viewSources,
    [[V_LINE, ["fields", "price", "from"], "Total"]],
    "entities/v-line.json /fields/price/from price is computed and comes from nowhere else",
  ),
  mutation(
    viewSources,
    [[V_ALL, [...BILLS_PART, "fields", "rank"], "count"]],
    "entities/v-all.json /view/union/0/fields/rank rank is computed and comes from nowhere else",
  ),
  mutation(
    viewSources,
    [[V_ALL, ["fields", "Kind", "from"], "Kind"]],
    "entities/v-all.json /fields/Kind/from the parts of the union say where Kind comes from (leave from out)",
  ),
  mutation(
    viewSources,
    [[V_ALL, [...PAYMENTS_PART, "fields", "isPaid"]]],
    "entities/v-all.json /fields/isPaid no part of the union says where isPaid comes from",
  ),
  mutation(
    viewSources,
    [[V_ALL, [...PAYMENTS_PART, "fields", "busdate"], "bil.busdate"]],
    'entities/v-all.json /view/union/1/fields/busdate unknown join "bil" (did you mean "bill"?)',
  ),
  mutation(
    viewTypes,
    [[V_LINE, ["fields", "amount", "from"], "Total"]],
    "entities/v-line.json /fields/amount/from amount is quantity, but Total is money",
  ),
  mutation(
    viewTypes,
    [[V_ALL, [...PAYMENTS_PART, "fields", "busdate"], "Billid"]],
    "entities/v-all.json /view/union/1/fields/busdate busdate is date, but Billid is string",
  ),
  mutation(
    viewTypes,
    [[V_ALL, [...PAYMENTS_PART, "fields", "debit", "value"], "0.001"]],
    'entities/v-all.json /view/union/1/fields/debit/value "0.001" is no value of debit (money) (write a decimal such as "12.50", with at most 2 decimals)',
  ),
  mutation(
    viewTypes,
    [[V_ALL, [...PAYMENTS_PART, "fields", "Billid"], { calc: { add: ["Total", "Total"] } }]],
    "entities/v-all.json /view/union/1/fields/Billid/calc a calculation is a number, but Billid is string",
  ),
  mutation(
    fittingFields,
    [[V_ALL, [...BILLS_PART, "fields", "debit", "calc", "mul", 1], "busdate"]],
    "entities/v-all.json /view/union/0/fields/debit/calc/mul/1 busdate (date) is no number",
  ),
  mutation(
    viewTypes,
    [[V_ALL, [...BILLS_PART, "fields", "Billid"], "StatuZH"]],
    "entities/v-all.json /view/union/0/fields/Billid StatuZH is made after reading, so no view can show it",
  ),
  mutation(viewTypes, [[V_DAY, ["fields", "bills", "type"], "money"]], "entities/v-day.json /fields/bills/type a count is int, not money"),
  mutation(
    viewTypes,
    [
      [V_DAY, ["fields", "Total", "from"], "Billid"],
      [V_DAY, ["fields", "Total", "of"], "sum"],
    ],
    "entities/v-day.json /fields/Total/from Billid (string) is no number",
  ),
  mutation(
    viewKeys,
    [[V_ALL, [...PAYMENTS_PART, "fields", "SHOP_ID"]]],
    "entities/v-all.json /view/union/1 the part leaves out SHOP_ID, which says whose its rows are",
  ),
  mutation(
    viewKeys,
    [[V_ALL, [...BILLS_PART, "fields", "Id"], "Id"]],
    "entities/v-all.json /view/union/1 other parts say Id, this one does not (say it in all or in none)",
  ),
  mutation(
    viewKeys,
    [
      [V_ALL, [...BILLS_PART, "of"], "vDay"],
      [V_ALL, [...BILLS_PART, "where"]],
      [V_ALL, [...BILLS_PART, "fields"], { SHOP_ID: "SHOP_ID", busdate: "busdate" }],
      [V_ALL, ["fields", "Kind"], { title: "类别", type: "string" }],
      [V_ALL, [...PAYMENTS_PART, "fields", "Kind"], { value: "付款" }],
    ],
    "entities/v-all.json /view/union/0/of rows of vDay have no Id by which those of the view could be told apart",
  ),
  mutation(
    viewCycles,
    [
      [V_ALL, [...BILLS_PART, "of"], "vAll"],
      [V_ALL, [...BILLS_PART, "where"]],
      [V_ALL, [...BILLS_PART, "fields", "debit"], { value: "1.00" }],
    ],
    "entities/v-all.json /view vAll shows its own rows: vAll → vAll",
  ),
  mutation(
    computedCycles,
    [
      [BILL, ["fields", "lineTotal", "computed", "total"], { of: "vAll", field: "debit", on: { Billid: "Billid" } }],
      [V_ALL, [...BILLS_PART, "fields", "debit"], "lineTotal"],
    ],
    "entities/bill.json /fields/lineTotal/computed computed from itself: Bill.lineTotal → vAll.Billid → Bill.lineTotal",
  ),
  mutation(
    knownEntities,
    [[V_ALL, [...PAYMENTS_PART, "of"], "Paymant"]],
    'entities/v-all.json /view/union/1/of unknown entity "Paymant" (did you mean "Payment"?)',
  ),
  mutation(
    knownFields,
    [[V_ALL, [...PAYMENTS_PART, "fields", "credits"], "Total"]],
    'entities/v-all.json /view/union/1/fields/credits unknown field "credits" of vAll (did you mean "credit"?)',
  ),
  mutation(
    knownFields,
    [[V_ALL, [...PAYMENTS_PART, "fields", "credit"], "Totals"]],
    'entities/v-all.json /view/union/1/fields/credit unknown field "Totals" of Payment (did you mean "Total"?)',
  ),
  mutation(
    knownFields,
    [[V_ALL, [...PAYMENTS_PART, "join", "bill", "on"], { Billid: "BillId" }]],
    'entities/v-all.json /view/union/1/join/bill/on/Billid unknown field "BillId" of Payment (did you mean "Billid"?)',
  ),
];
