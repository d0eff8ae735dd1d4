import { describe, expect, it } from "vitest";
import type { Registry } from "../../../src/shared/registry/model.ts";
import { changeText } from "../../../src/shared/registry/plan/change-text.ts";
import { diffModels } from "../../../src/shared/registry/plan/diff-models.ts";
import { LANGUAGES } from "../../../src/shared/registry/problem-texts/translate.ts";
import { editsOf, someOf } from "./edits.ts";
import { buildMinimal, type Edit, minimalFiles, minimalRegistry } from "./minimal.ts";
import { CARRYING } from "./mutations/carries.ts";

const base = minimalRegistry();
/** The model without what merely names its files. */
const saying = (registry: Registry) => JSON.stringify({ ...registry, version: "" });

const STRICT = "schemas/overlays/strict.json";
/** A profile that patches an entity and a page, and another one of the same shop. */
const PATCHED: readonly Edit[] = [
  [
    STRICT,
    ["entities"],
    {
      Bill: {
        title: "出入库单",
        fields: { nick: { required: true, width: 90, title: "简称" }, Kind: { values: { in: { set: { title: "入" } } } } },
        states: {
          Statu: {
            transitions: {
              audit: {
                guards: { 须有简称: { add: { require: { set: "nick" } }, before: "没有权限" }, NOLINE: { set: { when: { set: "nick" } } } },
              },
            },
          },
        },
        save: { rules: { 简称太短: { add: { require: { set: "nick" }, field: "nick" } } } },
        hide: { supplier: { day: "add" } },
      },
    },
  ],
  [
    "schemas/overlays/other.json",
    [],
    { $schema: "../meta/overlay.schema.json", name: "other", title: "另", shops: ["0000000054"], flags: { terms: "later" } },
  ],
];
const patched = minimalRegistry(...PATCHED);

describe("what no longer says that it carries rights", () => {
  // The fields are as they were; only the word is gone.
  const mute = CARRYING.flatMap(([file, path, value]): Edit[] => {
    if (path.at(-1) === "carries") return [];
    const { carries: _word, ...field } = value as Record<string, unknown>;
    return [[file, path, field]];
  });
  const [carrying, silent] = [minimalRegistry(...CARRYING), minimalRegistry(...mute)];
  const told = (was: Registry, is: Registry) => diffModels(was, is).filter(({ part }) => part === "carries");

  it("waits, field by field, and the word that comes is told", () => {
    const gone = told(carrying, silent);
    expect(gone.map((change) => [change.class, change.verb])).toEqual(CARRYING.map(() => ["held", "widened"]));
    expect(gone.map((change) => changeText(change, silent, "zh")).filter((text) => !text.includes("权限标记"))).toEqual([]);
    expect(new Set(told(silent, carrying).map((change) => change.class))).toEqual(new Set(["access"]));
  });
});

describe("what an edit of a patch means is told", () => {
  const files = minimalFiles(...PATCHED).filter(({ path }) => path.startsWith("schemas/overlays/"));

  it.each(files.map(({ path, text }, index) => [path, text, index] as const))(
    "whatever is edited in %s and is valid",
    (file, text, index) => {
      const silent: string[] = [];
      for (const { path, value } of someOf(editsOf(JSON.parse(text)), index, 6)) {
        const next = buildMinimal(...PATCHED, [file, path, value]);
        if (!next.ok || saying(next.registry) === saying(patched)) continue;
        const changes = diffModels(patched, next.registry);
        if (changes.length === 0) silent.push(`/${path.join("/")} = ${JSON.stringify(value)}`);
        for (const language of LANGUAGES)
          for (const change of changes) expect(changeText(change, next.registry, language)).not.toMatch(/undefined|\[object/);
      }
      expect(silent).toEqual([]);
    },
  );

  const told = (was: Registry, is: Registry) => diffModels(was, is).map((change) => `${change.class}: ${changeText(change, is, "en")}`);

  it("with its class: a guard that an overlay takes away, or asks of fewer rows, is held", () => {
    const guards = (said: object) =>
      minimalRegistry([STRICT, ["entities"], { Bill: { states: { Statu: { transitions: { audit: { guards: said } } } } } }]);
    expect(told(base, guards({ 没有权限: "remove" })).slice(0, 1)).toEqual([
      'held: Bill transition audit profile strict guards removed: "没有权限" unless the user holds balancepay (where flag strict = true) (shop 0000000054)',
    ]);
    expect(told(base, guards({ 须有简称: { add: { require: { set: "nick" } } } }))).toEqual([
      'access: Bill transition audit profile strict guards added: "须有简称" unless nick is filled (shop 0000000054)',
    ]);
    expect(told(guards({ 须有简称: { add: { require: { set: "nick" } } } }), base)[0]).toMatch(/^held: .* guards removed/);
    expect(told(base, guards({ NOLINE: { set: { when: { set: "nick" } } } })).some((line) => line.startsWith("held: "))).toBe(true);
  });

  it("of a shop that gets or loses a profile, and of a flag in one of several", () => {
    const lines = told(minimalRegistry(PATCHED[0] as Edit), patched);
    expect(lines).toContain("held: shop 0000000054 profile changed: strict → other+strict");
    expect(lines).toContain("held: shop 0000000054 flag terms changed: open → later");
    const misspelt = minimalRegistry(...PATCHED, ["schemas/overlays/other.json", ["flags", "terms"], "early"]);
    expect(told(patched, misspelt)).toEqual(["held: profile other flag terms changed: later → early"]);
  });

  it("of a profile alone, where only its overlay is edited", () => {
    const without = minimalRegistry(PATCHED[1] as Edit);
    const lines = told(without, patched);
    expect(lines.filter((line) => line.includes("Bill.nick") && line.includes("required"))).toEqual([
      "access: Bill.nick profile strict required narrowed: false → true",
      "access: Bill.nick profile other+strict required narrowed: false → true (shop 0000000054)",
    ]);
  });
});

describe("what would let through what was refused waits, in whatever words", () => {
  const BILL = "schemas/entities/bill.json";
  const held = (before: readonly Edit[], ...edits: readonly Edit[]) =>
    diffModels(minimalRegistry(...before), minimalRegistry(...before, ...edits))
      .filter((change) => change.class === "held")
      .map((change) => changeText(change, base, "en"));
  const bill = JSON.parse(minimalFiles().find(({ path }) => path === BILL)?.text ?? "") as {
    readonly states: { readonly Statu: { readonly transitions: { readonly audit: { readonly from: unknown; readonly to: unknown } } } };
  };
  const { from, to } = bill.states.Statu.transitions.audit;
  const nick = (name: string, value?: unknown): Edit => [BILL, ["fields", "nick", name], value];

  it.each<readonly [what: string, line: string, before: readonly Edit[], edit: Edit]>([
    [
      "another way into a state, beside the guarded one",
      "Bill transition quick added: Quick",
      [],
      [BILL, ["states", "Statu", "transitions", "quick"], { title: "Quick", from, to, by: ["shop"], key: "audit" }],
    ],
    ["a field that need not be filled in", "Bill.nick required widened: true → false", [nick("required", true)], nick("required")],
    [
      "a bound that is gone",
      "Bill.amount min widened: 0 → null",
      [[BILL, ["fields", "amount", "min"], 0]],
      [BILL, ["fields", "amount", "min"]],
    ],
    [
      "a bound that lets more through",
      "Bill.amount min widened: 0 → -5",
      [[BILL, ["fields", "amount", "min"], 0]],
      [BILL, ["fields", "amount", "min"], -5],
    ],
  ])("%s", (_what, line, before, edit) => {
    expect(held(before, edit)).toContain(line);
  });

  it("a code that takes the text of another one, and not one that gets a text of its own", () => {
    const texts = (one: string, other: string): Edit => [
      "schemas/shared/enums.json",
      ["enums", "Kind"],
      [
        { code: "in", title: one },
        { code: "out", title: other },
      ],
    ];
    const before = [texts("In", "Out")];
    const swapped = held(before, texts("Out", "In"));
    expect(swapped.slice(0, 2)).toEqual(["Bill.Kind code in text changed: In → Out", "Bill.Kind code out text changed: Out → In"]);
    // Another list with the same codes.
    expect(held(before, texts("Cash", "Bank")).slice(0, 2)).toEqual([
      "Bill.Kind code in text changed: In → Cash",
      "Bill.Kind code out text changed: Out → Bank",
    ]);
    expect(held(before, texts("Inwards", "Out"))).toEqual([]);
  });
});

describe("what an edit means is told", () => {
  it("nothing of itself", () => {
    expect(diffModels(base, base)).toEqual([]);
  });

  it.each(minimalFiles().map(({ path, text }, index) => [path, text, index] as const))(
    "whatever is edited in %s and is valid",
    (file, text, index) => {
      const silent: string[] = [];
      for (const { path, value } of someOf(editsOf(JSON.parse(text)), index)) {
        const next = buildMinimal([file, path, value]);
        if (!next.ok || saying(next.registry) === saying(base)) continue;
        const changes = diffModels(base, next.registry);
        if (changes.length === 0) silent.push(`/${path.join("/")} = ${JSON.stringify(value)}`);
        for (const language of LANGUAGES)
          for (const change of changes) expect(changeText(change, next.registry, language)).not.toMatch(/undefined|\[object/);
      }
      expect(silent).toEqual([]);
    },
  );
});

describe("how rows come in", () => {
  const WORD = { key: ["Billid"], columns: ["Billid", "busdate", "boxes"], update: ["busdate"], then: ["audit"] };
  const BILL = "schemas/entities/bill.json";
  const withWord = (more: object = {}) =>
    minimalRegistry([BILL, ["import"], { ...WORD, ...more }], ["schemas/modules/bills/bills.json", ["actions", 3], "import"]);
  const told = (was: Registry, is: Registry) =>
    diffModels(was, is).flatMap(({ class: kind, verb, part, at }) => (at.entity === "Bill" ? [`${kind} ${verb} ${part}`] : []));

  it.each([
    ["a column more that it may change", { update: ["busdate", "boxes"] }, ["held added update"]],
    ["one fewer", { update: undefined }, ["access removed update"]],
    ["a column more", { columns: [...WORD.columns, "nick"] }, ["held added columns"]],
    ["another key", { key: ["PayBillid"], columns: ["PayBillid", ...WORD.columns] }, ["held changed key", "held added columns"]],
    ["nothing that follows", { then: undefined }, ["access removed next"]],
    ["lines", { lines: { BillLine: ["GoodsId"] } }, ["held changed lines"]],
    [
      "other names of what is referred to",
      { columns: [...WORD.columns, "GroupId"], lookups: { Group: ["GroupName"] } },
      ["held added columns", "held changed lookups"],
    ],
  ])("%s", (_what, more, changes) => {
    const unique: Edit = [BILL, ["unique"], [["Billid"], ["PayBillid"]]];
    const edits: readonly Edit[] = "key" in more ? [unique, ["schemas/modules/bills/bills.json", ["columns", 1], "PayBillid"]] : [];
    const base = (word: object) =>
      minimalRegistry(...edits, [BILL, ["import"], { ...WORD, ...word }], ["schemas/modules/bills/bills.json", ["actions", 3], "import"]);
    expect(told(base({}), base(more))).toEqual(changes);
  });

  it("is told where it comes and goes, in both languages", () => {
    const without = minimalRegistry();
    expect(told(without, withWord())).toContain("access added import");
    expect(told(withWord(), without)).toContain("access removed import");
    const [change] = diffModels(without, withWord()).filter(({ part }) => part === "import");
    if (change === undefined) throw new Error("nothing is told");
    expect(LANGUAGES.map((language) => changeText(change, withWord(), language))).toEqual([
      expect.stringContaining("导入"),
      expect.stringContaining("import"),
    ]);
  });
});
