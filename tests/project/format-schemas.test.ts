import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTodaysWords } from "../../scripts/format-schemas/former-words.ts";
import { formatSchemas } from "../../scripts/format-schemas.ts";
import { type TemporaryRegistry, temporaryLibrary } from "../schemas/temporary-registry.ts";
import { runScript } from "./run-script.ts";
import { ROOT } from "./source-files.ts";

/** What a file becomes, alone or beside others. */
function written(value: object, ...others: readonly object[]): unknown {
  const files = [value, ...others].map((each, index) => ({ path: `${index}.json`, value: each }));
  return inTodaysWords(files)[0]?.value;
}

/** Parts of files in former words, and what they are today. */
const WORDS: readonly (readonly [what: string, before: object, today: object])[] = [
  [
    "the cases in which a guard counts",
    { guards: [{ name: "a", if: { flag: ["strict", true] }, require: { set: "x" }, else: "X" }] },
    { guards: [{ name: "a", when: { flag: ["strict", true] }, require: { set: "x" }, else: "X" }] },
  ],
  [
    "the cases in which a rule counts, in a patch too",
    { save: { rules: { x: { add: { if: { set: "a" }, require: { set: "b" }, else: "B", field: "b" } } } } },
    { save: { rules: { x: { add: { when: { set: "a" }, require: { set: "b" }, else: "B", field: "b" } } } } },
  ],
  [
    "cases",
    JSON.parse('{ "computed": { "cases": { "when": [{ "if": { "lt": ["Statu", 50] }, "then": "通知" }], "else": "清算" } } }'),
    { computed: { cases: [{ when: { lt: ["Statu", 50] }, value: "通知" }, { value: "清算" }] } },
  ],
  ["a lookup", { computed: { lookup: { via: "SHOP_ID", field: "ShopName" } } }, { computed: { copy: "SHOP_ID.ShopName" } }],
  ["a copy", { derived: { copy: { via: "provid", field: "tel" } } }, { derived: { copy: "provid.tel" } }],
  ["a part of a place", { derived: { origin: { of: "producer", part: "country" } } }, { derived: { copy: "producer.country" } }],
  [
    "a proposed value",
    { title: "价", prefill: { via: "GoodsId", field: "cost" }, min: 0 },
    { title: "价", prefill: "GoodsId.cost", min: 0 },
  ],
  [
    "what is read on a picture",
    { title: "号", readFrom: { via: "ImgUrl", part: "number" }, length: 20 },
    { title: "号", prefill: "ImgUrl.number", length: 20 },
  ],
  [
    "a count",
    { computed: { count: { of: "User", by: "GroupId", key: "Id", where: { eq: ["stt", 0] } } } },
    { computed: { count: { of: "User", on: { GroupId: "Id" }, where: { eq: ["stt", 0] } } } },
  ],
  [
    "a total",
    { computed: { total: { of: "Pay", field: "money", by: "FathId", key: "Billid" } } },
    { computed: { total: { of: "Pay", field: "money", on: { FathId: "Billid" } } } },
  ],
  ["what a side never gets", { permissions: { supplier: { hide: ["Remark"] } } }, { hide: { supplier: ["Remark"] } }],
  [
    "the same in a patch",
    { entities: { Fine: { permissions: { supplier: { hide: { Remark: "add" } } } } } },
    { entities: { Fine: { hide: { supplier: { Remark: "add" } } } } },
  ],
  [
    "the sums of a print",
    { key: "x", paper: "P1", pageSum: ["money"], total: ["money", "tax"], capitals: "money" },
    { key: "x", paper: "P1", sums: ["money", "tax"], capitals: "money" },
  ],
  [
    "other texts of a code",
    { values: [{ code: 1, text: "a", retitle: [{ when: { set: "x" }, text: "b", tone: "info" }] }] },
    { values: [{ code: 1, title: "a", cases: [{ when: { set: "x" }, value: "b", tone: "info" }] }] },
  ],
  [
    "other titles and the stamp of a print",
    { paper: "P1", titles: [{ when: { set: "x" }, title: "b" }], stamp: { when: { set: "x" }, text: "付" } },
    { paper: "P1", cases: [{ when: { set: "x" }, value: "b" }], stamp: { when: { set: "x" }, value: "付" } },
  ],
  [
    "what a row that is added to begins with",
    { add: { entity: "Stock", match: { a: 1 }, by: { b: 1 }, orCreate: { c: 1 } } },
    { add: { entity: "Stock", match: { a: 1 }, by: { b: 1 }, values: { c: 1 } } },
  ],
  [
    "how sums are drawn",
    {
      sums: [
        { field: "a", decimals: 2 },
        { field: "b", decimals: 3 },
      ],
      totals: [{ title: "c", field: "c", capitals: true }],
    },
    { sums: [{ field: "a" }, { field: "b", format: "quantity" }], totals: [{ title: "c", field: "c", format: "capitals" }] },
  ],
  [
    "a card",
    { cards: [{ title: "笔", measure: { of: "sum", field: "a" }, tone: "info" }] },
    { cards: [{ title: "笔", of: "sum", field: "a", tone: "info" }] },
  ],
  [
    "what may be chosen, and how long a text is",
    { fields: { a: { choices: { set: "x" }, narrow: { b: "c" } }, t: { title: "文", type: "string", minLength: 2, length: 9 } } },
    { fields: { a: { where: { set: "x" }, on: { b: "c" } }, t: { title: "文", type: "string", length: [2, 9] } } },
  ],
  [
    "windows and groups of a view",
    { view: { of: "A", groupBy: ["a"] }, fields: { r: { title: "次", type: "int", window: { of: "rank", by: ["a"], order: ["b"] } } } },
    { view: { of: "A", by: ["a"] }, fields: { r: { title: "次", type: "int", window: { of: "rank", by: ["a"], sort: ["b"] } } } },
  ],
  [
    "what is read before it is done, and who is told",
    {
      preview: { columns: ["a"], totals: [{ title: "合", field: "a" }], choose: { from: "x", title: "道", none: "无" } },
      ticks: { entity: "L", field: "t", least: 1 },
      effects: [{ notify: { side: "shop", title: "x" } }],
    },
    {
      preview: { columns: ["a"], sums: [{ title: "合", field: "a" }], choose: { from: "x", title: "道", else: "无" } },
      ticks: { entity: "L", field: "t", min: 1 },
      effects: [{ notify: { to: "shop", title: "x" } }],
    },
  ],
  [
    "the chain of documents",
    {
      chain: {
        place: 1,
        amount: "m",
        links: [{ field: "a", to: "B", key: "b" }],
        waits: [{ when: { set: "a" }, for: "shop", title: "审", since: "d" }],
      },
    },
    {
      chain: {
        rank: 1,
        amount: "m",
        to: [{ of: "B", on: { b: "a" } }],
        waits: [{ when: { set: "a" }, by: "shop", title: "审", from: "d" }],
      },
    },
  ],
  [
    "a page",
    {
      entity: "A",
      columns: ["a"],
      labels: { s: [] },
      print: [{ template: "p", title: "印" }],
      actions: [{ action: "go", open: { module: 1, page: "list", with: { a: "b" } } }],
      stats: { charts: [{ title: "图", kind: "pie", by: "a", measures: [] }] },
    },
    {
      entity: "A",
      columns: ["a"],
      values: { s: [] },
      print: [{ key: "p", title: "印" }],
      actions: [{ action: "go", open: { module: 1, on: { a: "b" } } }],
      charts: [{ title: "图", type: "pie", by: "a", measures: [] }],
    },
  ],
  [
    "documents of another page, and a form",
    { columns: ["a"], tables: [{ module: 503, field: "F", key: "B", columns: ["x"] }], form: { mode: "own", editable: ["a"] } },
    { columns: ["a"], tables: [{ module: 503, on: { F: "B" }, columns: ["x"] }], form: { fields: ["a"] } },
  ],
  [
    "other texts of codes in a patch",
    { profile: "x", modules: { "101": { labels: null } } },
    { profile: "x", modules: { "101": { values: null } } },
  ],
  [
    "whom a document waits for, in a patch",
    { entities: { A: { chain: { waits: { 审: { add: { for: "shop", when: { set: "a" } }, before: "x" }, 付: "remove" } } } } },
    { entities: { A: { chain: { waits: { 审: { add: { by: "shop", when: { set: "a" } }, before: "x" }, 付: "remove" } } } } },
  ],
  [
    "news of a kind that code knew",
    { news: { as: "boards", time: "t", isread: "r" } },
    { news: { key: "boards", title: "公告", else: "暂时没有公告，发布后会显示在这里。", sort: ["-t"], read: "r" } },
  ],
  [
    "a check, a computed condition and what the system runs",
    {
      checks: [{ name: "a", require: { all: [{ valid: ["tel", "phone"] }, { set: "b" }] } }],
      fields: { ok: { title: "可", type: "bool", computed: { viewer: { can: "pay" } } } },
      due: [{ transition: "close", when: { set: "a" } }],
      effects: [{ run: { entity: "A", match: { Id: 1 }, transition: "paid" } }],
    },
    {
      checks: [{ name: "a", require: { all: [{ check: ["tel", "phone"] }, { set: "b" }] } }],
      fields: { ok: { title: "可", type: "bool", computed: { when: { can: "pay" } } } },
      due: [{ action: "close", when: { set: "a" } }],
      effects: [{ run: { entity: "A", match: { Id: 1 }, action: "paid" } }],
    },
  ],
  [
    "number, head, source and what is missing of a document",
    {
      mixins: ["base"],
      number: { field: "Billid", prefix: "DJ" },
      head: { entity: "Bill", field: "Owner", key: "Billid" },
      source: { via: "OrderId", lines: "OrderLine", copy: { a: "b" } },
      chain: { rank: 1, amount: "m", gap: { title: "未付", of: "m", less: "n", when: { set: "a" } } },
    },
    {
      like: ["base"],
      number: { Billid: "DJ" },
      head: { of: "Bill", on: { Billid: "Owner" } },
      source: { from: "OrderId", lines: "OrderLine", copy: { a: "b" } },
      chain: { rank: 1, amount: "m", gap: { title: "未付", sub: ["m", "n"], when: { set: "a" } } },
    },
  ],
  [
    "news in the order they are told",
    { news: { key: "n", title: "新", else: "无", time: "sent", isread: "seen", pinned: "top", note: "kind" } },
    { news: { key: "n", title: "新", else: "无", sort: ["-top", "-sent"], read: "seen", help: "kind" } },
  ],
  ["a form of settings", { form: { group: "g", value: "v", valueType: "t", fallback: "d" } }, { form: { value: "v" } }],
  [
    "a profile and a group of the menu",
    { profile: "x", title: "某", flags: {}, groups: [{ id: 1, path: "/bills", modules: [] }] },
    { name: "x", title: "某", flags: {}, groups: [{ id: 1, name: "bills", modules: [] }] },
  ],
  [
    "archetypes and field groups",
    { $schema: "../meta/shared.schema.json", mixins: { base: {} }, machines: { bill: { initial: 0, transitions: {} } } },
    { $schema: "../meta/shared.schema.json", entities: { base: {} }, states: { bill: { default: 0, transitions: {} } } },
  ],
  [
    "the lines of a print, of a table, of a detail page and a board",
    {
      paper: "P1",
      via: "AcceptId",
      lines: "AcceptLine",
      tables: [{ module: 1, on: { a: "b" }, through: 2, columns: ["a"] }],
      pages: { show: { sections: [{ title: "甲", fields: ["a"] }] }, stats: { cards: [{ title: "笔", of: "count" }] } },
    },
    {
      paper: "P1",
      from: "AcceptId",
      lines: "AcceptLine",
      tables: [{ module: 1, on: { a: "b" }, of: 2, columns: ["a"] }],
      pages: { sections: [{ title: "甲", fields: ["a"] }], cards: [{ title: "笔", of: "count" }] },
    },
  ],
  [
    "the market, ready values, and how values are drawn",
    {
      entity: "A",
      page: "list",
      reach: "market",
      columns: [{ field: "a", fixed: "left", format: "integer" }],
      filters: [{ field: "d", initial: "today" }],
      fields: {
        place: { title: "地", type: "string", input: "place", note: "城市" },
        n: { title: "数", type: "int", from: "a", aggregate: "count" },
      },
    },
    {
      entity: "A",
      market: true,
      columns: [{ field: "a", fixed: true, format: "int" }],
      filters: [{ field: "d", default: "today" }],
      fields: {
        place: { title: "地", type: "string", format: "place", help: "城市" },
        n: { title: "数", type: "int", from: "a", of: "count" },
      },
    },
  ],
  [
    "texts of codes in a patch, and a button to a form",
    {
      entities: { A: { fields: { s: { values: { "10": { set: { text: "乙" } }, "20": { add: { code: 20, text: "丙" } } } } } } },
      actions: [{ action: "go", open: { module: 1, page: "create" } }],
      reminder: { call: "/A/count" },
    },
    {
      entities: { A: { fields: { s: { values: { "10": { set: { title: "乙" } }, "20": { add: { code: 20, title: "丙" } } } } } } },
      actions: [{ action: "go", open: { module: 1, action: "create" } }],
      reminder: { from: "/A/count" },
    },
  ],
  ["the grants of a tree", { tree: { key: "GroupId", label: "GroupName", grants: "GroupModule" } }, { tree: "GroupModule" }],
  [
    "the usual field of suppliers",
    { name: "X", tenancy: "shop+supplier", supplierField: "PROV_ID" },
    { name: "X", tenancy: "shop+supplier" },
  ],
  [
    "a to-do with one comparison",
    { todos: [{ title: "待审核", action: "audit", filters: [{ field: "Statu", value: [0] }] }] },
    { todos: [{ title: "待审核", action: "audit", where: { in: ["Statu", [0]] } }] },
  ],
  [
    "a to-do in a patch",
    { modules: { "504": { todos: { 待审核: { set: { filters: [{ field: "Statu", value: 0 }] } } } } } },
    { modules: { "504": { todos: { 待审核: { set: { where: { eq: ["Statu", 0] } } } } } } },
  ],
  [
    "a to-do with each of its operators",
    {
      todos: [
        {
          title: "待办",
          filters: [
            { field: "a", value: 1 },
            { field: "b", operator: "ne", value: 1 },
            { field: "c", operator: "lt", value: { today: 0 } },
            { field: "d", operator: "lte", value: 1 },
            { field: "e", operator: "gt", value: 1 },
            { field: "f", operator: "gte", value: 1 },
            { field: "g", operator: "nin", value: [1, 2] },
            { field: "h", operator: "between", value: [1, 2] },
            { field: "i", value: [{ today: 0 }, { today: 7 }] },
            { field: "j", operator: "null" },
            { field: "k", operator: "nnull" },
          ],
        },
      ],
    },
    {
      todos: [
        {
          title: "待办",
          where: {
            all: [
              { eq: ["a", 1] },
              { ne: ["b", 1] },
              { lt: ["c", { today: 0 }] },
              { lte: ["d", 1] },
              { gt: ["e", 1] },
              { gte: ["f", 1] },
              { nin: ["g", [1, 2]] },
              { gte: ["h", 1] },
              { lte: ["h", 2] },
              { gte: ["i", { today: 0 }] },
              { lte: ["i", { today: 7 }] },
              { not: { set: "j" } },
              { set: "k" },
            ],
          },
        },
      ],
    },
  ],
];

describe("files in former words are brought over", () => {
  it.each(WORDS)("%s", (_what, before, today) => {
    // The order of the words is that of the file, so that nobody looks for them.
    expect(JSON.stringify(written(before))).toBe(JSON.stringify(today));
    expect(written(today)).toEqual(today);
  });

  it("and what named the rows of a page names them everywhere", () => {
    const entity = { name: "Fine", title: "罚金", fields: {} };
    const page = { entity: "Fine", titleField: "FineId", columns: ["FineId"] };
    expect(written(page, entity)).toEqual({ entity: "Fine", columns: ["FineId"] });
    expect(JSON.stringify(written(entity, page))).toBe(JSON.stringify({ name: "Fine", title: "罚金", label: "FineId", fields: {} }));
  });

  it("and what kind of page a file is follows from it; a hand-written one is named by the file", () => {
    const menu = {
      path: "modules.json",
      value: { title: "T", groups: [{ id: 1, modules: [{ id: 101, name: "A", title: "甲", schema: "g/a", override: "desk" }] }] },
    };
    const page = { path: "schemas/modules/g/a.json", value: { entity: "A", page: "override", columns: ["a"] } };
    const tree = { path: "schemas/modules/g/b.json", value: { entity: "A", page: "tree", tree: "Grant", columns: ["a"] } };
    const bare = { path: "schemas/modules/g/c.json", value: { entity: "A", page: "form", columns: ["a"] } };
    const entity = { path: "schemas/entities/s.json", value: { name: "S", label: "Name", fields: {} } };
    const form = {
      path: "schemas/modules/g/d.json",
      value: { entity: "S", page: "form", columns: ["a"], form: { label: "Name", value: "v" } },
    };
    expect(inTodaysWords([menu, page, tree, bare, entity, form]).map(({ value }) => value)).toEqual([
      { title: "T", groups: [{ id: 1, modules: [{ id: 101, name: "A", title: "甲", schema: "g/a" }] }] },
      { entity: "A", page: "desk", columns: ["a"] },
      { entity: "A", tree: "Grant", columns: ["a"] },
      bare.value,
      entity.value,
      { entity: "S", columns: ["a"], form: { value: "v" } },
    ]);
  });

  it("but where only a person can decide, the word stays", () => {
    const page = { entity: "Fine", titleField: "FineId", columns: ["FineId"] };
    expect(written(page, { name: "Fine", label: "rate", fields: {} })).toEqual(page);
    expect(written({ supplierField: "ProviderCode" })).toEqual({ supplierField: "ProviderCode" });
    const tree = { entity: "Group", tree: { key: "GroupId", label: "GroupName", grants: "Grant" } };
    expect(written(tree, { name: "Group", label: "GroupId", fields: {} })).toEqual(tree);
  });

  /** Words of before beside those of today, which may say another thing, or in a form that they never had. */
  it.each<readonly [what: string, value: object]>([
    ["a guard with both", { guards: [{ when: { set: "a" }, if: { set: "b" }, require: { set: "c" }, else: "X" }] }],
    ["a field with a lookup and a copy", { computed: { lookup: { via: "a", field: "b" }, copy: "c.d" } }],
    ["a field with an origin and a copy", { derived: { origin: { of: "a", part: "country" }, copy: "c.country" } }],
    ["a field that is read and proposed", { readFrom: { via: "ImgUrl", part: "number" }, prefill: "a.b" }],
    ["a count with both", { computed: { count: { of: "User", by: "a", key: "b", on: { c: "d" } } } }],
    ["fields hidden by both", { hide: { supplier: ["a"] }, permissions: { supplier: { hide: ["b"] } } }],
    ["permissions that say more", { permissions: { supplier: { hide: ["a"], show: ["b"] } } }],
    ["the sums of a print by both", { paper: "P1", sums: ["a"], total: ["b"] }],
    ["an entity that has both fields of suppliers", { supplierField: "PROV_ID", fields: { provid: {}, PROV_ID: {} } }],
    ["a to-do with both", { todos: [{ title: "x", where: { set: "a" }, filters: [{ field: "b", value: 1 }] }] }],
    ["a to-do that compares nothing", { todos: [{ title: "x", filters: [] }] }],
    ["a comparison without a value", { todos: [{ title: "x", filters: [{ field: "a", operator: "between" }] }] }],
    ["a range of three", { todos: [{ title: "x", filters: [{ field: "a", operator: "between", value: [1, 2, 3] }] }] }],
    ["cases that are no list", { computed: { cases: { when: 5, else: 1 } } }],
    ["a case that is nothing", { computed: { cases: { when: [null], else: 1 } } }],
    ["filters of what is no to-do", { title: "单据", filters: [{ field: "Provider", audience: ["shop"] }] }],
  ])("nor where nobody can tell what is meant: %s", (_what, value) => {
    expect(written(value)).toEqual(value);
  });

  it("a mixin may bring the other field of suppliers", () => {
    const user = { tenancy: "shop+supplier", supplierField: "PROV_ID", mixins: ["party"], fields: { PROV_ID: {} } };
    const { mixins, ...rest } = user;
    expect(written(user, { mixins: { party: { provid: {} } } })).toEqual({ ...rest, like: mixins });
    expect(written(user, { mixins: { party: {} } })).toEqual({ tenancy: "shop+supplier", like: ["party"], fields: { PROV_ID: {} } });
  });
});

describe("npm run format:schemas", () => {
  let library: TemporaryRegistry;
  const run = (...flags: string[]) => runScript(formatSchemas, "--dir", library.dir, ...flags);
  const read = (file: string) => readFileSync(join(library.dir, file), "utf8");
  const PAGE = "schemas/modules/lending/loans.json";

  beforeEach(() => {
    library = temporaryLibrary();
  });
  afterEach(() => library.remove());

  it.each([".", "tests/fixtures/registry-library", "tests/fixtures/registry-minimal"])("has nothing to write in %s", async (dir) => {
    expect(await runScript(formatSchemas, "--dir", join(ROOT, dir), "--check")).toMatchObject({ code: 0, err: "" });
  });

  it("tells with --check what it would write, and writes it", async () => {
    const text = read(PAGE);
    library.write(PAGE, JSON.stringify({ ...JSON.parse(text), permissions: { supplier: { hide: ["deposit"] } } }));
    const loose = read(PAGE);
    expect(await run("--check")).toEqual({ code: 1, out: "", err: `${PAGE} is written otherwise: run npm run format:schemas` });
    expect(read(PAGE)).toBe(loose);
    expect(await run()).toEqual({ code: 0, out: `${PAGE} written`, err: "" });
    expect(JSON.parse(read(PAGE))).toEqual({ ...JSON.parse(text), hide: { supplier: ["deposit"] } });
    expect(read(PAGE)).toContain('\n  "hide": { "supplier": ["deposit"] }\n');
    expect(await run("--check")).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ files are as they should be$/) });
  });

  it("leaves a file that it cannot read, tells where, and writes the others", async () => {
    library.write("schemas/entities/book.json", "{ oh }");
    library.write(PAGE, JSON.stringify(JSON.parse(read(PAGE))));
    expect(await run()).toEqual({
      code: 1,
      out: `${PAGE} written`,
      err: expect.stringMatching(/^schemas\/entities\/book\.json:1:\d+ .*syntax error/),
    });
    expect(read("schemas/entities/book.json")).toBe("{ oh }");
    expect(await runScript(formatSchemas, "--dir", join(library.dir, "nowhere"))).toMatchObject({
      code: 1,
      err: expect.stringContaining("missing"),
    });
  });

  it("says what is wrong with a call", async () => {
    expect(await run("--mistake")).toMatchObject({ code: 2, err: expect.stringContaining("--mistake") });
    expect(await run("--lang", "fr")).toMatchObject({ code: 2, err: expect.stringContaining("--lang is zh or en") });
    expect(await run("--help", "--lang", "zh")).toMatchObject({ code: 0, out: expect.stringContaining("--dir 目录") });
  });
});
