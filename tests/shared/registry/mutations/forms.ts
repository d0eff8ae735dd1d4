import { jobActions, openActions, saveActions } from "../../../../src/shared/registry/checks/actions.ts";
import { computedKinds } from "../../../../src/shared/registry/checks/computed-kinds.ts";
import { derivedKinds } from "../../../../src/shared/registry/checks/derived-kinds.ts";
import { effectValues } from "../../../../src/shared/registry/checks/effect-values.ts";
import { fieldWords, formWords } from "../../../../src/shared/registry/checks/field-words.ts";
import { fittingFields } from "../../../../src/shared/registry/checks/fitting-fields.ts";
import { bounds } from "../../../../src/shared/registry/checks/forms.ts";
import { knownFields, knownJobs, knownOffers, knownTransitions } from "../../../../src/shared/registry/checks/known-names.ts";
import { lineSources } from "../../../../src/shared/registry/checks/lines.ts";
import { predicateOperands, predicateSettings } from "../../../../src/shared/registry/checks/predicates.ts";
import { guardWords, systemAnswers, systemTransitions, tickedLines } from "../../../../src/shared/registry/checks/transitions.ts";
import { BILL, BILLS, LINE, mutation } from "./mutation.ts";

const BACK = ["states", "Statu", "transitions", "back"] as const;
const LINES = "schemas/modules/bills/lines.json";
const GROUP = "schemas/entities/group.json";

export const formMutations = [
  mutation(
    derivedKinds,
    [[BILL, ["fields", "nick", "prefill"], "auditor.net"]],
    "entities/bill.json /fields/nick/prefill auditor leads to no other row: it is no ref",
  ),
  mutation(
    derivedKinds,
    [[BILL, ["fields", "nick", "prefill"], "file.net"]],
    'entities/bill.json /fields/nick/prefill nick (string) cannot hold "net"',
  ),
  mutation(
    derivedKinds,
    [[BILL, ["fields", "nick", "prefill"], "file.nubmer"]],
    'entities/bill.json /fields/nick/prefill file has no part "nubmer" (did you mean "number"?)',
  ),
  mutation(
    derivedKinds,
    [[BILL, ["fields", "province", "derived", "copy"], "place.city"]],
    'entities/bill.json /fields/province/derived/copy place has no part "city" (known: province, country)',
  ),
  mutation(
    knownFields,
    [[BILL, ["fields", "nick", "prefill"], "files.number"]],
    'entities/bill.json /fields/nick/prefill unknown field "files" of Bill (did you mean "file"?)',
  ),
  mutation(
    knownOffers,
    [[BILL, ["fields", "GroupId", "offer"], { named: "place", by: ["boxes"] }]],
    'entities/bill.json /fields/GroupId/offer/named unknown offer "place" (did you mean "places"?)',
  ),
  mutation(
    knownFields,
    [[BILL, ["fields", "GroupId", "offer"], { named: "places", by: ["box"] }]],
    'entities/bill.json /fields/GroupId/offer/by/0 unknown field "box" of Bill (did you mean "boxes"?)',
  ),
  mutation(knownJobs, [[BILL, ["job"], "period"]], 'entities/bill.json /job unknown job "period" (did you mean "periods"?)'),
  mutation(
    jobActions,
    [[BILLS, ["actions", 0], "generate"]],
    'modules/bills/bills.json /actions/0 nothing makes rows of Bill for a period (say "job" there)',
  ),
  mutation(
    fieldWords,
    [[BILL, ["fields", "boxes", "length"], 2]],
    'entities/bill.json /fields/boxes/length "length" is for string, text, ref, url, images; boxes is int',
  ),
  mutation(
    derivedKinds,
    [[BILL, ["fields", "GroupName", "derived", "copy"], "auditor.GroupName"]],
    "entities/bill.json /fields/GroupName/derived/copy auditor leads to no other row: it is no ref",
  ),
  mutation(
    fittingFields,
    [[BILL, ["fields", "twice", "derived", "calc", "add", 1], "auditor"]],
    "entities/bill.json /fields/twice/derived/calc/add/1 auditor (string) is no number",
  ),
  mutation(
    derivedKinds,
    [[BILL, ["fields", "province", "derived", "copy"], "auditor.province"]],
    "entities/bill.json /fields/province/derived/copy auditor leads to no other row: it is no ref",
  ),
  mutation(
    derivedKinds,
    [
      [BILL, ["fields", "nick", "type"], "date"],
      [BILL, ["fields", "nick", "length"]],
      [BILL, [...BACK, "effects"]],
    ],
    "entities/bill.json /fields/nick/prefill GroupName of Group is string, so this cannot be date",
  ),
  mutation(
    derivedKinds,
    [[BILL, ["fields", "twice", "prefill"], "GroupId.Id"]],
    "entities/bill.json /fields/twice/derived twice is derived: it is neither computed nor proposed too",
    "entities/bill.json /fields/twice/prefill Id of Group is id, so this cannot be money",
  ),
  mutation(
    fieldWords,
    [[BILL, ["fields", "boxes", "check"], "phone"]],
    'entities/bill.json /fields/boxes/check "check" is for string, text; boxes is int',
  ),
  mutation(
    fieldWords,
    [[BILL, ["fields", "tel", "max"], 3]],
    'entities/bill.json /fields/tel/max "max" is for int, money, price, quantity, rate; tel is string',
  ),
  mutation(
    bounds,
    [[BILL, ["fields", "boxes", "min"], "x"]],
    'entities/bill.json /fields/boxes/min "x" is no value of boxes (int) (write a whole number)',
  ),
  mutation(
    formWords,
    [[BILL, ["fields", "tax", "required"], true]],
    'entities/bill.json /fields/tax/required "required" means nothing here: tax is computed',
  ),
  mutation(
    lineSources,
    [[LINE, ["source", "from"], "auditor"]],
    "entities/bill-line.json /source/from auditor of Bill leads to no document: it is no ref",
  ),
  mutation(
    lineSources,
    [[LINE, ["source", "lines"], "BillLine"]],
    "entities/bill-line.json /source/lines BillLine holds no lines of Group, which GroupId leads to",
  ),
  mutation(
    lineSources,
    [[GROUP, ["source"], { from: "x", lines: "GroupItem", copy: { GroupId: "GoodsId" } }]],
    'entities/group.json /source "source" is for lines; Group is none',
  ),
  mutation(
    tickedLines,
    [
      [BILL, [...BACK, "ticks", "entity"], "Stock"],
      [BILL, [...BACK, "ticks", "field"], "GoodsId"],
    ],
    "entities/bill.json /states/Statu/transitions/back/ticks/entity Stock holds no lines of Bill (known: BillLine)",
    "entities/bill.json /states/Statu/transitions/back/ticks/field GoodsId (string) cannot be ticked: it is no stored yes/no",
  ),
  mutation(
    knownFields,
    [[BILL, [...BACK, "ticks", "field"], "checkd"]],
    'entities/bill.json /states/Statu/transitions/back/ticks/field unknown field "checkd" of BillLine (did you mean "checked"?)',
  ),
  mutation(
    systemAnswers,
    [
      [BILL, ["due", 0, "action"], "back"],
      [BILL, [...BACK, "by"], ["shop", "system"]],
    ],
    'entities/bill.json /due/0/action "back" asks for a reason, and nobody is asked here',
    'entities/bill.json /due/0/action "back" has lines ticked, and nobody is asked here',
  ),
  mutation(
    systemTransitions,
    [[BILL, ["due", 0, "action"], "audit"]],
    'entities/bill.json /due/0/action the system may not run "audit" (add "system" to its "by")',
  ),
  mutation(
    knownTransitions,
    [[BILL, ["due", 0, "action"], "laps"]],
    'entities/bill.json /due/0/action Bill has no transition "laps" (did you mean "lapse"?)',
  ),
  mutation(
    effectValues,
    [[BILL, [...BACK, "reason"], false]],
    'entities/bill.json /states/Statu/transitions/back/effects/0/set/nick no reason was asked for (say "reason" at the transition)',
  ),
  mutation(
    saveActions,
    [[GROUP, ["save", "delete"]]],
    'modules/system/groups.json /actions/2 nobody may delete a row of Group (say "save": {"delete": …} there)',
  ),
  mutation(
    saveActions,
    [[BILLS, ["actions", 3], { action: "delete", audience: ["supplier"] }]],
    'modules/bills/bills.json /actions/3 dead button: "delete" is for shop, but here for supplier',
  ),
  mutation(
    openActions,
    [[LINES, ["actions", 0, "open", "module"], 999]],
    "modules/bills/lines.json /actions/0/open/module modules.json has no module 999",
  ),
  mutation(
    openActions,
    [[LINES, ["actions", 0, "open", "module"], 203]],
    'modules/bills/lines.json /actions/0/open/action module 203 creates nothing (list "create" among its actions)',
    'modules/bills/lines.json /actions/0/open/on/busdate unknown field "busdate" of Payment',
  ),
  mutation(
    guardWords,
    [[BILL, ["save", "edit", "guards", 0, "elsewhere"], true]],
    'entities/bill.json /save/edit/guards/0/elsewhere "elsewhere" is for guards of transitions',
  ),
  mutation(
    guardWords,
    [[BILL, ["save", "edit", "guards", 0, "field"], "nick"]],
    'entities/bill.json /save/edit/guards/0/field "field" is for rules of a form: this one is told for the whole row',
  ),
  mutation(
    guardWords,
    [[BILL, ["save", "rules", 0, "field"]]],
    'entities/bill.json /save/rules/0 a rule of a form needs "field": where it is told',
  ),
  mutation(
    guardWords,
    [[BILL, ["save", "create", "when"], { actor: ["side", "shop"] }]],
    'entities/bill.json /save/create/when a new row is not there yet: it has no "when" (say it in "guards")',
  ),
  mutation(
    computedKinds,
    [[BILL, ["fields", "linecount", "computed", "count", "field"], "Total"]],
    'entities/bill.json /fields/linecount/computed/count/field a count is over rows: it has no "field"',
  ),
  mutation(
    computedKinds,
    [[BILL, ["fields", "lineTotal", "computed", "total", "field"]]],
    'entities/bill.json /fields/lineTotal/computed/total a total needs "field": what is summed',
  ),
  mutation(
    computedKinds,
    [[BILL, ["fields", "linecount", "computed"], { count: { of: "Payment" } }]],
    'entities/bill.json /fields/linecount/computed/count/of rows of Payment are no lines of Bill (say in "on" which of its fields equals which of this one)',
  ),
  mutation(
    derivedKinds,
    [[BILL, ["fields", "lineSum", "derived", "total", "on"], { Billid: "Billid" }]],
    'entities/bill.json /fields/lineSum/derived/total/on a form sums its own lines: "on" is for computed fields',
  ),
  mutation(
    computedKinds,
    [[BILL, ["fields", "size", "computed", "cases", 1, "when"], { set: "auditor" }]],
    "entities/bill.json /fields/size/computed/cases/1 the last case has no condition: it is for all other rows",
  ),
  mutation(
    computedKinds,
    [[BILL, ["fields", "size", "computed", "cases", 0, "when"]]],
    "entities/bill.json /fields/size/computed/cases/0 no case behind this one is ever tried: only the last has no condition",
  ),
  mutation(
    openActions,
    [[BILLS, ["actions", 0], { action: "audit", key: "query" }]],
    'modules/bills/bills.json /actions/0/key "key" is for a button with "open"; a transition says its own',
  ),
  mutation(
    knownFields,
    [[BILL, ["fields", "GroupId", "on"], { GroupNam: "auditr" }]],
    'entities/bill.json /fields/GroupId/on/GroupNam unknown field "GroupNam" of Group (did you mean "GroupName"?)',
    'entities/bill.json /fields/GroupId/on/GroupNam unknown field "auditr" of Bill (did you mean "auditor"?)',
  ),
  mutation(
    knownFields,
    [[BILL, ["lines", 0, "columns", 0], "GodsId"]],
    'entities/bill.json /lines/0/columns/0 unknown field "GodsId" of BillLine (did you mean "GoodsId"?)',
  ),
  mutation(
    knownFields,
    [[BILL, ["save", "rules", 0, "field"], "boxs"]],
    'entities/bill.json /save/rules/0/field unknown field "boxs" of Bill (did you mean "boxes"?)',
  ),
  mutation(
    predicateSettings,
    [[BILL, ["save", "rules", 0, "require"], { gt: ["linecount", 0] }]],
    "entities/bill.json /save/rules/0/require/gt/0 a form knows what is stored, but linecount is computed (say it as a guard)",
  ),
  mutation(
    predicateSettings,
    [[BILLS, ["where"], { check: ["tel", "phone"] }]],
    'modules/bills/bills.json /where/check "check" is for guards and rules',
  ),
  mutation(
    predicateOperands,
    [[BILL, ["save", "edit", "guards", 0, "require"], { check: ["boxes", "phone"] }]],
    "entities/bill.json /save/edit/guards/0/require/check/0 only texts are checked; boxes is int",
  ),
];
