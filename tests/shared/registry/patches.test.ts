import { describe, expect, it } from "vitest";
import { rename } from "../../../src/shared/registry/names/rename.ts";
import { buildMinimal, type Edit, minimalContext, minimalRegistry, problemLines } from "./minimal.ts";

/*
 * Long on purpose: what overlays can say of modules and entities, beside every mistake in saying it with its exact message.
 */

const STRICT = "schemas/overlays/strict.json";
const OTHER = "schemas/overlays/other.json";
const SHOP = "0000000054";
const GUARDS = ["states", "Statu", "transitions", "audit", "guards"] as const;

/** The one profile of the small registry patches this. */
const patch = (part: "modules" | "entities", name: string, said: unknown): Edit => [STRICT, [part], { [name]: said }];
const bill = (said: unknown) => patch("entities", "Bill", said);
const bills = (said: unknown) => patch("modules", "101", said);
const guards = (said: unknown) => bill({ states: { Statu: { transitions: { audit: { guards: said } } } } });
/** A second profile of the same shop. */
const other = (said: object): Edit => [
  OTHER,
  [],
  { $schema: "../meta/overlay.schema.json", name: "other", title: "另", shops: [SHOP], flags: {}, ...said },
];

describe("a patch", () => {
  const columnsOf = (said: unknown) =>
    minimalRegistry(bills({ columns: said })).profiles.strict?.modules["101"]?.columns.map(({ field }) => field);

  it("takes an entry of a list away, adds one, moves one, and says more of one, by its name", () => {
    const usual = ["Billid", "busdate", "Provider", "amount", "Total", "tax", "Statu", "StatuZH", "canPay", "taskcount"];
    expect(columnsOf({ busdate: "remove", canPay: "remove" })).toEqual(usual.filter((name) => !["busdate", "canPay"].includes(name)));
    expect(columnsOf({ size: "add" })).toEqual([...usual, "size"]);
    expect(columnsOf({ size: { add: { width: 90 }, after: "Billid" } })).toEqual(["Billid", "size", ...usual.slice(1)]);
    expect(columnsOf({ taskcount: { before: "Billid" } })).toEqual(["taskcount", ...usual.slice(0, -1)]);
    const { columns } = minimalRegistry(bills({ columns: { busdate: { set: { title: "日期", width: 120 } } } })).profiles.strict?.modules[
      "101"
    ] ?? {
      columns: [],
    };
    expect(columns[1]).toMatchObject({ field: "busdate", title: "日期", width: 120 });
  });

  it("of an entity adds a guard before another, takes one away, and says more of one", () => {
    const guardsOf = (said: unknown) =>
      minimalRegistry(guards(said)).profiles.strict?.entities.Bill?.transitions.audit?.guards.map(({ message }) => message);
    expect(minimalRegistry().entities.Bill?.transitions.audit?.guards.map(({ message }) => message)).toEqual(["单据没有明细", "没有权限"]);
    expect(guardsOf({ 金额为零: { add: { require: { gt: ["Total", "0"] } }, before: "没有权限" } })).toEqual([
      "单据没有明细",
      "金额为零",
      "没有权限",
    ]);
    expect(guardsOf({ 没有权限: "remove" })).toEqual(["单据没有明细"]);
    const said = { NOLINE: { set: { when: { set: "auditor" } } } };
    expect(minimalRegistry(guards(said)).profiles.strict?.entities.Bill?.transitions.audit?.guards[0]).toMatchObject({
      when: { set: "auditor" },
    });
  });

  it("finds a guard by its name where it has one", () => {
    const named: Edit = ["schemas/entities/bill.json", [...GUARDS, 0, "name"], "lines"];
    const built = minimalRegistry(named, guards({ lines: "remove" })).profiles.strict?.entities.Bill;
    expect(built?.transitions.audit?.guards.map(({ message }) => message)).toEqual(["没有权限"]);
    const said = (entry: unknown) =>
      minimalRegistry(named, guards({ lines: entry })).profiles.strict?.entities.Bill?.transitions.audit?.guards[0];
    expect(said({ set: { else: "请先录入明细" } })).toMatchObject({ message: "请先录入明细", require: { gt: ["linecount", 0] } });
    expect(said({ replace: { require: { gt: ["linecount", 1] }, else: "NOLINE" } })).toMatchObject({
      message: "单据没有明细",
      require: { gt: ["linecount", 1] },
    });
  });

  it("adds a guard by its text, or by a name with its text beside", () => {
    const guardsOf = (said: unknown) =>
      minimalRegistry(guards(said)).profiles.strict?.entities.Bill?.transitions.audit?.guards.map(({ message }) => message);
    expect(guardsOf({ 须有简称: { add: { require: { set: "nick" } }, after: "NOLINE" } })).toEqual([
      "单据没有明细",
      "须有简称",
      "没有权限",
    ]);
    const named = { alias: { add: { require: { set: "nick" }, else: "须有简称" }, after: "NOLINE" } };
    expect(guardsOf(named)).toEqual(["单据没有明细", "须有简称", "没有权限"]);
    const beside = { tel: { add: { require: { set: "tel" }, else: "USED" }, before: "alias" } };
    expect(guardsOf({ ...named, ...beside })).toEqual(["单据没有明细", expect.any(String), "须有简称", "没有权限"]);
  });

  it("says by title whom a document waits for", () => {
    const waitsOf = (said: unknown) =>
      minimalRegistry(bill({ chain: { waits: said } })).profiles.strict?.entities.Bill?.chain?.waits.map(({ title }) => title);
    const audit = { when: { eq: ["Statu", 0] }, by: "shop" };
    expect(waitsOf({ 审核: { add: audit, before: "完成" } })).toEqual(["审核", "完成"]);
    expect(waitsOf({ 完成: "remove", 审核: { add: audit } })).toEqual(["审核"]);
  });

  it("lets what one profile's guard asks for be granted in every shop, to the sides that may take the transition", () => {
    const asked = { 须持有核查: { add: { require: { can: "recheck" } } } };
    const { modules, profiles } = minimalRegistry(guards(asked));
    expect(minimalRegistry().modules["101"]?.functions).not.toContain("recheck");
    for (const module of [modules["101"], profiles.plain?.modules["101"], profiles.strict?.modules["101"]]) {
      expect(module?.functions).toContain("recheck");
      expect(module?.functionSides.recheck).toEqual(["shop"]);
    }
  });

  it("alone uses a message, and asks for a flag", () => {
    const message: Edit = ["schemas/shared/messages.json", ["messages", "NONICK"], "没有简称"];
    const flag = [
      ["schemas/shared/vocabulary.json", ["flags", "loud"], { title: "响", type: "bool" }],
      ["schemas/overlays/plain.json", ["flags", "loud"], false],
    ] as const satisfies readonly Edit[];
    const asked = guards({ nick: { add: { when: { flag: ["loud", false] }, require: { set: "nick" }, else: "NONICK" } } });
    expect(problemLines(buildMinimal(message, ...flag, asked))).toEqual([]);
  });

  it("changes fields, those of mixins and the codes of shared lists, too, and the pages that show them", () => {
    const { profiles, entities, modules } = minimalRegistry(
      bill({
        fields: {
          Provider: { required: true, title: "说明" },
          Statu: { values: { "10": { set: { title: "已核" } } } },
          Kind: { values: { both: { add: { title: "收付" }, after: "in" } } },
        },
      }),
    );
    const { Bill } = profiles.strict?.entities ?? {};
    expect(Bill?.fields.Provider).toMatchObject({ isRequired: true, title: "说明" });
    expect(Bill?.fields.Statu?.values.map(({ text }) => text)).toContain("已核");
    expect(Bill?.fields.Kind?.values.map(({ code }) => code)).toEqual(["in", "both", "out"]);
    expect(profiles.strict?.modules["101"]?.labels.Kind?.length).toBe(3);
    expect(Bill?.fields.busdate).toEqual(entities.Bill?.fields.busdate);
    expect(entities.Bill?.fields.Provider?.isRequired).toBe(false);
    expect(profiles.plain?.modules["101"]).toBe(modules["101"]);
    expect(Object.keys(profiles.strict?.entities ?? {})).toEqual(["Bill"]);
  });

  it("changes who may save, a rule, and what a side never gets", () => {
    const { profiles } = minimalRegistry(
      bill({
        save: { rules: { 金额须大于零: { add: { require: { gt: ["Total", "0"] }, field: "Total" } } } },
        hide: { supplier: { nick: "add" } },
      }),
    );
    expect(profiles.strict?.entities.Bill?.save.rules.at(-1)).toMatchObject({ message: "金额须大于零", field: "Total" });
  });

  it("goes into the headings of prints", () => {
    const { profiles, prints } = minimalRegistry(patch("entities", "BillLine", { fields: { amount: { title: "件数" } } }));
    expect(Object.keys(profiles.strict?.prints ?? {})).toContain("bill");
    expect(JSON.stringify(profiles.strict?.prints.bill)).toContain("件数");
    expect(JSON.stringify(prints.bill)).not.toContain("件数");
  });
});

describe("a name in a patch", () => {
  it("is renamed with what it names, as the name of an entry and inside it", () => {
    const edits = [bill({ fields: { nick: { required: true } } }), bills({ columns: { nick: { add: true, after: "tax" } } })] as const;
    const both: Edit = [STRICT, ["entities"], (edits[0][2] as object) ?? {}];
    const context = minimalContext(edits[1], both, [
      OTHER,
      [],
      {
        name: "other",
        title: "另",
        flags: {},
        entities: { Bill: { save: { rules: { 别名: { add: { require: { set: "nick" }, field: "nick" } } } } } },
      },
    ]);
    const found = rename(context, [{ kind: "field", entity: "Bill", name: "nick" }], "alias").edits;
    expect(found.filter(({ file }) => file === STRICT).map(({ text }) => text)).toEqual(['"alias"', '"alias"']);
    expect(found.filter(({ file }) => file === OTHER).map(({ text }) => text)).toEqual(['"alias"', '"alias"']);
  });
});

describe("several profiles of one shop", () => {
  it("are one, in the order of their names where they say different things", () => {
    const { profiles, shopProfiles } = minimalRegistry(
      guards({ 没有权限: "remove" }),
      other({ flags: { terms: "later" }, entities: { Bill: { fields: { nick: { required: true } } } } }),
    );
    expect({ ...shopProfiles }).toEqual({ [SHOP]: "other+strict" });
    const both = profiles["other+strict"];
    expect(both).toMatchObject({ of: ["other", "strict"], title: "另、严格", flags: { strict: true, terms: "later" } });
    expect(both?.entities.Bill?.fields.nick?.isRequired).toBe(true);
    expect(both?.entities.Bill?.transitions.audit?.guards.length).toBe(1);
    expect(profiles.strict?.entities.Bill?.fields.nick?.isRequired).toBe(false);
    expect(Object.keys(profiles)).toEqual(["other", "plain", "strict", "other+strict"]);
  });

  it("share what only one of them makes", () => {
    const { profiles } = minimalRegistry(bill({ fields: { nick: { required: true } } }), other({ flags: { terms: "later" } }));
    expect(profiles["other+strict"]?.entities.Bill).toBe(profiles.strict?.entities.Bill);
    expect(profiles["other+strict"]?.modules["101"]).toBe(profiles.strict?.modules["101"]);
  });

  it("say one thing twice, or the later one counts", () => {
    const flags = (values: object) => [[STRICT, ["flags"], { strict: true, terms: "early" }], other({ flags: values })] as const;
    expect(minimalRegistry(...flags({ terms: "early" })).profiles["other+strict"]?.flags.terms).toBe("early");
    const after = { flags: { terms: "later" }, after: ["strict"] };
    expect(minimalRegistry([STRICT, ["flags"], { strict: true, terms: "early" }], other(after)).profiles["strict+other"]?.flags.terms).toBe(
      "later",
    );
    const twice = { amount: "remove" };
    expect(
      problemLines(buildMinimal(bills({ columns: { size: "add" } }), other({ modules: { "101": { columns: { size: "add" } } } }))),
    ).toEqual([]);
    expect(
      problemLines(buildMinimal(bills({ footer: { sums: twice } }), other({ modules: { "101": { footer: { sums: twice } } } }))),
    ).toEqual([]);
  });
});

const HERE = "overlays/strict.json /";
const AUDIT = `${HERE}entities/Bill/states/Statu/transitions/audit`;

const MISTAKES: readonly (readonly [edits: readonly Edit[], ...problems: string[]])[] = [
  [[bill({ fields: { nik: { required: true } } })], `${HERE}entities/Bill/fields/nik unknown field "nik" of Bill (did you mean "nick"?)`],
  [[patch("entities", "Bil", { title: "单" })], `${HERE}entities/Bil unknown entity "Bil" (did you mean "Bill"?)`],
  [
    [bill({ states: { Statu: { transitions: { audits: { danger: true } } } } })],
    `${HERE}entities/Bill/states/Statu/transitions/audits Bill has no transition "audits" (did you mean "audit"?)`,
  ],
  [[bill({ states: { Paid2: {} } })], `${HERE}entities/Bill/states/Paid2 no states hang on "Paid2" (did you mean "Paid"?)`],
  [
    [bill({ states: { Kind: { transitions: { audit: { danger: true } } } } })],
    `${HERE}entities/Bill/states/Kind no states hang on "Kind" (known: Statu, Paid)`,
  ],
  [[bill({})], `${HERE}entities/Bill an empty patch changes nothing`],
  [[bill({ fields: { Total: {} } })], `${HERE}entities/Bill/fields/Total an empty patch changes nothing`],
  [[bill({ titel: "单" })], `${HERE}entities/Bill/titel unknown property "titel" (did you mean "title"?)`],
  [
    [bill({ tenancy: "global" })],
    `${HERE}entities/Bill/tenancy "tenancy" is the same in every profile: who reaches whose rows is no matter of a profile`,
  ],
  [
    [bill({ fields: { Total: { type: "quantity" } } })],
    `${HERE}entities/Bill/fields/Total/type "type" is the same in every profile: the rows of all shops lie in one table`,
  ],
  [
    [bill({ fields: { tax: { computed: { calc: { mul: ["Total", "Total"] } } } } })],
    `${HERE}entities/Bill/fields/tax/computed "computed" is the same in every profile: a value or an action must mean the same to all who read it`,
  ],
  [[bill({ fields: { nick: null } })], `${HERE}entities/Bill/fields/nick "nick" is there in every profile and cannot be removed`],
  ...(
    [
      ["number", { number: null }, "the rows of all shops lie in one table"],
      ["visibleTo", { visibleTo: null }, "who reaches whose rows is no matter of a profile"],
      ["fields/tax/computed", { fields: { tax: { computed: null } } }, "a value or an action must mean the same to all who read it"],
      ["chain/to", { chain: { to: null } }, "a value or an action must mean the same to all who read it"],
      [
        "states/Statu/transitions/audit/effects",
        { states: { Statu: { transitions: { audit: { effects: null } } } } },
        "a value or an action must mean the same to all who read it",
      ],
    ] as const
  ).map(
    ([path, said, why]) =>
      [[bill(said)], `${HERE}entities/Bill/${path} "${path.split("/").at(-1)}" is the same in every profile: ${why}`] as const,
  ),
  ...(
    [
      ["chain", { chain: null }],
      ["opened", { opened: null }],
      ["fields", { fields: null }],
      ["states", { states: null }],
      ["states/Paid", { states: { Paid: null } }],
      ["states/Statu/transitions", { states: { Statu: { transitions: null } } }],
      ["states/Statu/transitions/audit", { states: { Statu: { transitions: { audit: null } } } }],
    ] as const
  ).map(
    ([path, said]) =>
      [[bill(said)], `${HERE}entities/Bill/${path} "${path.split("/").at(-1)}" is there in every profile and cannot be removed`] as const,
  ),
  [
    [bill({ chain: { amount: "net" } })],
    `${HERE}entities/Bill/chain/amount "amount" is the same in every profile: a value or an action must mean the same to all who read it`,
  ],
  [
    [bill({ chain: { waits: { 完成了: "remove" } } })],
    `${HERE}entities/Bill/chain/waits/完成了 there is no "完成了" here (did you mean "完成"?)`,
  ],
  [
    [bill({ chain: { waits: { 审核: { add: { when: { eq: ["Statu", 5] }, by: "shop" } } } } })],
    `${HERE}entities/Bill/chain/waits/审核/add/when/eq/1 unknown code 5 of Statu (known: 0, 10, 50)`,
  ],
  [
    [guards({ paid: { add: { require: { can: "balancpay" }, else: "没有免附件付款权限" } } })],
    `${AUDIT}/guards/paid/add/require/can unknown right "balancpay" (did you mean "balancepay"?)`,
  ],
  [
    [guards({ 没有权限: { set: { require: { can: "balancpay" } } } })],
    `${AUDIT}/guards/没有权限/set/require/can unknown right "balancpay" (did you mean "balancepay"?)`,
  ],
  [
    [guards({ paid: { add: { require: { set: "nick" }, else: "NOLIN" } } })],
    `${AUDIT}/guards/paid/add/else unknown message "NOLIN" (did you mean "NOLINE"?)`,
  ],
  [
    [guards({ paid: { add: { name: "paid", require: { set: "nick" } } } })],
    `${AUDIT}/guards/paid/add/name unknown property "name" (known: when, require, else, elsewhere, field)`,
  ],
  [
    [["schemas/entities/bill.json", [...GUARDS, 0, "name"], "lines"], guards({ lines: { replace: { require: { set: "nick" } } } })],
    `${AUDIT}/guards/lines/replace "else" is missing in one condition with its refusal`,
  ],
  [[bill({ fields: { tel: { min: null } } })], `${HERE}entities/Bill/fields/tel/min there is no "min" to remove`],
  [
    [bill({ fields: { tel: { check: "phone" } } })],
    `${HERE}entities/Bill/fields/tel/check the file says so already: the patch changes nothing`,
  ],
  [[bills({ columns: ["Billid"] })], `${HERE}modules/101/columns must be an object, not a list`],
  [[bills({ columns: { Totl: "remove" } })], `${HERE}modules/101/columns/Totl there is no "Totl" here (did you mean "Total"?)`],
  [[bills({ columns: { size: { set: { width: 90 } } } })], `${HERE}modules/101/columns/size there is no "size" here (say "add")`],
  [[bills({ columns: { Total: "add" } })], `${HERE}modules/101/columns/Total "Total" is there already (say "set", or leave it out)`],
  [
    [bills({ columns: { Total: "hide" } })],
    `${HERE}modules/101/columns/Total "hide" does not fit ^(add|remove)$ (What becomes of one: "add", "remove", or an object with one of set, add and replace, and its place by before or after)`,
  ],
  [
    [bills({ columns: { Total: { after: "amount" } } })],
    `${HERE}modules/101/columns/Total/after it stands there already: the patch changes nothing`,
  ],
  [
    [bills({ columns: { Total: { after: "amont" } } })],
    `${HERE}modules/101/columns/Total/after there is no "amont" here (did you mean "amount"?)`,
  ],
  [
    [bills({ columns: { Total: { after: "amount", before: "tax" } } })],
    `${HERE}modules/101/columns/Total a place is told by "before" or by "after", not by both`,
  ],
  [
    [bills({ columns: { Total: { set: { width: 90 }, replace: { width: 80 } } } })],
    `${HERE}modules/101/columns/Total only one of set, replace and add, not set and replace`,
  ],
  [[bills({ columns: { size: { add: false } } })], `${HERE}modules/101/columns/size "add" is true or what the new entry says`],
  [
    [bills({ columns: { Billid: { replace: { fixed: true, sortable: true } } } })],
    `${HERE}modules/101/columns/Billid the file says so already: the patch changes nothing`,
  ],
  [
    [bills({ columns: { Billid: { set: { sortable: true } } } })],
    `${HERE}modules/101/columns/Billid/set/sortable the file says so already: the patch changes nothing`,
  ],
  [
    [bill({ fields: { Paid: { values: { three: { add: { title: "部分" } } } } } })],
    `${HERE}entities/Bill/fields/Paid/values/three "three" is no whole number, as the others are`,
    `${HERE}entities/Bill/fields/Paid/values/three must be a whole number or text, not null`,
  ],
  [
    [["schemas/entities/bill.json", [...GUARDS, 0, "else"], "没有权限"], guards({ 没有权限: "remove" })],
    `${AUDIT}/guards/没有权限 "没有权限" stands there several times: give each a "name" in its file`,
  ],
  [
    [guards({ 金额为零: { add: { require: { gt: ["Totl", "0"] } } } })],
    `${AUDIT}/guards/金额为零/add/require/gt/0 unknown field "Totl" of Bill (did you mean "Total"?)`,
  ],
  [[guards({ 金额为零: { add: {} } })], `${AUDIT}/guards/金额为零/add "require" is missing`],
  [
    [bills({ columns: { canPay: null } })],
    'overlays/strict.json /modules/101/columns/canPay null removes no entry of a list (write "remove")',
  ],
  [
    [bill({ fields: { Statu: { values: { "10": "remove" } } } })],
    "entities/bill.json /chain/waits/0/when/eq/1 unknown code 10 of Statu [profile strict] (known: 0, 50)",
    "entities/bill.json /states/Statu/transitions/audit/to unknown code 10 of Statu [profile strict] (known: 0, 50)",
    "entities/bill.json /states/Statu/transitions/finish/from/0 unknown code 10 of Statu [profile strict] (known: 0, 50)",
    "entities/bill.json /states/Statu/transitions/back/from/0 unknown code 10 of Statu [profile strict] (known: 0, 50)",
    "entities/bill.json /states/Statu/transitions/lapse/from/0 unknown code 10 of Statu [profile strict] (known: 0, 50)",
  ],
  [
    [[STRICT, ["flags", "terms"], "early"], other({ flags: { terms: "later" } })],
    `overlays/other.json /flags/terms shop ${SHOP} has profile strict too, which says otherwise (say "after": ["strict"] in the one of the two that counts)`,
    `overlays/strict.json /flags/terms shop ${SHOP} has profile other too, which says otherwise (say "after": ["other"] in the one of the two that counts)`,
  ],
  [
    [bills({ columns: { canPay: { set: { width: 90 } } } }), other({ modules: { "101": { columns: { canPay: "remove" } } } })],
    `overlays/other.json /modules/101/columns/canPay shop ${SHOP} has profile strict too, which says otherwise (say "after": ["strict"] in the one of the two that counts)`,
    `overlays/strict.json /modules/101/columns/canPay/set/width shop ${SHOP} has profile other too, which says otherwise (say "after": ["other"] in the one of the two that counts)`,
  ],
  [
    [
      bills({ columns: { Total: { set: { width: 90 } } } }),
      other({
        after: ["strict"],
        modules: { "101": { columns: { nick: { add: true, after: "tax" }, canPay: "remove", StatuZH: { after: "canPay" } } } },
      }),
    ],
    'overlays/other.json /modules/101/columns/StatuZH/after there is no "canPay" here (known: Billid, busdate, Provider, amount, Total, tax, nick, Statu, taskcount)',
  ],
  [
    [other({ after: ["strict"] }), [STRICT, ["after"], ["other"]]],
    "overlays/strict.json /after/0 profile strict comes after itself (other → strict → other)",
  ],
  [
    [["schemas/overlays/plain.json", ["shops"], [SHOP]]],
    `overlays/plain.json /shops/0 shop ${SHOP} has profile strict: plain is for shops that have none`,
  ],
];

describe("a mistake in a patch is told by exactly its message", () => {
  it.each(MISTAKES.map(([edits, ...problems]) => [problems[0] ?? "", edits, problems] as const))("%s", (_first, edits, problems) => {
    expect(problemLines(buildMinimal(...edits))).toEqual(problems);
  });
});
