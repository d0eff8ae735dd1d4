import { brandColours } from "../../../../src/shared/registry/checks/brands.ts";
import {
  openWays,
  possibleConditions,
  reachedStates,
  seenCreations,
  tellingConditions,
} from "../../../../src/shared/registry/checks/dead-ends.ts";
import { derivedCycles } from "../../../../src/shared/registry/checks/derived-cycles.ts";
import { fieldFormats, fieldWords, formWords } from "../../../../src/shared/registry/checks/field-words.ts";
import { declaredFlags, flagValues, readFlags } from "../../../../src/shared/registry/checks/flags.ts";
import { bounds } from "../../../../src/shared/registry/checks/forms.ts";
import { idleAudiences, idleDefaults, idleNames, pressedTransitions } from "../../../../src/shared/registry/checks/idle.ts";
import { wholeArchetypes } from "../../../../src/shared/registry/checks/machines.ts";
import { numberPrefixes } from "../../../../src/shared/registry/checks/number-prefixes.ts";
import { idleFlags, idleProfiles, patchedPages } from "../../../../src/shared/registry/checks/overlay-pages.ts";
import { narrowedChoices, shownRequired } from "../../../../src/shared/registry/checks/required-fields.ts";
import { distinctNames, reservedNames } from "../../../../src/shared/registry/checks/reserved-names.ts";
import { missingSchemas, schemaReferences } from "../../../../src/shared/registry/checks/schema-references.ts";
import { sumColumns, sums } from "../../../../src/shared/registry/checks/sums.ts";
import { repeatedEntries } from "../../../../src/shared/registry/checks/unique.ts";
import { AUDIT, BILL, BILLS, FINISH, LINE, MENU, mutation } from "./mutation.ts";

const VOCABULARY = "schemas/shared/vocabulary.json";
const ARCHETYPES = "schemas/shared/archetypes.json";
const ENUMS = "schemas/shared/enums.json";
const PLAIN = "schemas/overlays/plain.json";
const STRICT = "schemas/overlays/strict.json";
const PAYMENT = "schemas/entities/payment.json";
const V_LINE = "schemas/entities/v-line.json";
const MESSAGES = "schemas/shared/messages.json";
const MIXINS = "schemas/shared/mixins.json";
const FIELDS = ["fields"] as const;

/** What was accepted without a word, or told vaguely, before. */
export const closedMutations = [
  // Flags.
  mutation(
    flagValues,
    [[STRICT, ["flags", "terms"], "invoic"]],
    'overlays/strict.json /flags/terms "invoic" is no value of flag terms (did you mean "invoice"?)',
  ),
  mutation(
    flagValues,
    [[PLAIN, ["flags", "terms"], "opne"]],
    'overlays/plain.json /flags/terms "opne" is no value of flag terms (known: open, invoice, early, later)',
  ),
  mutation(
    flagValues,
    [[BILL, [...AUDIT, "guards", 1, "when"], { flag: ["terms", "invoices"] }]],
    'entities/bill.json /states/Statu/transitions/audit/guards/1/when/flag/1 "invoices" is no value of flag terms (did you mean "invoice"?)',
  ),
  mutation(
    flagValues,
    [[STRICT, ["flags", "strict"], "true"]],
    "overlays/strict.json /flags/strict flag strict is true or false, not text",
  ),
  mutation(flagValues, [[STRICT, ["flags", "paths"], "/a"]], "overlays/strict.json /flags/paths flag paths is a list, not text"),
  mutation(
    flagValues,
    [
      [VOCABULARY, ["flags", "paths", "values"], { bank: "银行" }],
      [STRICT, ["flags", "paths"], ["bnak"]],
    ],
    'overlays/strict.json /flags/paths/0 "bnak" is no value of flag paths (known: bank)',
  ),
  mutation(
    declaredFlags,
    [[PLAIN, ["flags", "strickt"], true]],
    'overlays/plain.json /flags/strickt flag "strickt" is not declared in schemas/shared (did you mean "strict"?)',
  ),
  mutation(
    declaredFlags,
    [[VOCABULARY, ["flags", "terms", "values"]]],
    'shared/vocabulary.json /flags/terms flag terms is a text and needs "values"',
  ),
  mutation(
    declaredFlags,
    [[VOCABULARY, ["flags", "strict", "values"], { yes: "是" }]],
    "shared/vocabulary.json /flags/strict/values flag strict is yes or no: it has no other values",
  ),
  mutation(
    readFlags,
    [
      [VOCABULARY, ["flags", "loud"], { title: "响", type: "bool" }],
      [PLAIN, ["flags", "loud"], false],
    ],
    'shared/vocabulary.json /flags/loud nothing reads flag "loud": no condition asks for it, nor does code',
  ),
  mutation(readFlags, [[PLAIN, ["flags", "paths"]]], 'shared/vocabulary.json /flags/paths profile plain gives flag "paths" no value'),
  // Property and type.
  ...(
    [
      ["Total", "length", 20, "string, text, ref, url, images", "money"],
      ["boxes", "length", 3, "string, text, ref, url, images", "int"],
      ["tel", "min", 1, "int, money, price, quantity, rate", "string"],
      ["busdate", "max", 1, "int, money, price, quantity, rate", "date"],
      ["isclose", "check", "phone", "string, text", "bool"],
      ["Kind", "to", "Shop", "ref", "enum"],
      ["tel", "where", { set: "tel" }, "ref", "string"],
      ["tel", "values", [{ code: 1, title: "一" }], "enum", "string"],
    ] as const
  ).map(([field, word, value, types, type]) =>
    mutation(
      fieldWords,
      [[BILL, [...FIELDS, field, word], value]],
      `entities/bill.json /fields/${field}/${word} "${word}" is for ${types}; ${field} is ${type}`,
    ),
  ),
  mutation(
    fieldWords,
    [[MIXINS, ["entities", "base", "Id", "required"], true]],
    'shared/mixins.json /entities/base/Id/required "required" is for string, text, int, bool, date, datetime, money, price, quantity, rate, enum, ref, url, images; Id is id',
  ),
  mutation(
    formWords,
    [[BILL, [...FIELDS, "tax", "readonly"], true]],
    'entities/bill.json /fields/tax/readonly "readonly" means nothing here: tax is computed',
  ),
  mutation(
    formWords,
    [[BILL, [...FIELDS, "twice", "fixed"], true]],
    'entities/bill.json /fields/twice/fixed "fixed" means nothing here: twice is derived',
  ),
  mutation(
    formWords,
    [[V_LINE, [...FIELDS, "Total", "required"], true]],
    'entities/v-line.json /fields/Total/required "required" means nothing here: vLine is a view',
  ),
  mutation(
    fieldFormats,
    [[BILL, [...FIELDS, "tel", "format"], "money"]],
    "entities/bill.json /fields/tel/format format money draws money; tel is string (usual: text)",
  ),
  mutation(
    fieldFormats,
    [[BILLS, ["columns", 1], { field: "busdate", format: "int" }]],
    "modules/bills/bills.json /columns/1/format format int draws int, id; busdate is date (usual: date)",
  ),
  mutation(
    fieldFormats,
    [[BILL, ["lines", 0, "columns", 0], { field: "GoodsId", format: "rate" }]],
    "entities/bill.json /lines/0/columns/0/format format rate draws rate; GoodsId is string (usual: text)",
  ),
  // Bounds.
  mutation(
    bounds,
    [[BILL, [...FIELDS, "boxes", "min"], 100]],
    "entities/bill.json /fields/boxes/min no value is at least 100 and at most 99",
  ),
  mutation(
    bounds,
    [[BILL, [...FIELDS, "boxes", "default"], 100]],
    "entities/bill.json /fields/boxes/default new rows begin with 100, which the bounds of boxes refuse",
  ),
  mutation(
    bounds,
    [[BILL, [...FIELDS, "nick", "length"], [41, 40]]],
    "entities/bill.json /fields/nick/length no text has at least 41 and at most 40 characters",
  ),
  // Names.
  ...(
    [
      ["constructor", "the program's own objects have it"],
      ["toString", "the program's own objects have it"],
      ["allow", 'every object may say "allow"'],
      ["xmin", "every table of PostgreSQL has such a column of its own"],
      ["id", "every row travels with a copy of its key by that name"],
      ["a".repeat(64), "the database cuts it off after 63 characters"],
    ] as const
  ).flatMap(([name, why]) =>
    name === "id"
      ? []
      : [
          mutation(
            reservedNames,
            [[BILL, [...FIELDS, name], { title: "一", type: "int" }]],
            `entities/bill.json /fields/${name} ${name} cannot be the name of one field: ${why}`,
          ),
        ],
  ),
  mutation(
    reservedNames,
    [[MIXINS, ["entities", "constructor"], { one: { title: "一", type: "int" } }]],
    "shared/mixins.json /entities/constructor constructor cannot be the name of one group of fields: the program's own objects have it",
  ),
  mutation(
    distinctNames,
    [[BILL, [...FIELDS, "total"], { title: "一", type: "int" }]],
    "entities/bill.json /fields/total total and Total differ in capitals only",
  ),
  mutation(
    numberPrefixes,
    [[PAYMENT, ["number"], { Billid: "ZF" }]],
    "entities/bill.json /states/Statu/transitions/audit/effects/2/create/values/Billid/number FK is not the prefix of Payment (its numbers begin with ZF)",
  ),
  mutation(
    numberPrefixes,
    [[BILL, [...AUDIT, "effects", 2, "create", "values", "Billid", "number"], "DJ"]],
    "entities/bill.json /states/Statu/transitions/audit/effects/2/create/values/Billid/number DJ already begins the numbers of Bill",
  ),
  mutation(
    schemaReferences,
    [[BILL, ["$schema"], "../meta/module.schema.json"]],
    'entities/bill.json /$schema this is no schema of such a file: "../meta/module.schema.json" (write "../meta/entity.schema.json")',
  ),
  mutation(
    schemaReferences,
    [[MENU, ["$schema"], "./schemas/meta/registy.schema.json"]],
    'modules.json /$schema this is no schema of such a file: "./schemas/meta/registy.schema.json" (write "./schemas/meta/registry.schema.json")',
  ),
  mutation(
    missingSchemas,
    [[BILL, ["$schema"]]],
    'entities/bill.json / "$schema" is missing: an editor knows no words here [warning missing-schemas] (write "../meta/entity.schema.json")',
  ),
  // Archetypes and derived fields.
  mutation(
    wholeArchetypes,
    [[ARCHETYPES, ["states", "open", "transitions", "pay", "then"], [{ read: "shop" }]]],
    'shared/archetypes.json /states/open/transitions/pay/then "then" is for machines of entities: an archetype is whole by itself',
  ),
  mutation(
    wholeArchetypes,
    [[ARCHETYPES, ["states", "open", "like"], "open"]],
    'shared/archetypes.json /states/open/like "like" is for machines of entities: an archetype is whole by itself',
  ),
  mutation(
    derivedCycles,
    [[BILL, [...FIELDS, "twice", "derived", "calc", "add", 0], "twice"]],
    "entities/bill.json /fields/twice/derived derived from itself: twice → twice",
  ),
  mutation(
    derivedCycles,
    [
      [BILL, [...FIELDS, "twice", "derived", "calc", "add", 0], "thrice"],
      [BILL, [...FIELDS, "thrice"], { title: "三倍", type: "money", derived: { calc: { add: ["twice", "Total"] } } }],
    ],
    "entities/bill.json /fields/twice/derived derived from itself: twice → thrice → twice",
  ),
  mutation(
    narrowedChoices,
    [[BILL, [...FIELDS, "GroupId", "on", "GroupName"], "busdate"]],
    "entities/bill.json /fields/GroupId/on/GroupName GroupName of Group (string) is never busdate (date)",
  ),
  mutation(
    narrowedChoices,
    [[BILL, [...FIELDS, "GroupId", "on", "GroupName"], "GroupId"]],
    "entities/bill.json /fields/GroupId/on/GroupName GroupId is not narrowed by itself",
  ),
  // Forms and tables.
  mutation(
    shownRequired,
    [[BILL, [...FIELDS, "tel", "required"], true]],
    "modules/bills/bills.json /actions/4 nobody can create a row here: tel is required, and the form does not show it [warning shown-required] (show it, or give it a default)",
  ),
  mutation(
    shownRequired,
    [[LINE, [...FIELDS, "busday"], { title: "日", type: "date", required: true }]],
    "modules/bills/bills.json /actions/4 nobody can add a line here: busday is required, and its table does not show it [warning shown-required] (show it, or give it a default)",
  ),
  mutation(
    sums,
    [[BILL, ["lines", 0, "sums", 0], "GoodsId"]],
    "entities/bill.json /lines/0/sums/0 GoodsId cannot be summed: it is string, not a number",
  ),
  mutation(
    sumColumns,
    [[BILL, ["lines", 0, "sums", 0], "amount"]],
    "entities/bill.json /lines/0/sums/0 amount is summed but is no column of the table",
  ),
  mutation(
    repeatedEntries,
    [[BILL, ["lines", 0, "columns", 0], "Total"]],
    "entities/bill.json /lines/0/columns/1 column Total stands here twice",
  ),
  mutation(
    repeatedEntries,
    [[BILL, ["sections", 0, "fields", 1], "Billid"]],
    "entities/bill.json /sections/0/fields/1 field Billid stands here twice",
  ),
  // Dead ends.
  mutation(
    openWays,
    [[BILL, [...AUDIT, "when"], { gt: ["Statu", 0] }]],
    'entities/bill.json /states/Statu/transitions/audit/from/0 "audit" never leaves 0: the state 0 and "when" exclude each other',
  ),
  mutation(
    openWays,
    [[BILL, [...AUDIT, "guards", 0, "require"], { eq: ["isclose", true] }]],
    'entities/bill.json /states/Statu/transitions/audit/from/0 "audit" never leaves 0: "when" and guard 1 exclude each other',
  ),
  mutation(
    openWays,
    [[BILL, ["visibleTo", "supplier"], { eq: ["Statu", 50] }]],
    'entities/bill.json /states/Statu/transitions/finish/from/0 "finish" never leaves 10: the state 10 and what the supplier sees exclude each other',
  ),
  mutation(
    openWays,
    [
      [
        BILL,
        [...FINISH, "guards"],
        [
          { require: { actor: ["side", "shop"] }, else: "USED" },
          { require: { set: "auditor" }, else: "USED" },
        ],
      ],
    ],
    'entities/bill.json /states/Statu/transitions/finish/from/0 "finish" never leaves 10: guard 1 and the supplier who runs it exclude each other',
  ),
  mutation(
    possibleConditions,
    [[BILLS, ["where"], { all: [{ gt: ["Total", "5"] }, { set: "Billid" }, { lt: ["Total", "5.01"] }] }]],
    'modules/bills/bills.json /where this never holds: {"gt":["Total","5"]} and {"lt":["Total","5.01"]} exclude each other',
  ),
  mutation(
    possibleConditions,
    [[BILL, ["opened", "when"], { all: [{ eq: ["Kind", "in"] }, { eq: ["Kind", "out"] }] }]],
    'entities/bill.json /opened/when this never holds: {"eq":["Kind","in"]} and {"eq":["Kind","out"]} exclude each other',
  ),
  mutation(
    possibleConditions,
    [[BILL, ["opened", "when"], { gt: ["Statu", 50] }]],
    'entities/bill.json /opened/when this never holds: nothing fulfils {"gt":["Statu",50]}',
  ),
  mutation(
    tellingConditions,
    [[BILL, ["opened", "when"], { any: [{ set: "auditor" }, { not: { set: "auditor" } }] }]],
    "entities/bill.json /opened/when this always holds: it says nothing [warning telling-conditions] (leave it out)",
  ),
  mutation(
    seenCreations,
    [[BILL, ["visibleTo", "shop"], { gt: ["Statu", 0] }]],
    'entities/bill.json /states/Statu/transitions/audit/from/0 "audit" never leaves 0: the state 0 and what the shop sees exclude each other',
    "entities/bill.json /save/create/by/0 the shop who creates a row cannot see it: the state 0 it begins in and what the shop sees exclude each other",
  ),
  mutation(
    seenCreations,
    [["schemas/entities/group.json", ["save", "create", "by"], ["supplier"]]],
    'entities/group.json /save/create/by/0 the supplier who creates a row cannot see it: the tenancy is shop (say "supplierReads": true)',
    'modules/system/groups.json /actions/0 dead button: "create" is for supplier, but here for shop',
  ),
  mutation(
    seenCreations,
    [
      [BILLS, ["where"], { eq: ["Statu", 10] }],
      [BILLS, ["actions", 0]],
    ],
    'modules/bills/bills.json /actions/3 rows that are created here are not on this page: the state 0 it begins in and "where" exclude each other',
  ),
  mutation(
    reachedStates,
    [
      [BILLS, ["where"], { eq: ["Statu", 10] }],
      [BILLS, ["actions", 4]],
    ],
    'modules/bills/bills.json /actions/0 dead button: "audit" is on no row of this page: the states [0] and "where" exclude each other',
    'modules/bills/lines.json /actions/0/open/action module 101 creates nothing (list "create" among its actions)',
  ),
  // Profiles.
  mutation(
    patchedPages,
    [[BILLS, ["when"], { flag: ["strict", false] }]],
    'modules/bills/lines.json /actions/0/open/module dead button: shops of profile strict have no page 101 (give this page the same "when")',
    'overlays/strict.json /modules/101 shops of profile strict have no page 101: its "when" does not hold there',
  ),
  mutation(
    idleFlags,
    [[STRICT, ["flags", "terms"], "open"]],
    'overlays/strict.json /flags/terms flag terms is "open" in profile plain already [warning idle-flags] (leave it out)',
  ),
  mutation(
    brandColours,
    [[STRICT, ["look"], { primary: "#f5a623" }]],
    "overlays/strict.json /look/primary #f5a623 is too pale for words: 1.8 : 1, not 4.5 : 1 (darker: #8e6014)",
  ),
  mutation(idleProfiles, [[STRICT, ["shops"]]], "overlays/strict.json /name no shop has profile strict [warning idle-profiles]"),
  // What is of no use.
  mutation(
    idleNames,
    [[ENUMS, ["enums", "Spare"], [{ code: 1, title: "一" }]]],
    "shared/enums.json /enums/Spare no field has this list of codes [warning idle-names] (leave it out)",
  ),
  mutation(
    idleNames,
    [[MIXINS, ["entities", "spare"], { one: { title: "一", type: "int" } }]],
    "shared/mixins.json /entities/spare no entity has this field group [warning idle-names] (leave it out)",
  ),
  mutation(
    idleNames,
    [[MESSAGES, ["messages", "SPARE"], "一"]],
    "shared/messages.json /messages/SPARE no guard answers with this message [warning idle-names] (leave it out)",
  ),
  mutation(idleNames, [[BILLS, ["print"]]], "prints/bill.json /key no page prints this template [warning idle-names] (leave it out)"),
  mutation(
    idleNames,
    [[ARCHETYPES, ["modules", "spare"], { title: "一" }]],
    "shared/archetypes.json /modules/spare no module is like this archetype [warning idle-names] (leave it out)",
  ),
  mutation(
    pressedTransitions,
    [[BILLS, ["actions", 0]]],
    'entities/bill.json /states/Statu/transitions/audit/by/0 no page has a button for the shop that runs "audit" [warning pressed-transitions] (list it among the actions of a page)',
  ),
  mutation(
    idleAudiences,
    [[BILLS, ["filters", 1, "audience"], ["supplier", "shop"]]],
    "modules/bills/bills.json /filters/1/audience these are the sides it has anyway [warning idle-audiences] (leave it out)",
  ),
  mutation(
    idleDefaults,
    [["schemas/modules/bills/lines.json", ["columns", 0], { field: "Billid", sortable: false }]],
    "modules/bills/lines.json /columns/0/sortable this would be so anyway [warning idle-defaults] (leave it out)",
  ),
  mutation(
    idleDefaults,
    [["schemas/entities/setting.json", ["hide"], { supplier: [] }]],
    "entities/setting.json /hide/supplier this would be so anyway [warning idle-defaults] (leave it out)",
  ),
];
