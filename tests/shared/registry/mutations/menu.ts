import { knownCalls, knownFeatures, knownOverrides } from "../../../../src/shared/registry/checks/known-names.ts";
import { menuIds, menuPaths, menuSchemas, pageOwners, reminders } from "../../../../src/shared/registry/checks/menu.ts";
import { documentTables, pageConditions, pageParts } from "../../../../src/shared/registry/checks/pages.ts";
import { predicateSettings } from "../../../../src/shared/registry/checks/predicates.ts";
import { overlays } from "../../../../src/shared/registry/checks/profiles.ts";
import { uniqueNames } from "../../../../src/shared/registry/checks/unique.ts";
import { BILLS, MENU, mutation } from "./mutation.ts";

const PLAIN = "schemas/overlays/plain.json";
const LINES = "schemas/modules/bills/lines.json";
const STRICT = "schemas/overlays/strict.json";

/** A table of bills that name a bill, and one of those that name one of them. */
const TABLE = { module: 101, on: { Billid: "Billid" }, columns: ["busdate"] };

export const menuMutations = [
  mutation(pageOwners, [[MENU, ["groups", 0, "modules", 1, "of"], 201]], "modules.json /groups/0/modules/1/of the group has no module 201"),
  mutation(
    pageOwners,
    [
      [MENU, ["groups", 0, "modules", 2, "of"], 101],
      [MENU, ["groups", 0, "modules", 1, "of"], 103],
    ],
    "modules.json /groups/0/modules/1/of module 103 itself belongs to another one",
  ),
  mutation(
    pageOwners,
    [[MENU, ["groups", 0, "modules", 0, "of"], 103]],
    "modules.json /groups/0/modules/0/of module 103 is not for the supplier, but this page is",
  ),
  mutation(
    documentTables,
    [[BILLS, ["tables"], [{ ...TABLE, module: 999 }]]],
    "modules/bills/bills.json /tables/0/module modules.json has no module 999",
  ),
  mutation(
    documentTables,
    [[BILLS, ["tables"], [{ ...TABLE, of: 101 }]]],
    "modules/bills/bills.json /tables/0/of there is no table of module 101 above",
  ),
  mutation(
    documentTables,
    [[BILLS, ["tables"], [TABLE, { ...TABLE, of: 101 }]]],
    "modules/bills/bills.json /tables/1/of the table of module 101 has no column Billid",
  ),
  mutation(menuIds, [[MENU, ["groups", 0, "modules", 1, "id"], 101]], "modules.json /groups/0/modules/1/id id 101 is taken by All bills"),
  mutation(menuIds, [[MENU, ["groups", 1, "modules", 0, "id"], 1]], "modules.json /groups/1/modules/0/id id 1 is taken by Bills"),
  mutation(
    menuPaths,
    [[MENU, ["groups", 0, "modules", 1, "name"], "bills"]],
    "modules.json /groups/0/modules/1/name path /bills/bills already leads to All bills",
  ),
  mutation(
    menuPaths,
    [[MENU, ["groups", 0, "modules", 1, "aliases"], ["/old/Bills"]]],
    "modules.json /groups/0/modules/1/aliases/0 path /old/Bills already leads to All bills",
  ),
  mutation(menuPaths, [[MENU, ["groups", 1, "name"], "bills"]], "modules.json /groups/1/name path /bills already leads to Bills"),
  mutation(
    menuSchemas,
    [[MENU, ["groups", 0, "modules", 0, "schema"], "bills/bill"]],
    'modules.json /groups/0/modules/0/schema there is no file schemas/modules/bills/bill.json (did you mean "bills/bills"?)',
    'modules/bills/bills.json / no menu line of modules.json names this file (add one with "schema": "bills/bills")',
  ),
  mutation(
    menuSchemas,
    [
      [
        "schemas/modules/bills/extra.json",
        [],
        { $schema: "../../meta/module.schema.json", entity: "Bill", audience: ["shop"], columns: ["Billid"] },
      ],
    ],
    'modules/bills/extra.json / no menu line of modules.json names this file (add one with "schema": "bills/extra")',
  ),
  mutation(
    uniqueNames,
    [
      [
        "schemas/entities/bill-two.json",
        [],
        { $schema: "../meta/entity.schema.json", name: "Shop", title: "二", tenancy: "global", fields: {} },
      ],
    ],
    "entities/shop.json /name entity Shop stands in schemas/entities/bill-two.json too",
  ),
  mutation(
    uniqueNames,
    [
      [STRICT, ["name"], "plain"],
      [STRICT, ["modules"]],
    ],
    "overlays/strict.json /name profile plain stands in schemas/overlays/plain.json too",
  ),
  mutation(
    uniqueNames,
    [["schemas/shared/more.json", [], { $schema: "../meta/shared.schema.json", messages: { NOLINE: "没有明细" } }]],
    'shared/more.json /messages/NOLINE NOLINE of "messages" stands in schemas/shared/messages.json too',
  ),
  mutation(
    overlays,
    [[STRICT, ["modules", "109"], { help: "一个没有的页面的说明文字。" }]],
    'overlays/strict.json /modules/109 unknown module 109 (did you mean "101"?)',
  ),
  mutation(
    overlays,
    [[PLAIN, ["modules"], { "101": { page: "advice" } }]],
    "overlays/plain.json /modules profile plain patches nothing: change the file itself",
  ),
  mutation(knownFeatures, [[MENU, ["features"], ["desk", "dek"]]], 'modules.json /features/1 unknown feature "dek" (did you mean "desk"?)'),
  mutation(
    knownCalls,
    [[MENU, ["groups", 1, "modules", 2, "reminder"], { from: "/Desk/getCounts" }]],
    'modules.json /groups/1/modules/2/reminder/from unknown call "/Desk/getCounts" (did you mean "/Desk/getCount"?)',
  ),
  mutation(
    reminders,
    [[MENU, ["groups", 0, "modules", 0, "reminder"], { from: "/Desk/getCount", audience: ["supplier", "mall"] }]],
    "modules.json /groups/0/modules/0/reminder/audience/1 the module is not for the mall (its audience: shop, supplier)",
  ),
  mutation(
    pageConditions,
    [[LINES, ["when"], { flag: ["terms", "invoice"] }]],
    "modules/bills/lines.json /when no profile's shops have this page",
  ),
  mutation(
    pageConditions,
    [
      [BILLS, ["when"], { flag: ["strict", true] }],
      [LINES, ["actions"], [{ action: "bills", title: "单据", open: { module: 101 } }]],
    ],
    'modules/bills/lines.json /actions/0/open/module dead button: shops of profile plain have no page 101 (give this page the same "when")',
  ),
  mutation(
    predicateSettings,
    [[LINES, ["when"], { actor: ["side", "shop"] }]],
    "modules/bills/lines.json /when/actor shops have a page or not: its condition asks for flags alone",
  ),
  mutation(
    knownOverrides,
    [["schemas/modules/system/desk.json", ["page"], "advise"]],
    'modules/system/desk.json /page unknown hand-written page "advise" (did you mean "advice"?)',
  ),
  mutation(
    pageParts,
    [["schemas/modules/system/settings.json", ["tree"], "Grant"]],
    'modules/system/settings.json /tree a page with "form" has no "tree": it is of one kind',
    "modules/system/settings.json /tree rows of Grant name no Setting: none of its fields is a ref to it",
  ),
  mutation(
    pageParts,
    [["schemas/modules/bills/board.json", ["cards"]]],
    'modules/bills/board.json /charts/0 "charts" stand below "cards", which are not there (or on the home page: write "home")',
  ),
];
