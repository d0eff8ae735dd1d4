import { knownFields } from "../../../../src/shared/registry/checks/known-names.ts";
import { viewWindows, windowChoices, windowTypes } from "../../../../src/shared/registry/checks/windows.ts";
import { mutation } from "./mutation.ts";

const V_ALL = "schemas/entities/v-all.json";
const V_DAY = "schemas/entities/v-day.json";
const END = ["fields", "endMoney", "window"] as const;
const MOST = ["fields", "most", "window"] as const;
const RANK = ["fields", "rank", "window"] as const;

export const windowMutations = [
  mutation(
    knownFields,
    [[V_ALL, [...END, "sort", 0], "-busdat"]],
    'entities/v-all.json /fields/endMoney/window/sort/0 unknown field "busdat" of vAll (did you mean "busdate"?)',
  ),
  mutation(
    viewWindows,
    [[V_ALL, ["fields", "rank", "computed"], { calc: { add: ["debit", "debit"] } }]],
    'entities/v-all.json /fields/rank/window rank has "computed" already',
  ),
  mutation(viewWindows, [[V_ALL, [...MOST, "field"]]], 'entities/v-all.json /fields/most/window "max" needs "field": what it is over'),
  mutation(
    viewWindows,
    [[V_ALL, [...RANK, "field"], "debit"]],
    'entities/v-all.json /fields/rank/window/field "rank" is over rows, not over a field',
  ),
  mutation(viewWindows, [[V_ALL, [...RANK, "sort"]]], 'entities/v-all.json /fields/rank/window "rank" needs "sort"'),
  mutation(
    viewWindows,
    [[V_ALL, [...MOST, "sort"], ["busdate"]]],
    'entities/v-all.json /fields/most/window/sort "sort" means nothing for "max"',
  ),
  mutation(
    viewWindows,
    [[V_ALL, [...END, "field"], "most"]],
    "entities/v-all.json /fields/endMoney/window/field most looks at other rows itself",
  ),
  mutation(
    viewWindows,
    [[V_ALL, [...RANK, "sort", 0], "-share"]],
    "entities/v-all.json /fields/rank/window/sort/0 share looks at other rows itself",
  ),
  mutation(
    viewWindows,
    [
      [V_ALL, ["fields", "KindZH"], { title: "类别", type: "string", computed: { label: "Kind" } }],
      [V_ALL, [...MOST, "by", 0], "KindZH"],
    ],
    "entities/v-all.json /fields/most/window/by/0 KindZH is made after reading",
  ),
  mutation(
    windowTypes,
    [[V_ALL, ["fields", "rank", "type"], "money"]],
    'entities/v-all.json /fields/rank/type a window of "rank" is int, not money',
  ),
  mutation(
    windowTypes,
    [[V_ALL, ["fields", "endMoney", "type"], "string"]],
    'entities/v-all.json /fields/endMoney/type a window of "sum" is a number, not string',
  ),
  mutation(
    windowTypes,
    [[V_ALL, [...END, "field"], "Billid"]],
    "entities/v-all.json /fields/endMoney/window/field Billid (string) is no number",
  ),
  mutation(
    windowTypes,
    [[V_ALL, [...MOST, "field"], "busdate"]],
    'entities/v-all.json /fields/most/type a window of "max" is date, not money',
  ),
  mutation(
    windowTypes,
    [[V_ALL, [...MOST, "field"], "isPaid"]],
    "entities/v-all.json /fields/most/window/field isPaid (bool) has no order",
  ),
  mutation(
    windowTypes,
    [[V_ALL, [...RANK, "sort", 0], "isPaid"]],
    "entities/v-all.json /fields/rank/window/sort/0 isPaid (bool) has no order",
  ),
  mutation(
    windowChoices,
    [[V_ALL, ["visibleTo", "shop"], { gt: ["share", "0.5"] }]],
    "entities/v-all.json /visibleTo/shop share looks at the rows that are chosen by it here",
  ),
  mutation(
    windowChoices,
    [
      [V_DAY, ["fields", "bills"], { title: "序", type: "int", window: { of: "rank", by: ["SHOP_ID"], sort: ["Total"] } }],
      [V_DAY, ["view", "by"], ["SHOP_ID", "busdate", "bills"]],
    ],
    "entities/v-day.json /view/by/2 bills looks at the rows that are chosen by it here",
  ),
  mutation(
    windowChoices,
    [[V_ALL, ["fields", "provid"], { title: "供应商", type: "string", window: { of: "min", field: "Billid", by: ["Kind"] } }]],
    "entities/v-all.json /fields/provid/window provid says whose a row is and cannot depend on other rows",
  ),
];
