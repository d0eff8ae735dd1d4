import { computedCycles } from "../../../../src/shared/registry/checks/computed-cycles.ts";
import { computedKinds } from "../../../../src/shared/registry/checks/computed-kinds.ts";
import { conversions } from "../../../../src/shared/registry/checks/conversions.ts";
import { fieldWords } from "../../../../src/shared/registry/checks/field-words.ts";
import {
  defaultValues,
  enumCodes,
  fieldDeclarations,
  identities,
  sharedWords,
  storedFields,
} from "../../../../src/shared/registry/checks/fields.ts";
import { fittingFields } from "../../../../src/shared/registry/checks/fitting-fields.ts";
import { formerNames } from "../../../../src/shared/registry/checks/former-names.ts";
import { refKeys, rowKeys, sealedRows, tenancy } from "../../../../src/shared/registry/checks/keys.ts";
import { predicateOperands, predicateSettings } from "../../../../src/shared/registry/checks/predicates.ts";
import { AUDIT, BILL, BILLS, LINE, mutation } from "./mutation.ts";

const ENUMS = "schemas/shared/enums.json";
const STOCK = "schemas/entities/stock.json";
const PAYMENT = "schemas/entities/payment.json";
const SHOP = "schemas/entities/shop.json";
const V_LINE = "schemas/entities/v-line.json";
const WHERE = ["where"] as const;

export const entityMutations = [
  mutation(sealedRows, [[SHOP, ["sealed"], ["SHOP_ID"]]], 'entities/shop.json /sealed "sealed" is for rows of a shop; Shop is global'),
  mutation(
    storedFields,
    [[BILL, ["sealed"], ["Billid", "linecount"]]],
    "entities/bill.json /sealed/1 linecount is computed: the database keeps no such column",
  ),
  mutation(
    identities,
    [[BILL, ["fields", "tel", "identity"], true]],
    'entities/bill.json /fields/tel/identity "identity" means nothing here: no unique key of Bill has tel',
  ),
  mutation(
    conversions,
    [[BILL, ["fields", "linecount", "convert"], { from: "money" }]],
    'entities/bill.json /fields/linecount/convert only a stored field has "convert"; linecount is not stored',
  ),
  mutation(
    conversions,
    [[V_LINE, ["fields", "busdate", "convert"], { from: "datetime" }]],
    'entities/v-line.json /fields/busdate/convert only a stored field has "convert"; busdate is not stored',
  ),
  mutation(
    conversions,
    [[BILL, ["fields", "busdate", "convert"], { from: "money" }]],
    "entities/bill.json /fields/busdate/convert/from no money can become date (give the field another name)",
  ),
  mutation(
    conversions,
    [[BILL, ["fields", "tel", "convert"], { from: "text" }]],
    "entities/bill.json /fields/tel/convert nothing is converted: text stays as it is where it becomes string",
  ),
  mutation(
    conversions,
    [[BILL, ["fields", "Total", "convert"], { from: "int", rounding: "half-up" }]],
    "entities/bill.json /fields/Total/convert/rounding nothing is rounded where int becomes money",
  ),
  mutation(
    conversions,
    [[BILL, ["fields", "busdate", "convert"], { from: "datetime", rounding: "half-up" }]],
    'entities/bill.json /fields/busdate/convert/rounding a time becomes its own day, not the next one (write "down")',
  ),
  mutation(
    conversions,
    [[BILL, ["fields", "busdate", "convert"], { from: "string", cut: true }]],
    "entities/bill.json /fields/busdate/convert/cut busdate (date) has no length that a text could be cut to",
  ),
  mutation(
    conversions,
    [[BILL, ["fields", "Kind", "convert"], { from: "string", map: { 进货: 9 } }]],
    'entities/bill.json /fields/Kind/convert/map/进货 unknown code 9 of Kind (known: "in", "out")',
  ),
  mutation(
    fieldDeclarations,
    [[BILL, ["fields", "Paid", "enum"], "Kind"]],
    'entities/bill.json /fields/Paid Paid is an enum and needs either "values" or "enum": both are there',
  ),
  mutation(
    fieldDeclarations,
    [[BILL, ["fields", "Kind", "enum"]]],
    'entities/bill.json /fields/Kind Kind is an enum and needs either "values" or "enum": neither is there',
  ),
  mutation(
    fieldWords,
    [[BILL, ["fields", "busdate", "enum"], "Kind"]],
    'entities/bill.json /fields/busdate/enum "enum" is for enum; busdate is date',
  ),
  mutation(
    fieldDeclarations,
    [[LINE, ["fields", "Billid", "key"]]],
    'entities/bill-line.json /fields/Billid Billid is a ref and needs "key"',
  ),
  mutation(
    fieldWords,
    [[BILL, ["fields", "busdate", "to"], "Shop"]],
    'entities/bill.json /fields/busdate/to "to" is for ref; busdate is date',
  ),
  mutation(
    enumCodes,
    [
      [ENUMS, ["enums", "Kind", 1, "code"], 7],
      [BILLS, WHERE],
    ],
    "shared/enums.json /enums/Kind/1/code the codes of one list are all whole numbers or all texts",
  ),
  mutation(
    enumCodes,
    [
      [ENUMS, ["enums", "Kind", 1, "code"], "in"],
      [BILLS, WHERE],
    ],
    'shared/enums.json /enums/Kind/1/code code "in" stands here twice',
  ),
  mutation(
    sharedWords,
    [[BILLS, ["values", "Statu", 0, "title"], "录入"]],
    'modules/bills/bills.json /values/Statu/0 two codes are both 录入 on the screen [warning shared-words] (say in "shown" what sets it apart)',
  ),
  mutation(
    sharedWords,
    [[ENUMS, ["enums", "Kind", 1, "title"], "收"]],
    'shared/enums.json /enums/Kind/1 two codes are both 收 on the screen [warning shared-words] (say in "shown" what sets it apart)',
  ),
  mutation(
    enumCodes,
    [[ENUMS, ["enums", "Kind", 1, "name"], "outgoing"]],
    "shared/enums.json /enums/Kind/0 of one list all codes have a name, or none",
  ),
  mutation(
    enumCodes,
    [
      [ENUMS, ["enums", "Kind", 0, "name"], "same"],
      [ENUMS, ["enums", "Kind", 1, "name"], "same"],
    ],
    "shared/enums.json /enums/Kind/1/name the name same stands here twice",
  ),
  mutation(
    enumCodes,
    [[BILLS, ["values", "Statu", 0, "code"], 11]],
    "modules/bills/bills.json /values/Statu/0/code unknown code 11 of Statu (known: 0, 10, 50)",
  ),
  mutation(
    enumCodes,
    [[BILLS, ["values", "busdate"], [{ code: 1, title: "一" }]]],
    "modules/bills/bills.json /values/busdate busdate is date: only an enum has texts for codes",
  ),
  mutation(
    defaultValues,
    [[BILL, ["fields", "Total", "default"], "0.005"]],
    'entities/bill.json /fields/Total/default "0.005" is no value of Total (money) (write a decimal such as "12.50", with at most 2 decimals)',
  ),
  mutation(
    defaultValues,
    [[BILL, ["fields", "isclose", "default"], 0]],
    "entities/bill.json /fields/isclose/default 0 is no value of isclose (bool) (write true or false)",
  ),
  mutation(
    defaultValues,
    [[BILL, ["fields", "Kind", "default"], "inn"]],
    'entities/bill.json /fields/Kind/default unknown code "inn" of Kind (did you mean "in"?)',
  ),
  mutation(
    defaultValues,
    [[BILL, ["fields", "tax", "default"], "0"]],
    "entities/bill.json /fields/tax/default tax is computed and has no default",
  ),
  mutation(rowKeys, [[SHOP, ["fields", "Id", "type"], "int"]], "entities/shop.json /fields/Id/type Id is of type id, not int"),
  mutation(rowKeys, [[SHOP, ["fields", "Id"]]], "entities/shop.json /fields Shop needs the field Id of type id"),
  mutation(
    refKeys,
    [["schemas/entities/group.json", ["unique"]]],
    ...[
      "bill.json /fields/GroupId/key",
      "grant.json /fields/GroupId/key",
      "group-item.json /head/on/GroupId",
      "group-item.json /fields/GroupId/key",
    ].map((place) => `entities/${place} GroupId may name several rows of Group: it is not unique (say "unique": [["GroupId"]] there)`),
  ),
  mutation(
    refKeys,
    [[LINE, ["head", "on"], { auditor: "Billid" }]],
    "entities/bill-line.json /head/on/auditor auditor may name several rows of Bill: it is not unique (unique: Billid)",
    "prints/payment.json /from BillBillid holds Billid of Bill, but lines name it by auditor",
  ),
  mutation(
    tenancy,
    [
      [LINE, ["like"], ["base"]],
      [V_LINE, ["fields", "provid", "from"], "head.provid"],
    ],
    "entities/bill-line.json /tenancy tenancy head needs the field provid",
  ),
  mutation(
    tenancy,
    [["schemas/entities/task-state.json", ["tenancy"], "shop+supplier"]],
    "entities/task-state.json /tenancy tenancy shop+supplier needs the field provid",
  ),
  mutation(
    tenancy,
    [[STOCK, ["head"], { of: "Bill", on: { Billid: "GoodsId" } }]],
    'entities/stock.json /head "head" is for tenancy head; Stock is shop',
  ),
  mutation(
    tenancy,
    [[STOCK, ["tenancy"], "head"]],
    'entities/stock.json /tenancy Stock is a line and needs "head": the document it belongs to',
  ),
  mutation(
    tenancy,
    [[BILL, ["supplierReads"], true]],
    'entities/bill.json /supplierReads "supplierReads" is for tenancy shop; Bill is shop+supplier',
  ),
  mutation(
    storedFields,
    [[BILL, ["indexes", 1], ["tax"]]],
    "entities/bill.json /indexes/1/0 tax is computed: the database keeps no such column",
  ),
  mutation(
    storedFields,
    [[BILL, ["number"], { busdate: "DJ" }]],
    "entities/bill.json /number/busdate busdate (date) cannot hold a bill number",
  ),
  mutation(
    computedKinds,
    [
      [BILL, ["fields", "tax", "type"], "string"],
      [BILL, ["fields", "net"]],
      [BILLS, ["footer", "sums", 2]],
      ["schemas/prints/bill.json", ["summary"]],
    ],
    'entities/bill.json /fields/tax/type a field computed by "calc" is a number, not string',
  ),
  mutation(
    fittingFields,
    [[BILL, ["fields", "net", "computed", "calc", "sub", 0], "busdate"]],
    "entities/bill.json /fields/net/computed/calc/sub/0 busdate (date) is no number",
  ),
  mutation(
    fittingFields,
    [[BILL, ["fields", "StatuZH", "computed", "label"], "Billid"]],
    "entities/bill.json /fields/StatuZH/computed/label Billid (string) has no texts for codes",
  ),
  mutation(
    computedKinds,
    [[BILL, ["fields", "size", "computed", "cases", 1, "value"], 1]],
    "entities/bill.json /fields/size/computed/cases/1/value 1 is no value of size (string) (write text)",
  ),
  mutation(
    computedKinds,
    [[BILL, ["fields", "ShopName", "computed", "copy"], "Billid.ShopName"]],
    "entities/bill.json /fields/ShopName/computed/copy Billid leads to no other row: it is neither a ref nor the head's key",
  ),
  mutation(
    computedKinds,
    [[BILL, ["fields", "ShopName", "type"], "date"]],
    "entities/bill.json /fields/ShopName/type ShopName of Shop is string, so this cannot be date",
  ),
  mutation(
    fittingFields,
    [[BILL, ["fields", "lineTotal", "computed", "total", "field"], "checked"]],
    "entities/bill.json /fields/lineTotal/computed/total/field checked (bool) is no number",
  ),
  mutation(
    fittingFields,
    [[SHOP, ["fields", "daysleft", "computed", "daysUntil"], "ShopName"]],
    "entities/shop.json /fields/daysleft/computed/daysUntil ShopName (string) is no day",
  ),
  mutation(
    computedKinds,
    [[BILL, ["fields", "canPay", "type"], "int"]],
    'entities/bill.json /fields/canPay/type a field computed by "when" is bool, not int',
  ),
  mutation(
    computedCycles,
    [[BILL, ["fields", "tax", "computed", "calc", "mul", 0], "net"]],
    "entities/bill.json /fields/tax/computed computed from itself: Bill.tax → Bill.net → Bill.tax",
  ),
  mutation(
    computedCycles,
    [[BILL, ["fields", "net", "computed", "calc", "sub", 0], "net"]],
    "entities/bill.json /fields/net/computed computed from itself: Bill.net → Bill.net",
  ),
  mutation(
    computedCycles,
    [[LINE, ["fields", "Total", "computed"], { copy: "Billid.lineTotal" }]],
    "entities/bill-line.json /fields/Total/computed computed from itself: BillLine.Total → Bill.lineTotal → BillLine.Total",
  ),
  // Operands
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { in: ["Kind", ["in", "outt"]] }]],
    'modules/bills/bills.json /where/in/1/1 unknown code "outt" of Kind (did you mean "out"?)',
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { eq: ["Statu", "10"] }]],
    'modules/bills/bills.json /where/eq/1 unknown code "10" of Statu (known: 0, 10, 50)',
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { gt: ["Total", "0.001"] }]],
    'modules/bills/bills.json /where/gt/1 "0.001" is no value of Total (money) (write a decimal such as "12.50", with at most 2 decimals)',
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { gt: ["amount", "0.0001"] }]],
    'modules/bills/bills.json /where/gt/1 "0.0001" is no value of amount (quantity) (write a decimal such as "1.500", with at most 3 decimals)',
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { gt: ["taxRate", "0.0000001"] }]],
    'modules/bills/bills.json /where/gt/1 "0.0000001" is no value of taxRate (rate) (write a decimal such as "0.13", with at most 6 decimals)',
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { gt: ["busdate", "2025-02-30"] }]],
    'modules/bills/bills.json /where/gt/1 "2025-02-30" is no value of busdate (date) (write a date such as 2025-06-30)',
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { eq: ["isclose", 1] }]],
    "modules/bills/bills.json /where/eq/1 1 is no value of isclose (bool) (write true or false)",
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { eq: ["Billid", ""] }]],
    'modules/bills/bills.json /where/eq/1 nothing equals empty text: Billid is then empty (write {"not": {"set": "Billid"}})',
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { gt: ["isclose", true] }]],
    'modules/bills/bills.json /where/gt/0 isclose (bool) has no order: "gt" means nothing',
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { eq: ["Total", { field: "amount" }] }]],
    "modules/bills/bills.json /where/eq/1/field Total (money) cannot be compared with amount (quantity)",
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { lt: ["Total", { today: 0 }] }]],
    "modules/bills/bills.json /where/lt/1 Total (money) cannot be compared with a day",
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { eq: ["Total", { actor: "PROV_ID" }] }]],
    "modules/bills/bills.json /where/eq/1 Total (money) cannot be compared with PROV_ID of the user, which is text",
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { actor: ["side", "mall"] }]],
    'modules/bills/bills.json /where/actor/1 "mall" is never side of a user (write "shop" or "supplier")',
  ),
  mutation(
    predicateOperands,
    [[BILLS, WHERE, { actor: ["isconfirm", "yes"] }]],
    'modules/bills/bills.json /where/actor/1 "yes" is never isconfirm of a user (write true or false)',
  ),
  mutation(
    predicateOperands,
    [[BILL, [...AUDIT, "guards", 0, "require"], { all: [{ not: { eq: ["linecount", "0"] } }] }]],
    'entities/bill.json /states/Statu/transitions/audit/guards/0/require/all/0/not/eq/1 "0" is no value of linecount (int) (write a whole number)',
  ),
  mutation(
    predicateSettings,
    [[BILLS, WHERE, { can: "pay" }]],
    'modules/bills/bills.json /where/can "can" is for guards, "when" and viewer fields: elsewhere no user acts',
  ),
  mutation(
    predicateSettings,
    [[BILLS, WHERE, { eq: ["canPay", true] }]],
    "modules/bills/bills.json /where/eq/0 canPay is made after reading, so no query can choose by it",
  ),
  mutation(
    predicateSettings,
    [[BILL, ["checks", 0, "require"], { eq: ["busdate", { today: 1 }] }]],
    "entities/bill.json /checks/0/require/eq/1 a check is kept by the database: it compares with plain values and fields only",
  ),
  mutation(
    predicateSettings,
    [[BILL, ["checks", 0, "require"], { flag: ["strict", true] }]],
    "entities/bill.json /checks/0/require/flag a check is kept by the database, which knows no flag",
  ),
  mutation(
    predicateSettings,
    [[BILL, ["checks", 0, "require"], { gt: ["tax", "0"] }]],
    "entities/bill.json /checks/0/require/gt/0 a check is kept by the database, but tax is computed",
  ),
  mutation(
    predicateSettings,
    [[PAYMENT, ["visibleTo"], { shop: { can: "pay" } }]],
    'entities/payment.json /visibleTo/shop/can "can" is for guards, "when" and viewer fields: elsewhere no user acts',
  ),
  mutation(formerNames, [[BILL, ["was"], ["Shop"]]], "entities/bill.json /was/0 the name Shop is still that of another entity"),
  mutation(
    formerNames,
    [[BILL, ["fields", "tel", "was"], ["amount"]]],
    "entities/bill.json /fields/tel/was/0 the name amount is still that of another field",
  ),
  mutation(
    formerNames,
    [
      [BILL, ["fields", "tel", "was"], ["phone"]],
      [BILL, ["fields", "amount", "was"], ["phone"]],
    ],
    "entities/bill.json /fields/tel/was/0 two of the same kind (field) were called phone",
  ),
];
