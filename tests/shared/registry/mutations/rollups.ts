import { listPlans } from "../../../../src/shared/registry/checks/list-plans.ts";
import { rollups } from "../../../../src/shared/registry/checks/rollups.ts";
import { views } from "../../../../src/shared/registry/checks/views.ts";
import { BILL, mutation } from "./mutation.ts";

const SHOP = "schemas/entities/shop.json";
const V_LINE = "schemas/entities/v-line.json";

export const rollupMutations = [
  mutation(
    rollups,
    [[SHOP, ["rollups"], [{ by: ["SHOP_ID"], sums: [] }]]],
    'entities/shop.json /rollups "rollups" is for documents of a shop; Shop is global',
  ),
  mutation(
    rollups,
    [[BILL, ["rollups"], [{ by: ["busdate", "size"], sums: ["Total", "amount", "tax"] }]]],
    "entities/bill.json /rollups/0/by/1 size is computed: the database keeps no such column",
  ),
  mutation(
    rollups,
    [[BILL, ["rollups"], [{ by: ["busdate", "auditor"], sums: ["Total", "amount", "tax"] }]]],
    "entities/bill.json /rollups/0/by/1 rows are not put together by auditor: string has too many values (states, true or false, days, the supplier and references)",
  ),
  mutation(
    rollups,
    [[BILL, ["rollups"], [{ by: ["busdate", "provid", "GroupId"], sums: ["Total", "amount", "tax", "lineTotal"] }]]],
    "entities/bill.json /rollups/0/sums/3 lineTotal cannot be kept as a sum: other rows or a condition decide it",
  ),
  mutation(
    rollups,
    [
      [
        BILL,
        ["rollups"],
        [
          { by: ["busdate", "Statu"], sums: ["Total", "amount", "tax"] },
          { by: ["Statu", "busdate"], sums: [] },
        ],
      ],
    ],
    "entities/bill.json /rollups/1/by a rollup by Statu, busdate stands here twice",
  ),
  mutation(
    views,
    [[V_LINE, ["rollups"], [{ by: ["busdate"], sums: [] }]]],
    'entities/v-line.json /rollups a view keeps no rows: it has no "rollups"',
  ),
  mutation(
    listPlans,
    [[BILL, ["rollups"], [{ by: ["Statu"], sums: ["Total"] }]]],
    "modules/bills/bills.json /footer/sums all rows are counted: no rollup of Bill has amount, tax, busdate [warning list-plans]",
  ),
];
