import { viewActions } from "../../../../src/shared/registry/checks/actions.ts";
import { audience } from "../../../../src/shared/registry/checks/audience.ts";
import { capitals, sumFormats } from "../../../../src/shared/registry/checks/capitals.ts";
import { hiddenFields } from "../../../../src/shared/registry/checks/hidden.ts";
import { lineEntities } from "../../../../src/shared/registry/checks/lines.ts";
import { listPlans } from "../../../../src/shared/registry/checks/list-plans.ts";
import { filters, leadColumns, listTotals, pinnedRoom, sortFields, tellingCards } from "../../../../src/shared/registry/checks/lists.ts";
import { marketReach } from "../../../../src/shared/registry/checks/pages.ts";
import { printEntities, printWidths } from "../../../../src/shared/registry/checks/prints.ts";
import { measures, sumColumns, sums } from "../../../../src/shared/registry/checks/sums.ts";
import { repeatedEntries } from "../../../../src/shared/registry/checks/unique.ts";
import { BILLS, mutation, PRINT } from "./mutation.ts";

const LINES = "schemas/modules/bills/lines.json";
const BOARD = "schemas/modules/bills/board.json";
const DESK = "schemas/modules/system/desk.json";
const HIDE = ["hide", "supplier"] as const;

export const moduleMutations = [
  mutation(
    repeatedEntries,
    [
      [BILLS, ["columns", 4], "amount"],
      [BILLS, ["footer"]],
    ],
    "modules/bills/bills.json /columns/4 column amount stands here twice",
  ),
  mutation(repeatedEntries, [[BILLS, ["actions", 3], "audit"]], "modules/bills/bills.json /actions/3 action audit stands here twice"),
  mutation(
    repeatedEntries,
    [[BILLS, ["sections", 0, "fields", 1], "Billid"]],
    "modules/bills/bills.json /sections/0/fields/1 field Billid stands here twice",
  ),
  mutation(
    filters,
    [[BILLS, ["filters", 0], "StatuZH"]],
    "modules/bills/bills.json /filters/0 StatuZH cannot be filtered by: it is made after reading",
  ),
  mutation(filters, [[BILLS, ["filters", 0], "file"]], "modules/bills/bills.json /filters/0 file cannot be filtered by: it is images"),
  mutation(
    filters,
    [[BILLS, ["filters", 0], { field: "Billid", default: "today" }]],
    'modules/bills/bills.json /filters/0/default "today" is for dates; Billid is string',
  ),
  mutation(
    sums,
    [[BILLS, ["footer", "sums", 0], "Billid"]],
    "modules/bills/bills.json /footer/sums/0 Billid cannot be summed: it is string, not a number",
  ),
  mutation(
    sums,
    [[BILLS, ["footer", "sums", 2, "ratio", 0], "busdate"]],
    "modules/bills/bills.json /footer/sums/2/ratio/0 busdate cannot be summed: it is date, not a number",
  ),
  mutation(
    sums,
    [[BILLS, ["lines", 0, "sums", 0], "GoodsId"]],
    "modules/bills/bills.json /lines/0/sums/0 GoodsId cannot be summed: it is string, not a number",
  ),
  mutation(sums, [[PRINT, ["sums", 0], "GoodsId"]], "prints/bill.json /sums/0 GoodsId cannot be summed: it is string, not a number"),
  mutation(
    sums,
    [[BOARD, ["cards", 0, "field"], "busdate"]],
    "modules/bills/board.json /cards/0/field busdate cannot be summed: it is date, not a number",
  ),
  mutation(
    sumColumns,
    [[BILLS, ["footer", "sums", 0], "lineTotal"]],
    "modules/bills/bills.json /footer/sums/0 lineTotal is summed but is no column of the table",
  ),
  mutation(sumColumns, [[PRINT, ["columns", 1]]], "prints/bill.json /sums/0 amount is summed but is no column of the table"),
  mutation(
    leadColumns,
    [[BILLS, ["pin"], ["Billid", "Statu", "Total", "GroupId"]]],
    "modules/bills/bills.json /pin/3 GroupId is no column of the table",
  ),
  mutation(leadColumns, [[BILLS, ["card"], ["GroupId", "busdate"]]], "modules/bills/bills.json /card/0 GroupId is no column of the table"),
  mutation(
    pinnedRoom,
    [
      [BILLS, ["columns", 0, "width"], 600],
      [BILLS, ["columns", 4], { field: "Total", width: 600 }],
    ],
    "modules/bills/bills.json /columns Billid, Statu, Total are always in view and 1300 px wide together; 960 px are there for them [profile strict]",
    "modules/bills/bills.json /columns Billid, StatuZH, Total are always in view and 1330 px wide together; 960 px are there for them",
  ),
  mutation(
    pinnedRoom,
    [[BILLS, ["pin"], ["Billid", "Total"]]],
    "modules/bills/bills.json /pin Statu is not always in view (pin Statu as well)",
  ),
  mutation(
    pinnedRoom,
    [[BILLS, ["pin"], ["Billid", "Statu"]]],
    "modules/bills/bills.json /pin Total is not always in view (pin Total as well)",
  ),
  mutation(tellingCards, [[BILLS, ["card"], ["Provider"]]], "modules/bills/bills.json /card on a phone a row says no day (add busdate)"),
  mutation(
    tellingCards,
    [
      [BILLS, ["pin"], ["Billid"]],
      [BILLS, ["card"], ["Billid"]],
    ],
    "modules/bills/bills.json /columns on a phone a row says nothing but what it is called (show another column)",
    "modules/bills/bills.json /pin Statu is not always in view (pin Statu as well)",
    "modules/bills/bills.json /pin Total is not always in view (pin Total as well)",
  ),
  mutation(
    listTotals,
    [[BILLS, ["footer"]]],
    "modules/bills/bills.json /footer nothing says what Total of all rows comes to [warning list-totals] (sum it in footer)",
  ),
  mutation(
    listPlans,
    [[BILLS, ["filters", 3], "linecount"]],
    "modules/bills/bills.json /filters/3 to filter by linecount all rows are read: other rows decide it [warning list-plans]",
  ),
  mutation(
    listPlans,
    [[BILLS, ["columns", 5], { field: "tax", sortable: true }]],
    "modules/bills/bills.json /columns/5/sortable to sort by tax all rows are read: it is computed [warning list-plans]",
  ),
  mutation(
    listPlans,
    [
      [BILLS, ["columns", 3], "lineTotal"],
      [BILLS, ["footer", "sums", 1], "lineTotal"],
    ],
    "modules/bills/bills.json /footer/sums/1 to sum lineTotal all rows are read: other rows decide it [warning list-plans]",
  ),
  mutation(
    sortFields,
    [[BILLS, ["sort", "default", 0], "StatuZH"]],
    "modules/bills/bills.json /sort/default/0 StatuZH cannot be sorted by: it is made after reading",
  ),
  mutation(
    sortFields,
    [[BILLS, ["sort", "map", "StatuZH"], "StatuZH"]],
    "modules/bills/bills.json /sort/map/StatuZH StatuZH cannot be sorted by: it is made after reading",
  ),
  mutation(
    sortFields,
    [[BILLS, ["columns", 8], { field: "canPay", sortable: true }]],
    "modules/bills/bills.json /columns/8/sortable canPay cannot be sorted by: it is made after reading",
  ),
  mutation(
    sortFields,
    [[BILLS, ["sort", "map", "file"], "file"]],
    "modules/bills/bills.json /sort/map/file file cannot be sorted by: it is images",
  ),
  mutation(
    sortFields,
    [[BOARD, ["sort"]]],
    "modules/bills/board.json /sort/default the usual order is by Id, which vDay lacks (say sort.default)",
  ),
  mutation(
    lineEntities,
    [[BILLS, ["lines", 0], { entity: "Stock", columns: ["GoodsId"] }]],
    "modules/bills/bills.json /lines/0/entity Stock holds no lines of Bill (known: BillLine)",
  ),
  mutation(
    hiddenFields,
    [
      [BILLS, HIDE, ["busdate"]],
      [BILLS, ["print"]],
    ],
    "modules/bills/bills.json /filters/2/field the filter is on busdate, which is hidden from the supplier",
    "modules/bills/bills.json /sort/default/0 rows are ordered by busdate, which is hidden from the supplier",
  ),
  mutation(
    hiddenFields,
    [
      [BILLS, HIDE, ["Provider"]],
      ["schemas/overlays/strict.json", ["modules"]],
    ],
    "modules/bills/bills.json /print/0/key the template prints Provider, which is hidden from the supplier",
  ),
  mutation(
    hiddenFields,
    [[BILLS, HIDE, ["amount"]]],
    "modules/bills/bills.json /footer/sums/1/field the sum is of amount, which is hidden from the supplier",
  ),
  mutation(
    hiddenFields,
    [[BILLS, HIDE, ["auditor"]]],
    "modules/bills/bills.json /print/0/key the template prints auditor, which is hidden from the supplier",
  ),
  mutation(
    hiddenFields,
    [[BILLS, HIDE, ["Id"]]],
    "modules/bills/bills.json /hide/supplier/0 Id cannot be hidden: rows are addressed by it",
  ),
  mutation(
    hiddenFields,
    [
      [BILLS, HIDE, ["Statu"]],
      [BILLS, ["filters", 4]],
    ],
    "modules/bills/bills.json /hide/supplier/0 Statu is hidden from the supplier, but StatuZH shows its text (hide StatuZH too)",
  ),
  mutation(
    hiddenFields,
    [
      [BILLS, HIDE, ["Billid"]],
      [BILLS, ["filters", 0]],
      [BILLS, ["print"]],
    ],
    "modules/bills/bills.json /columns the title field is Billid, which is hidden from the supplier",
  ),
  mutation(
    audience,
    [
      [BILLS, ["audience"], ["shop"]],
      [BILLS, ["hide"]],
    ],
    'modules/bills/bills.json /actions/1 dead button: "finish" is run by supplier, but the module is for shop',
  ),
  mutation(
    audience,
    [[BILLS, ["actions", 1], { action: "finish", audience: ["shop", "supplier"] }]],
    'modules/bills/bills.json /actions/1/audience/0 dead button: "finish" is not run by the shop, only by supplier',
  ),
  mutation(
    audience,
    [
      [LINES, ["audience"], ["shop"]],
      [LINES, ["hide"], { supplier: ["Total"] }],
    ],
    "modules/bills/lines.json /hide/supplier the module is not for the supplier (its audience: shop)",
  ),
  mutation(
    audience,
    [
      [LINES, ["audience"], ["shop"]],
      [LINES, ["filters"], [{ field: "Billid", audience: ["supplier"] }]],
    ],
    "modules/bills/lines.json /filters/0/audience/0 the module is not for the supplier (its audience: shop)",
  ),
  mutation(
    audience,
    [[LINES, ["hide"], { mall: ["amount"] }]],
    "modules/bills/lines.json /hide/mall the module is not for the mall (its audience: shop, supplier)",
  ),
  mutation(
    audience,
    [
      [BILLS, ["audience"], ["supplier"]],
      [BILLS, ["filters", 1]],
      [BILLS, ["actions"], [{ action: "delete", audience: ["mall"] }]],
      ["schemas/modules/bills/lines.json", ["actions"]],
    ],
    "modules/bills/bills.json /actions/0/audience/0 the module is not for the mall (its audience: supplier)",
  ),
  mutation(
    audience,
    [["schemas/entities/payment.json", ["supplierReads"]]],
    'modules/system/desk.json /audience/1 suppliers cannot read Payment: its tenancy is shop (say "supplierReads": true there if they may)',
  ),
  mutation(
    viewActions,
    [[LINES, ["actions"], ["edit"]]],
    'modules/bills/lines.json /actions/0 vLine is a view: there is no action "edit" on its rows',
  ),
  mutation(
    marketReach,
    [
      [BILLS, ["market"], true],
      [BILLS, ["print"]],
    ],
    "modules/bills/bills.json /market a page over a market is not for suppliers",
    "modules/bills/bills.json /market rows of other shops are read only: no actions (leave actions out)",
  ),
  mutation(
    audience,
    [[BILLS, ["footer", "sums", 1], { field: "amount", audience: ["mall"] }]],
    "modules/bills/bills.json /footer/sums/1/audience/0 the module is not for the mall (its audience: shop, supplier)",
  ),
  mutation(measures, [[BOARD, ["cards", 0, "field"]]], 'modules/bills/board.json /cards/0 "sum" needs "field": what it is over'),
  mutation(
    measures,
    [[BOARD, ["cards", 1, "field"], "Total"]],
    "modules/bills/board.json /cards/1/field a count is over rows: it has no field",
  ),
  mutation(
    printEntities,
    [[DESK, ["print"], ["bill"]]],
    "modules/system/desk.json /print/0 template bill prints Bill, but this module shows Payment",
  ),
  mutation(
    printEntities,
    [
      [PRINT, ["lines"], "Payment"],
      [PRINT, ["columns"], [{ field: "Total", width: 30 }]],
      [PRINT, ["sums"]],
    ],
    "prints/bill.json /lines Payment holds no lines of Bill (known: BillLine)",
  ),
  mutation(
    printWidths,
    [[PRINT, ["columns", 0, "width"], 162]],
    "prints/bill.json /columns the columns are 242 mm wide together, but paper P1 is 241 mm",
  ),
  mutation(
    printWidths,
    [
      [PRINT, ["paper"], "P2"],
      [PRINT, ["columns", 0, "width"], 130.5],
    ],
    "prints/bill.json /columns the columns are 210.5 mm wide together, but paper P2 is 210 mm",
  ),
  mutation(
    sumFormats,
    [[BILLS, ["footer", "sums", 1, "format"], "date"]],
    "modules/bills/bills.json /footer/sums/1/format a sum here is not drawn as date (known: money, quantity, rate)",
  ),
  mutation(capitals, [[PRINT, ["capitals"], "amount"]], "prints/bill.json /capitals capitals are for money; amount is quantity"),
];
