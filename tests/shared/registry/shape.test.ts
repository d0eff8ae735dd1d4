import { describe, expect, it } from "vitest";
import { buildRegistry } from "../../../src/shared/build-registry.ts";
import { formatProblem } from "../../../src/shared/registry/problem.ts";
import { buildMinimal, type Edit, minimalFiles, OPTIONS, problemLines } from "./minimal.ts";

const BILL = "schemas/entities/bill.json";
const BILLS = "schemas/modules/bills/bills.json";
const MENU = "modules.json";
const AUDIT = ["states", "Statu", "transitions", "audit"];

const CASES: readonly (readonly [edit: Edit, problem: string])[] = [
  [[BILLS, ["colums"], []], 'modules/bills/bills.json /colums unknown property "colums" (did you mean "columns"?)'],
  [[BILLS, ["columns"]], 'modules/bills/bills.json / "columns" is missing'],
  [[BILLS, ["columns", 1], { title: "x" }], 'modules/bills/bills.json /columns/1 "field" is missing in one column'],
  [[BILLS, ["columns", 1], 7], "modules/bills/bills.json /columns/1 must be text or an object, not 7"],
  [[BILLS, ["columns"], []], "modules/bills/bills.json /columns needs at least 1 entry"],
  [
    [BILLS, ["columns", 1], { field: "busdate", format: "dat" }],
    'modules/bills/bills.json /columns/1/format unknown format "dat" (did you mean "date"?)',
  ],
  [[BILLS, ["audience"], ["shop", "shop"]], 'modules/bills/bills.json /audience/1 "shop" stands here twice'],
  [[BILLS, ["audience"], "shop"], 'modules/bills/bills.json /audience must be a list, not "shop"'],
  [
    [BILLS, ["where"], { eq: ["Kind", "in"], ne: ["Kind", "out"] }],
    "modules/bills/bills.json /where may hold only one of eq, ne, lt, lte, gt, gte, in, nin, set, can, flag, actor, all, any, not, check, not eq, ne together",
  ],
  [
    [BILLS, ["where"], {}],
    "modules/bills/bills.json /where needs exactly one of eq, ne, lt, lte, gt, gte, in, nin, set, can, flag, actor, all, any, not, check",
  ],
  [
    [BILLS, ["where"], { equals: ["Kind", "in"] }],
    'modules/bills/bills.json /where/equals unknown property "equals" (known: eq, ne, lt, lte, gt, gte, in, nin, set, can, flag, actor, all, any, not, check)',
  ],
  [[BILLS, ["where"], { eq: ["Kind"] }], "modules/bills/bills.json /where/eq needs at least 2 entries ([field, operand])"],
  [
    [BILLS, ["where"], { eq: ["Kind", null] }],
    "modules/bills/bills.json /where/eq/1 must be text, a number, true or false or an object, not null",
  ],
  [[BILLS, ["columns", 1], { field: "busdate", width: 20 }], "modules/bills/bills.json /columns/1/width must be at least 40, not 20"],
  [[BILLS, ["columns", 1], { field: "busdate", width: 900 }], "modules/bills/bills.json /columns/1/width must be at most 600, not 900"],
  [
    [BILLS, ["columns", 1], { field: "busdate", width: "90" }],
    'modules/bills/bills.json /columns/1/width must be a whole number, not "90"',
  ],
  [
    [BILL, ["label"], "单据"],
    'entities/bill.json /label "单据" does not fit ^[A-Za-z][A-Za-z0-9_]*$ (A field of the entity at hand, spelled exactly as on the wire, e.g. Bala_sum)',
  ],
  [[MENU, ["groups", 0, "modules", 0, "title"]], 'modules.json /groups/0/modules/0 "title" is missing in one menu line'],
  [[BILL, ["number", "Billid"], "dj"], 'entities/bill.json /number/Billid "dj" does not fit ^[A-Z]{2}$ (Two capitals, e.g. JS)'],
  [
    [BILL, ["fields", "bad name"], { title: "坏", type: "int" }],
    'entities/bill.json /fields/bad name "bad name" cannot be a name here: it must fit ^[A-Za-z][A-Za-z0-9_]*$',
  ],
  [[BILL, ["fields", "count", "type"], "integer"], 'entities/bill.json /fields/count/type unknown type "integer" (did you mean "int"?)'],
  [
    [BILL, [...AUDIT, "effects", 0], { sett: { count: 1 } }],
    'entities/bill.json /states/Statu/transitions/audit/effects/0/sett unknown property "sett" (did you mean "set"?)',
  ],
  [
    [BILL, [...AUDIT, "key"], "auditt"],
    'entities/bill.json /states/Statu/transitions/audit/key unknown key "auditt" (did you mean "audit"?)',
  ],
  [["schemas/prints/bill.json", ["columns", 0, "width"], 0], "prints/bill.json /columns/0/width must be more than 0, not 0"],
  [["schemas/shared/messages.json", ["messages", "NOLINE"], ""], "shared/messages.json /messages/NOLINE must not be empty"],
];

describe("a wrong shape is told in a reader's words", () => {
  it.each(CASES.map(([edit, problem]) => [problem, edit] as const))("%s", (problem, edit) => {
    expect(problemLines(buildMinimal(edit))).toEqual([problem]);
  });
});

describe("places", () => {
  const built = (path: string, change: (text: string) => string) => {
    const result = buildRegistry(
      minimalFiles().map((file) => (file.path === path ? { path, text: change(file.text) } : file)),
      OPTIONS,
    );
    return result.ok ? [] : result.problems.map(formatProblem);
  };

  it("are line and column of the value, as an editor counts them", () => {
    expect(built(BILLS, (text) => text.replace('"Provider", "title"', '"Provider",\n    "format": "mony", "title"'))).toEqual([
      'schemas/modules/bills/bills.json:11:15 /columns/2/format unknown format "mony" (did you mean "money"?)',
    ]);
  });

  it("are those of the name where a property is unknown", () => {
    expect(built(MENU, (text) => text.replace('"title": "Small"', '"titel": "Small"'))).toEqual([
      'modules.json:1:1 / "title" is missing',
      'modules.json:3:3 /titel unknown property "titel" (did you mean "title"?)',
    ]);
  });

  it("do not count a byte order mark, and files may have one", () => {
    expect(built(MENU, (text) => `\uFEFF${text}`)).toEqual([]);
    expect(built(MENU, (text) => `\uFEFF x${text}`)[0]).toMatch(/^modules.json:1:2 /);
  });

  it("are right with Windows line ends and Chinese text", () => {
    const windows = (text: string) => text.replaceAll("\n", "\r\n").replace('"title": "Board"', '"title": "看板", "aliases": 5');
    expect(built(MENU, windows)).toEqual(["modules.json:13:65 /groups/0/modules/2/aliases must be a list, not 5"]);
  });
});

describe("JSON is taken strictly", () => {
  const told = (text: string) => problemLines(buildMinimal(["schemas/shared/messages.json", [], text]));

  it.each([
    [
      '{ "messages": { "NOLINE": "a", "USED": "b", } }',
      "a property name in double quotes is expected here; there must be no comma after the last property",
    ],
    ['// texts\n{ "messages": {} }', "comments are not allowed in JSON"],
    ["{ 'messages': {} }", "this is not JSON: texts need double quotes"],
    ['{ "messages": {} } {}', "the file should have ended before this"],
    ['{ "messages": { "NOLINE": "a\nb" } }', "this text has no closing quote"],
  ])("%s", (text, message) => {
    expect(told(text)[0]).toBe(`shared/messages.json / syntax error: ${message}`);
  });

  it("refuses a property twice", () => {
    expect(told('{ "messages": { "NOLINE": "a", "USED": "b", "NOLINE": "c" } }')).toEqual([
      'shared/messages.json /messages/NOLINE property "NOLINE" stands here twice',
    ]);
  });

  it("refuses names that mean something to JavaScript where the language does, and as names of things", () => {
    expect(told('{ "messages": { "__proto__": "a" } }')).toEqual([
      'shared/messages.json /messages/__proto__ "__proto__" cannot be a name here: it must fit ^[A-Z]+$',
    ]);
    expect(problemLines(buildMinimal([BILL, ["fields", "constructor"], { title: "构造", type: "string" }]))).toEqual([
      "entities/bill.json /fields/constructor constructor cannot be the name of one field: the program's own objects have it",
    ]);
  });
});
