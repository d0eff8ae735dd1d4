import { flagValues } from "../../../../src/shared/registry/checks/flags.ts";
import {
  codedChecks,
  knownActions,
  knownChecks,
  knownEffects,
  knownEntities,
  knownEnums,
  knownFields,
  knownFlags,
  knownFunctions,
  knownIcons,
  knownMessages,
  knownMixins,
  knownProfiles,
  knownTemplates,
} from "../../../../src/shared/registry/checks/known-names.ts";
import { treeGrants } from "../../../../src/shared/registry/checks/pages.ts";
import { AUDIT, BILL, BILLS, FINISH, LINE, mutation, PRINT } from "./mutation.ts";

const V_LINE = "schemas/entities/v-line.json";
const V_DAY = "schemas/entities/v-day.json";
const BOARD = "schemas/modules/bills/board.json";
const SETTINGS = "schemas/modules/system/settings.json";
const GROUPS = "schemas/modules/system/groups.json";
const STRICT = "schemas/overlays/strict.json";
const ENUMS = "schemas/shared/enums.json";

export const nameMutations = [
  mutation(
    knownFunctions,
    [[BILL, [...AUDIT, "key"], "audits"]],
    'entities/bill.json /states/Statu/transitions/audit/key unknown key "audits" (did you mean "audit"?)',
  ),
  mutation(
    knownIcons,
    [["modules.json", ["groups", 0, "icon"], "teams"]],
    'modules.json /groups/0/icon unknown icon "teams" (did you mean "team"?)',
  ),
  mutation(
    knownChecks,
    [[BILL, ["fields", "tel", "check"], "fone"]],
    'entities/bill.json /fields/tel/check unknown check "fone" (did you mean "phone"?)',
  ),
  mutation(
    codedChecks,
    [["schemas/shared/vocabulary.json", ["checks", "postcode"], "邮政编码"]],
    'shared/vocabulary.json /checks/postcode there is no code for the check "postcode" (write it in src/shared/domain/checks.ts)',
  ),
  mutation(
    knownEntities,
    [["schemas/modules/bills/lines.json", ["entity"], "vLines"]],
    'modules/bills/lines.json /entity unknown entity "vLines" (did you mean "vLine"?)',
  ),
  mutation(
    knownEntities,
    [[LINE, ["fields", "Billid", "to"], "Bil"]],
    'entities/bill-line.json /fields/Billid/to unknown entity "Bil" (did you mean "Bill"?)',
  ),
  mutation(
    knownEntities,
    [[V_LINE, ["view", "join", "head", "entity"], "Invoice"]],
    'entities/v-line.json /view/join/head/entity unknown entity "Invoice"',
  ),
  mutation(
    knownEntities,
    [[GROUPS, ["tree"], "Grants"]],
    'modules/system/groups.json /tree unknown entity "Grants" (did you mean "Grant"?)',
  ),
  mutation(
    knownEntities,
    [[BILL, [...AUDIT, "effects", 1, "add", "entity"], "Stok"]],
    'entities/bill.json /states/Statu/transitions/audit/effects/1/add/entity unknown entity "Stok" (did you mean "Stock"?)',
  ),
  mutation(
    knownMixins,
    [[LINE, ["like", 1], "partie"]],
    'entities/bill-line.json /like/1 unknown field group "partie" (did you mean "party"?)',
  ),
  mutation(
    knownEnums,
    [[BILL, ["fields", "Kind", "enum"], "Kinds"]],
    'entities/bill.json /fields/Kind/enum unknown list of codes "Kinds" (did you mean "Kind"?)',
  ),
  mutation(
    knownTemplates,
    [[BILLS, ["print", 0, "key"], "bil"]],
    'modules/bills/bills.json /print/0/key unknown print template "bil" (did you mean "bill"?)',
  ),
  mutation(
    knownMessages,
    [[BILL, [...AUDIT, "guards", 0, "else"], "NOLINES"]],
    'entities/bill.json /states/Statu/transitions/audit/guards/0/else unknown message "NOLINES" (did you mean "NOLINE"?)',
  ),
  mutation(
    knownActions,
    [[BILLS, ["actions", 0], "audti"]],
    'modules/bills/bills.json /actions/0 Bill has no transition "audti", and it is not built in (did you mean "audit"?)',
  ),
  mutation(
    knownEffects,
    [[BILL, ["states", "Paid", "transitions", "settle", "effects", 0, "named"], "settle-order"]],
    'entities/bill.json /states/Paid/transitions/settle/effects/0/named unknown hand-written effect "settle-order" (did you mean "settle-orders"?)',
  ),
  mutation(
    knownFlags,
    [[STRICT, ["flags", "strikt"], true]],
    'overlays/strict.json /flags/strikt flag "strikt" is not declared by profile plain (did you mean "strict"?)',
  ),
  mutation(knownProfiles, [[STRICT, ["after"], ["plan"]]], 'overlays/strict.json /after/0 unknown profile "plan" (did you mean "plain"?)'),
  mutation(flagValues, [[STRICT, ["flags", "strict"], "yes"]], "overlays/strict.json /flags/strict flag strict is true or false, not text"),
  mutation(
    knownFlags,
    [[BILL, [...AUDIT, "guards", 1, "when", "flag"], ["stric", true]]],
    'entities/bill.json /states/Statu/transitions/audit/guards/1/when/flag/0 flag "stric" is not declared by profile plain (did you mean "strict"?)',
  ),
  mutation(
    flagValues,
    [[BILL, [...AUDIT, "guards", 1, "when", "flag"], ["strict", "true"]]],
    'entities/bill.json /states/Statu/transitions/audit/guards/1/when/flag/1 flag strict is true or false: "true" is never its value',
  ),
  // Fields, by where they are named.
  mutation(
    knownFields,
    [[BILLS, ["columns", 2, "field"], "Provder"]],
    'modules/bills/bills.json /columns/2/field unknown field "Provder" of Bill (did you mean "Provider"?)',
  ),
  mutation(
    knownFields,
    [[BILLS, ["columns", 1], "busdat"]],
    'modules/bills/bills.json /columns/1 unknown field "busdat" of Bill (did you mean "busdate"?)',
  ),
  mutation(
    knownFields,
    [[BILLS, ["filters", 0], "BillId2"]],
    'modules/bills/bills.json /filters/0 unknown field "BillId2" of Bill (did you mean "Billid"?)',
  ),
  mutation(
    knownFields,
    [[BILLS, ["footer", "sums", 2, "ratio", 1], "Totl"]],
    'modules/bills/bills.json /footer/sums/2/ratio/1 unknown field "Totl" of Bill (did you mean "Total"?)',
  ),
  mutation(
    knownFields,
    [[BILLS, ["sort", "default", 0], "-busday"]],
    'modules/bills/bills.json /sort/default/0 unknown field "busday" of Bill (did you mean "busdate"?)',
  ),
  mutation(
    knownFields,
    [[BILLS, ["sort", "map", "StatuZH"], "Status"]],
    'modules/bills/bills.json /sort/map/StatuZH unknown field "Status" of Bill (did you mean "Statu"?)',
  ),
  mutation(
    knownFields,
    [[BILLS, ["values", "Stat"], [{ code: 1, title: "一" }]]],
    'modules/bills/bills.json /values/Stat unknown field "Stat" of Bill (did you mean "Statu"?)',
  ),
  mutation(
    knownFields,
    [[BILLS, ["sections", 0, "fields", 3], "siz"]],
    'modules/bills/bills.json /sections/0/fields/3 unknown field "siz" of Bill (did you mean "size"?)',
  ),
  mutation(
    knownFields,
    [[BILLS, ["lines", 0, "columns", 0], "GoodId"]],
    'modules/bills/bills.json /lines/0/columns/0 unknown field "GoodId" of BillLine (did you mean "GoodsId"?)',
  ),
  mutation(knownFields, [[BILL, ["label"], "BillNo"]], 'entities/bill.json /label unknown field "BillNo" of Bill (did you mean "Billid"?)'),
  mutation(
    knownFields,
    [[BILLS, ["hide", "supplier", 0], "sise"]],
    'modules/bills/bills.json /hide/supplier/0 unknown field "sise" of Bill (did you mean "size"?)',
  ),
  mutation(
    knownFields,
    [[BILLS, ["where", "in", 0], "Kinds"]],
    'modules/bills/bills.json /where/in/0 unknown field "Kinds" of Bill (did you mean "Kind"?)',
  ),
  mutation(
    knownFields,
    [[SETTINGS, ["form", "value"], "Valeu"]],
    'modules/system/settings.json /form/value unknown field "Valeu" of Setting (did you mean "Value"?)',
  ),
  mutation(
    treeGrants,
    [[GROUPS, ["tree"], "Setting"]],
    "modules/system/groups.json /tree rows of Setting name no Group: none of its fields is a ref to it",
  ),
  mutation(
    knownFields,
    [[BOARD, ["charts", 0, "by"], "busday"]],
    'modules/bills/board.json /charts/0/by unknown field "busday" of vDay (did you mean "busdate"?)',
  ),
  mutation(
    knownFields,
    [[BOARD, ["cards", 0, "field"], "Totals"]],
    'modules/bills/board.json /cards/0/field unknown field "Totals" of vDay (did you mean "Total"?)',
  ),
  mutation(
    knownFields,
    [[BOARD, ["cards", 0, "where", "gt", 0], "Totals"]],
    'modules/bills/board.json /cards/0/where/gt/0 unknown field "Totals" of vDay (did you mean "Total"?)',
  ),
  mutation(
    knownFields,
    [[PRINT, ["header", 1], "busdates"]],
    'prints/bill.json /header/1 unknown field "busdates" of Bill (did you mean "busdate"?)',
  ),
  mutation(
    knownFields,
    [[PRINT, ["columns", 0, "field"], "Goods"]],
    'prints/bill.json /columns/0/field unknown field "Goods" of BillLine (did you mean "GoodsId"?)',
  ),
  mutation(
    knownFields,
    [[PRINT, ["capitals"], "Totall"]],
    'prints/bill.json /capitals unknown field "Totall" of Bill (did you mean "Total"?)',
  ),
  mutation(
    knownFields,
    [[BILL, ["visibleTo", "supplier", "gt", 0], "Status"]],
    'entities/bill.json /visibleTo/supplier/gt/0 unknown field "Status" of Bill (did you mean "Statu"?)',
  ),
  mutation(
    knownFields,
    [[ENUMS, ["enums", "BillState", 1, "cases", 0, "when", "lt", 0], "Totl"]],
    'shared/enums.json /enums/BillState/1/cases/0/when/lt/0 unknown field "Totl" of Bill (did you mean "Total"?)',
  ),
  mutation(
    knownFields,
    [[BILL, ["fields", "tax", "computed", "calc", "mul", 1], "taxRat"]],
    'entities/bill.json /fields/tax/computed/calc/mul/1 unknown field "taxRat" of Bill (did you mean "taxRate"?)',
  ),
  mutation(
    knownFields,
    [[BILL, ["fields", "linecount", "computed", "count", "on"], { BillId9: "Billid" }]],
    'entities/bill.json /fields/linecount/computed/count/on/BillId9 unknown field "BillId9" of BillLine (did you mean "Billid"?)',
  ),
  mutation(
    knownFields,
    [[BILL, ["fields", "lineTotal", "computed", "total", "field"], "Totals"]],
    'entities/bill.json /fields/lineTotal/computed/total/field unknown field "Totals" of BillLine (did you mean "Total"?)',
  ),
  mutation(
    knownFields,
    [[BILL, ["fields", "ShopName", "computed", "copy"], "SHOP_ID.ShopNam"]],
    'entities/bill.json /fields/ShopName/computed/copy unknown field "ShopNam" of Shop (did you mean "ShopName"?)',
  ),
  mutation(
    knownFields,
    [[BILL, ["unique", 0, 0], "BillNo"]],
    'entities/bill.json /unique/0/0 unknown field "BillNo" of Bill (did you mean "Billid"?)',
  ),
  mutation(
    knownFields,
    [[BILL, ["indexes", 0, 0], "-busday"]],
    'entities/bill.json /indexes/0/0 unknown field "busday" of Bill (did you mean "busdate"?)',
  ),
  mutation(
    knownFields,
    [[BILL, ["number"], { BillNo: "DJ" }]],
    'entities/bill.json /number/BillNo unknown field "BillNo" of Bill (did you mean "Billid"?)',
  ),
  mutation(
    knownFields,
    [[BILL, ["checks", 0, "require", "any", 1, "set"], "Totals"]],
    'entities/bill.json /checks/0/require/any/1/set unknown field "Totals" of Bill (did you mean "Total"?)',
  ),
  mutation(
    knownFields,
    [[LINE, ["head", "on"], { BillNo: "Billid" }]],
    'entities/bill-line.json /head/on/BillNo unknown field "BillNo" of Bill (did you mean "Billid"?)',
  ),
  mutation(
    knownFields,
    [[LINE, ["fields", "Billid", "key"], "BillNo"]],
    'entities/bill-line.json /fields/Billid/key unknown field "BillNo" of Bill (did you mean "Billid"?)',
  ),
  mutation(
    knownFields,
    [[BILL, [...AUDIT, "effects", 0, "set"], { auditer: { now: true } }]],
    'entities/bill.json /states/Statu/transitions/audit/effects/0/set/auditer unknown field "auditer" of Bill (did you mean "auditor"?)',
  ),
  mutation(
    knownFields,
    [[BILL, [...AUDIT, "effects", 1, "add", "match"], { GoodsId: { line: "Goods" } }]],
    'entities/bill.json /states/Statu/transitions/audit/effects/1/add/match/GoodsId/line unknown field "Goods" of BillLine (did you mean "GoodsId"?)',
  ),
  mutation(
    knownFields,
    [[BILL, [...AUDIT, "effects", 1, "add", "by"], { amout: { line: "amount" } }]],
    'entities/bill.json /states/Statu/transitions/audit/effects/1/add/by/amout unknown field "amout" of Stock (did you mean "amount"?)',
  ),
  mutation(
    knownFields,
    [[BILL, [...AUDIT, "effects", 1, "add", "values"], { provid: { field: "Provid2" } }]],
    'entities/bill.json /states/Statu/transitions/audit/effects/1/add/values/provid/field unknown field "Provid2" of Bill (did you mean "provid"?)',
  ),
  mutation(
    knownFields,
    [[BILL, [...AUDIT, "effects", 2, "create", "keep"], { PayBillid: "BillNo" }]],
    'entities/bill.json /states/Statu/transitions/audit/effects/2/create/keep/PayBillid unknown field "BillNo" of Payment (did you mean "Billid"?)',
  ),
  mutation(
    knownFields,
    [[BILL, [...AUDIT, "effects", 3, "notify", "content"], "{Totl} 元"]],
    'entities/bill.json /states/Statu/transitions/audit/effects/3/notify/content unknown field "Totl" of Bill (did you mean "Total"?)',
  ),
  mutation(
    knownFields,
    [[BILL, [...FINISH, "effects", 0, "run", "match"], { BilBillid: { field: "Billid" } }]],
    'entities/bill.json /states/Statu/transitions/finish/effects/0/run/match/BilBillid unknown field "BilBillid" of Payment (did you mean "BillBillid"?)',
  ),
  mutation(
    knownFields,
    [[V_LINE, ["fields", "busdate", "from"], "head.busday"]],
    'entities/v-line.json /fields/busdate/from unknown field "busday" of Bill (did you mean "busdate"?)',
  ),
  mutation(
    knownFields,
    [[V_LINE, ["view", "join", "head", "on"], { BillNo: "Billid" }]],
    'entities/v-line.json /view/join/head/on/BillNo unknown field "BillNo" of Bill (did you mean "Billid"?)',
  ),
  mutation(
    knownFields,
    [[V_DAY, ["view", "by", 1], "busday"]],
    'entities/v-day.json /view/by/1 unknown field "busday" of vDay (did you mean "busdate"?)',
  ),
];
