import { capitals } from "../../../../src/shared/registry/checks/capitals.ts";
import { contracts } from "../../../../src/shared/registry/checks/contracts.ts";
import { effectValues } from "../../../../src/shared/registry/checks/effect-values.ts";
import { attachmentFields, effectLines, effectNeeds, effectStates, effectUpserts } from "../../../../src/shared/registry/checks/effects.ts";
import { knownChoices, knownFields, knownInquiries, knownTransitions } from "../../../../src/shared/registry/checks/known-names.ts";
import { machineCodes, machineWays } from "../../../../src/shared/registry/checks/machines.ts";
import { previews } from "../../../../src/shared/registry/checks/previews.ts";
import {
  dangerDestroys,
  inquiries,
  systemAnswers,
  systemTransitions,
  transitionKeys,
  transitionNames,
} from "../../../../src/shared/registry/checks/transitions.ts";
import { AUDIT, BILL, BILLS, FINISH, mutation } from "./mutation.ts";

const STATU = ["states", "Statu"] as const;
const SETTLE = ["states", "Paid", "transitions", "settle"] as const;
const PAYMENT = "schemas/entities/payment.json";
const PREVIEW = [...AUDIT, "preview"] as const;
const CHOOSE = { from: "desks", title: "窗口", else: "没有窗口" };

export const transitionMutations = [
  mutation(
    dangerDestroys,
    [[BILL, [...AUDIT, "danger"], true]],
    'entities/bill.json /states/Statu/transitions/audit/danger "audit" destroys nothing: "finish" leads on from 10 [warning danger-destroys] (leave danger out)',
  ),
  mutation(
    contracts,
    [[PAYMENT, ["opened"], { effects: [{ named: "settle-orders" }] }]],
    'entities/payment.json /opened/effects/0/named the code of "settle-orders" is made for rows of Bill, not of Payment',
  ),
  mutation(
    contracts,
    [
      [BILL, [...SETTLE], undefined],
      [
        BILL,
        ["states", "Paid", "transitions", "settel"],
        { title: "付清", from: [1], to: 2, by: ["bank"], effects: [{ named: "settle-orders" }] },
      ],
    ],
    'entities/bill.json /states/Paid/transitions/settel/effects/0/named the code of "settle-orders" needs the transition settle of Bill, which is not there (did you mean "settel"?)',
  ),
  mutation(
    knownInquiries,
    [[BILL, [...AUDIT, "asks"], "ask-registre"]],
    'entities/bill.json /states/Statu/transitions/audit/asks unknown inquiry "ask-registre" (did you mean "ask-register"?)',
  ),
  mutation(
    inquiries,
    [
      [BILL, [...AUDIT, "asks"], "ask-register"],
      [BILL, [...AUDIT, "by"], ["shop", "system"]],
    ],
    'entities/bill.json /states/Statu/transitions/audit/asks "audit" asks first, for users alone; "system" runs it too',
  ),
  mutation(
    knownFields,
    [[BILL, [...PREVIEW], { columns: ["Billid", { field: "Totl" }], sums: [{ title: "合计", field: "Totel" }] }]],
    'entities/bill.json /states/Statu/transitions/audit/preview/columns/1/field unknown field "Totl" of Bill (did you mean "Total"?)',
    'entities/bill.json /states/Statu/transitions/audit/preview/sums/0/field unknown field "Totel" of Bill (did you mean "Total"?)',
  ),
  mutation(
    knownChoices,
    [[BILL, [...PREVIEW], { columns: ["Billid"], choose: { ...CHOOSE, from: "desk" } }]],
    'entities/bill.json /states/Statu/transitions/audit/preview/choose/from unknown choice "desk" (did you mean "desks"?)',
    'modules/bills/bills.json /actions/0 something is chosen before "audit", which no button of a module sends',
  ),
  mutation(
    contracts,
    [[PAYMENT, ["states", "stt", "transitions", "pay", "preview"], { columns: ["Billid"], choose: CHOOSE }]],
    'entities/payment.json /states/stt/transitions/pay/preview/choose/from the code of "desks" is made for rows of Bill, not of Payment',
    'modules/system/desk.json /actions/0 something is chosen before "pay", which no button of a module sends',
  ),
  mutation(
    previews,
    [[BILL, [...PREVIEW], { columns: ["Billid"], sums: [{ title: "合计", field: "busdate" }] }]],
    "entities/bill.json /states/Statu/transitions/audit/preview/sums/0/field busdate (date) is no number",
  ),
  mutation(
    previews,
    [[BILL, [...SETTLE, "preview"], { columns: ["Billid"] }]],
    'entities/bill.json /states/Paid/transitions/settle/preview no user runs "settle": nobody reads a preview of it',
  ),
  mutation(
    previews,
    [[BILL, [...PREVIEW], { columns: ["Billid"], choose: CHOOSE }]],
    'modules/bills/bills.json /actions/0 something is chosen before "audit", which no button of a module sends',
  ),
  mutation(
    previews,
    [
      [BILL, [...PREVIEW], { columns: ["Billid"] }],
      [BILLS, ["actions", 0], { action: "audit", all: true }],
    ],
    'modules/bills/bills.json /actions/0/action "audit" has a preview of ticked rows: it cannot run on all of the page',
  ),
  mutation(
    capitals,
    [
      [
        BILL,
        [...PREVIEW],
        {
          columns: ["Billid", { field: "amount", format: "capitals" }],
          sums: [
            { title: "数量", field: "amount", format: "capitals" },
            { title: "金额", field: "Total", format: "capitals" },
          ],
        },
      ],
    ],
    "entities/bill.json /states/Statu/transitions/audit/preview/columns/1/field capitals are for money; amount is quantity",
    "entities/bill.json /states/Statu/transitions/audit/preview/sums/0/field capitals are for money; amount is quantity",
  ),
  mutation(
    attachmentFields,
    [
      [BILL, [...AUDIT, "effects", 4], { named: "attach-file" }],
      [BILL, ["fields", "attachurl"], { title: "附件", type: "images", length: 2000 }],
    ],
    'entities/bill.json /states/Statu/transitions/audit/effects/4/named is told by the reason which picture it is (say "reason" in the transition)',
    "entities/bill.json /states/Statu/transitions/audit/effects/4/named needs a stored attachside (enum) of Bill",
  ),
  mutation(
    machineCodes,
    [
      [BILL, [...STATU, "final", 0], 51],
      [BILL, [...FINISH, "to"], 51],
    ],
    "entities/bill.json /states/Statu/final/0 unknown code 51 of Statu (known: 0, 10, 50)",
    "entities/bill.json /states/Statu/transitions/finish/to unknown code 51 of Statu (known: 0, 10, 50)",
  ),
  mutation(
    machineCodes,
    [[BILL, [...AUDIT, "from", 0], "0"]],
    'entities/bill.json /states/Statu/transitions/audit/from/0 unknown code "0" of Statu (known: 0, 10, 50)',
  ),
  mutation(
    machineCodes,
    [[BILL, ["fields", "Statu", "default"], 10]],
    "entities/bill.json /states/Statu/default new rows begin with 0, but the field's default is 10",
  ),
  mutation(
    machineCodes,
    [
      [
        BILL,
        ["states", "Kind"],
        { default: "in", final: ["out"], transitions: { flip: { title: "转", from: ["in"], to: "out", by: ["bank"] } } },
      ],
      [BILL, ["fields", "Kind", "computed"], { copy: "SHOP_ID.ShopName" }],
      [BILL, ["fields", "Kind", "default"]],
      [BILL, ["indexes", 1]],
    ],
    "entities/bill.json /states/Kind a state field is stored; Kind is computed",
  ),
  mutation(
    machineCodes,
    [[BILL, ["states", "count"], { default: 0, final: [0], transitions: {} }]],
    'entities/bill.json /states/Statu/transitions/audit/effects/0/set/count count is a state of Bill: only its transitions write it (use the effect "run")',
    "entities/bill.json /states/count a state field is an enum or yes/no; count is int",
    'entities/bill.json /opened/effects/0/set/count count is a state of Bill: only its transitions write it (use the effect "run")',
  ),
  mutation(
    machineWays,
    [
      [BILL, [...FINISH, "to"]],
      [BILL, [...STATU, "final"]],
    ],
    'entities/bill.json /states/Statu nothing leaves state 50 of Statu (list 50 under "final" if that is meant)',
    "entities/bill.json /states/Statu state 50 of Statu cannot be reached from 0",
  ),
  mutation(
    machineWays,
    [[BILL, [...STATU, "final"]]],
    'entities/bill.json /states/Statu nothing leaves state 50 of Statu (list 50 under "final" if that is meant)',
  ),
  mutation(
    machineWays,
    [[BILL, [...STATU, "final"], [10, 50]]],
    'entities/bill.json /states/Statu/final/0 10 is listed as final, but "finish" leaves it',
  ),
  mutation(
    transitionNames,
    [[BILL, ["states", "Paid", "transitions"], { audit: { title: "付清", from: [1], to: 2, by: ["bank"] } }]],
    'entities/bill.json /states/Paid/transitions/audit action "audit" already is a transition of Statu',
  ),
  mutation(
    transitionKeys,
    [[BILL, [...AUDIT, "key"]]],
    'entities/bill.json /states/Statu/transitions/audit "audit" is run by shop users and needs "key": the right they must hold',
  ),
  mutation(
    effectStates,
    [[BILL, [...SETTLE, "effects"], [{ set: { Statu: 50 } }]]],
    'entities/bill.json /states/Paid/transitions/settle/effects/0/set/Statu Statu is a state of Bill: only its transitions write it (use the effect "run")',
  ),
  mutation(
    effectStates,
    [
      [
        BILL,
        [...FINISH, "effects", 1],
        { update: { entity: "Payment", match: { BillBillid: { field: "Billid" } }, set: { stt: "paid" } } },
      ],
    ],
    'entities/bill.json /states/Statu/transitions/finish/effects/1/update/set/stt stt is a state of Payment: only its transitions write it (use the effect "run")',
  ),
  mutation(
    knownTransitions,
    [[BILL, [...FINISH, "effects", 0, "run", "action"], "pays"]],
    'entities/bill.json /states/Statu/transitions/finish/effects/0/run/action Payment has no transition "pays" (did you mean "pay"?)',
  ),
  mutation(
    systemTransitions,
    [
      [PAYMENT, ["states", "stt", "transitions", "pay", "by"], ["shop"]],
      ["schemas/modules/system/desk.json", ["audience"], ["shop"]],
    ],
    'entities/bill.json /states/Statu/transitions/finish/effects/0/run/action the system may not run "pay" of Payment (add "system" to its "by")',
  ),
  mutation(
    systemAnswers,
    [[PAYMENT, ["states", "stt", "transitions", "pay", "reason"], true]],
    'entities/bill.json /states/Statu/transitions/finish/effects/0/run/action "pay" of Payment asks for a reason, and nobody is asked here',
  ),
  mutation(
    effectLines,
    [[BILL, [...AUDIT, "effects", 1, "add", "each"], "Stock"]],
    "entities/bill.json /states/Statu/transitions/audit/effects/1/add/each Stock holds no lines of Bill (known: BillLine)",
  ),
  mutation(
    effectLines,
    [[BILL, [...AUDIT, "effects", 1, "add", "each"]]],
    'entities/bill.json /states/Statu/transitions/audit/effects/1/add/match/GoodsId/line "line" is for effects with "each": there is no line at hand',
    'entities/bill.json /states/Statu/transitions/audit/effects/1/add/by/amount/line "line" is for effects with "each": there is no line at hand',
  ),
  mutation(
    effectUpserts,
    [
      [BILL, [...AUDIT, "effects", 1, "add", "match"], { provid: { field: "provid" } }],
      [BILL, [...AUDIT, "effects", 1, "add", "values"], { GoodsId: { line: "GoodsId" } }],
    ],
    'entities/bill.json /states/Statu/transitions/audit/effects/1/add/match "values" needs a match by a unique key of Stock (unique: GoodsId)',
  ),
  mutation(
    effectNeeds,
    [["schemas/entities/message.json", []]],
    "entities/bill.json /states/Statu/transitions/audit/effects/3/notify needs the entity Message, which is not there",
  ),
  mutation(
    effectNeeds,
    [["schemas/entities/message.json", ["fields", "content"]]],
    "entities/bill.json /states/Statu/transitions/audit/effects/3/notify needs the field content of Message, which is not there",
  ),
  mutation(
    effectNeeds,
    [["schemas/entities/task-state.json", []]],
    "entities/bill.json /fields/taskcount/computed/unread needs the entity TaskState, which is not there",
    "entities/bill.json /states/Statu/transitions/audit/effects/4/unread needs the entity TaskState, which is not there",
    "entities/bill.json /states/Statu/transitions/finish/effects/2/read needs the entity TaskState, which is not there",
    "entities/bill.json /save/create/effects/0/unread needs the entity TaskState, which is not there",
  ),
  mutation(
    effectValues,
    [[BILL, [...AUDIT, "effects", 0, "set"], { tax: "1" }]],
    "entities/bill.json /states/Statu/transitions/audit/effects/0/set/tax tax of Bill is computed: it cannot be written",
  ),
  mutation(
    effectValues,
    [[BILL, [...AUDIT, "effects", 0, "set"], { Total: "1.234" }]],
    'entities/bill.json /states/Statu/transitions/audit/effects/0/set/Total "1.234" is no value of Total (money) (write a decimal such as "12.50", with at most 2 decimals)',
  ),
  mutation(
    effectValues,
    [[BILL, [...AUDIT, "effects", 0, "set"], { Total: { now: true } }]],
    "entities/bill.json /states/Statu/transitions/audit/effects/0/set/Total Total (money) cannot hold a time",
  ),
  mutation(
    effectValues,
    [[BILL, [...AUDIT, "effects", 0, "set"], { Total: { actor: "UsrName" } }]],
    "entities/bill.json /states/Statu/transitions/audit/effects/0/set/Total Total (money) cannot hold UsrName of the user, which is text",
  ),
  mutation(
    effectValues,
    [[BILL, [...AUDIT, "effects", 0, "set"], { auditor: { plus: 1 } }]],
    "entities/bill.json /states/Statu/transitions/audit/effects/0/set/auditor only numbers are added to; auditor (string) is none",
  ),
  mutation(
    effectValues,
    [[BILL, [...AUDIT, "effects", 0, "set"], { busdate: { number: "DJ" } }]],
    "entities/bill.json /states/Statu/transitions/audit/effects/0/set/busdate busdate (date) cannot hold a bill number",
  ),
  mutation(
    effectValues,
    [[BILL, [...AUDIT, "effects", 0, "set"], { Total: { field: "busdate" } }]],
    "entities/bill.json /states/Statu/transitions/audit/effects/0/set/Total busdate (date) of Bill cannot become Total (money)",
  ),
  mutation(
    effectValues,
    [[BILL, [...AUDIT, "effects", 0, "set"], { count: { minus: "Billid" } }]],
    "entities/bill.json /states/Statu/transitions/audit/effects/0/set/count Billid (string) is no number",
  ),
  mutation(
    effectValues,
    [[BILL, [...AUDIT, "effects", 1, "add", "by"], { provid: { line: "provid" } }]],
    "entities/bill.json /states/Statu/transitions/audit/effects/1/add/by/provid only numbers are added to; provid (string) is none",
  ),
  mutation(
    effectValues,
    [[BILL, [...AUDIT, "effects", 1, "add", "by"], { amount: { plus: 1 } }]],
    'entities/bill.json /states/Statu/transitions/audit/effects/1/add/by/amount "plus" needs an old value: it is for "set"',
  ),
  mutation(
    effectValues,
    [[BILL, [...AUDIT, "effects", 1, "add", "match"], { GoodsId: null }]],
    "entities/bill.json /states/Statu/transitions/audit/effects/1/add/match/GoodsId an empty value matches no row",
  ),
];
