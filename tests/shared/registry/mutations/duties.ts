import { dutyActs, dutyLinks, dutyPairs, limitedActs } from "../../../../src/shared/registry/checks/duties.ts";
import { knownFields, knownTransitions } from "../../../../src/shared/registry/checks/known-names.ts";
import type { Edit } from "../minimal.ts";
import { mutation } from "./mutation.ts";

const FILE = "schemas/shared/duties.json";
const AUDIT = { of: "Bill", do: ["audit"] };
const BACK = { of: "Bill", do: ["back"] };
const PAID = { of: "Payment", save: ["create"] };
const BILL_PAY = { title: "审核 × 付款", on: ["document"], a: AUDIT, b: PAID };
const duties = (all: object): Edit => [FILE, [], { $schema: "../meta/shared.schema.json", duties: all }];
const pair = (said: object): Edit => duties({ pair: { title: "审核 × 反审核", on: ["document"], a: AUDIT, b: BACK, ...said } });
const AMOUNT = { title: "限额", group: "付款", type: "money", unit: "元", empty: "不限额", help: "一天的限额。" };
const limits = (all: object): Edit => [
  FILE,
  [],
  { $schema: "../meta/shared.schema.json", settings: { "limit.audit": AMOUNT }, dayLimits: all },
];
const limit = { title: "审核", setting: "limit.audit", acts: [{ ...AUDIT, amount: "Total" }] };

/** Duties that mean nothing, or nothing good (docs/decisions/99). */
export const dutyMutations = [
  mutation(
    dutyActs,
    [pair({ b: { of: "Bill" } })],
    'shared/duties.json /duties/pair/b nothing is done here (say transitions under "do", or "save")',
  ),
  mutation(
    dutyActs,
    [pair({ b: { of: "Bill", do: ["finish", "lapse"] } })],
    "shared/duties.json /duties/pair/b/do no user of the shop does any of these: finish, lapse",
  ),
  mutation(
    knownTransitions,
    [pair({ b: { of: "Bill", do: ["audt"] } })],
    'shared/duties.json /duties/pair/b/do/0 Bill has no transition "audt" (did you mean "audit"?)',
  ),
  mutation(
    dutyActs,
    [pair({ a: { ...AUDIT, at: [1] } })],
    'shared/duties.json /duties/pair/a/at pages tell which rights count; this pair is not kept apart "on" a person',
  ),
  mutation(
    dutyPairs,
    [pair({ b: { of: "Bill", do: ["back", "audit"] } })],
    "shared/duties.json /duties/pair/b Bill.audit is on both sides: nobody could do it",
  ),
  mutation(
    dutyPairs,
    [duties({ one: { title: "一", on: ["document"], a: AUDIT, b: BACK }, two: { title: "二", on: ["person"], a: BACK, b: AUDIT } })],
    "shared/duties.json /duties/two duty one keeps the same two apart",
  ),
  mutation(
    dutyLinks,
    [pair({ on: ["person"], oneWay: true })],
    'shared/duties.json /duties/pair/oneWay what comes first is asked "on" a document; this pair is kept apart on none',
  ),
  mutation(
    dutyLinks,
    [duties({ pair: BILL_PAY })],
    'shared/duties.json /duties/pair nothing says which Bill belongs to which Payment (say "link")',
  ),
  mutation(
    dutyLinks,
    [pair({ link: { Billid: "Billid" } })],
    "shared/duties.json /duties/pair/link there is nothing to link: it is the same document, or none",
  ),
  mutation(
    dutyLinks,
    [duties({ pair: { ...BILL_PAY, link: { size: "BillBillid" } } })],
    "shared/duties.json /duties/pair/link documents are found by stored fields; these are all computed",
  ),
  mutation(
    dutyLinks,
    [duties({ pair: { ...BILL_PAY, link: { Total: "BillBillid" } } })],
    "shared/duties.json /duties/pair/link/Total Total (money) cannot be compared with BillBillid (ref)",
  ),
  mutation(
    knownFields,
    [pair({ b: { ...BACK, where: { gt: ["Totl", "50000"] } } })],
    'shared/duties.json /duties/pair/b/where/gt/0 unknown field "Totl" of Bill (did you mean "Total"?)',
  ),
  mutation(
    limitedActs,
    [limits({ one: limit, two: limit })],
    "shared/duties.json /dayLimits/two/setting limit one has this setting already",
  ),
  mutation(
    limitedActs,
    [limits({ one: { ...limit, acts: [{ of: "Bill", do: ["finish"], amount: "count" }] } })],
    "shared/duties.json /dayLimits/one/acts/0/do no user of the shop does any of these: finish",
    "shared/duties.json /dayLimits/one/acts/0/amount count (int) is no money",
  ),
];
