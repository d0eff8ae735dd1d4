import { listPlans } from "../../../../src/shared/registry/checks/list-plans.ts";
import { rollups } from "../../../../src/shared/registry/checks/rollups.ts";
import { views } from "../../../../src/shared/registry/checks/views.ts";
import { BILL, BILLS, mutation } from "./mutation.ts";

const SHOP = "schemas/entities/shop.json";
const LINES = "schemas/modules/bills/lines.json";
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
    "entities/bill.json /rollups/0/by/1 rows are not put together by auditor: string has too many values (states, true or false, days, the supplier and references, and a name beside whose it is)",
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
  mutation(
    listPlans,
    [
      [
        BILLS,
        ["todos"],
        [
          { title: "完成的", where: { eq: ["Statu", 50] } },
          { title: "待完成", where: { in: ["Statu", [0, 10]] } },
        ],
      ],
    ],
    "modules/bills/bills.json /todos/0/where to count 完成的 all rows of Bill are read each time: no rollup knows them, and no index leads to few [warning list-plans]",
  ),
  mutation(
    listPlans,
    [
      [
        BILLS,
        ["charts"],
        [
          { title: "以前", type: "column", by: "busdate", measures: [{ of: "count" }], home: { lt: ["busdate", { today: -30 }] } },
          { title: "近日", type: "column", by: "busdate", measures: [{ of: "count" }], home: { gte: ["busdate", { today: -30 }] } },
        ],
      ],
    ],
    "modules/bills/bills.json /charts/0/home to count 以前 all rows of Bill are read each time: no rollup knows them, and no index leads to few [warning list-plans]",
  ),
  mutation(
    listPlans,
    [
      [BILL, ["rollups"], [{ by: ["busdate", "Kind", "Statu"], sums: ["Total", "amount", "tax"] }]],
      [
        BILLS,
        ["todos"],
        [
          { title: "完成的", where: { eq: ["Statu", 50] } },
          { title: "关闭的", where: { eq: ["isclose", true] } },
        ],
      ],
    ],
    "modules/bills/bills.json /todos/1/where to count 关闭的 all rows of Bill are read each time: no rollup knows them, and no index leads to few [warning list-plans]",
  ),
  mutation(
    listPlans,
    [
      [V_LINE, ["view"], { of: "Bill", join: { head: { entity: "Bill", on: { Billid: "Billid" } } }, where: { eq: ["Statu", 50] } }],
      [LINES, ["charts"], [{ title: "明细", type: "column", by: "busdate", measures: [{ of: "count" }], home: { set: "busdate" } }]],
    ],
    "modules/bills/lines.json /charts/0/home to count 明细 all rows of Bill are read each time: no index leads to few [warning list-plans]",
  ),
];
