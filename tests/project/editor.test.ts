import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getLanguageService, type LanguageService, type SchemaConfiguration, TextDocument } from "vscode-json-languageservice";
import { editor } from "../../scripts/editor.ts";
import { exampleOf, meaning, valueHelp } from "../../scripts/language/help.ts";
import { allWords, chainOf, type PropertyWord, propertyWords } from "../../scripts/language/words.ts";
import { PROGRAM } from "../../src/server/features.ts";
import { type Patched, patchSchema } from "../../src/shared/registry/patch-schema.ts";
import { type TemporaryRegistry, temporaryLibrary } from "../schemas/temporary-registry.ts";
import { runScript } from "./run-script.ts";
import { ROOT } from "./source-files.ts";

/*
 * Long on purpose: every position an editor is asked at, beside the one service that answers.
 */

/** The service that VS Code asks, set up from the settings as VS Code does it. */
function serviceOf(dir: string): LanguageService {
  const service = getLanguageService({
    schemaRequestService: async (uri) => readFileSync(fileURLToPath(uri), "utf8"),
    workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
    clientCapabilities: { textDocument: { completion: { completionItem: { documentationFormat: ["markdown"] } } } },
  });
  const settings = JSON.parse(readFileSync(join(dir, ".vscode/settings.json"), "utf8")) as { "json.schemas": readonly Setting[] };
  service.configure({
    schemas: settings["json.schemas"].map(({ fileMatch, url, schema }): SchemaConfiguration => {
      return {
        uri: new URL(url, `${pathToFileURL(dir).href}/`).href,
        fileMatch,
        schema: schema as object,
        folderUri: pathToFileURL(dir).href,
      };
    }),
  });
  return service;
}

interface Setting {
  readonly fileMatch: string[];
  readonly url: string;
  readonly schema: object;
}

/** A file that is being written, with the cursor at the first |. */
function written(dir: string, path: string, text: string) {
  const offset = text.indexOf("|");
  const document = TextDocument.create(pathToFileURL(join(dir, path)).href, "json", 1, text.replace("|", ""));
  return { document, position: document.positionAt(offset) };
}

let library: TemporaryRegistry;
let service: LanguageService;
beforeAll(async () => {
  library = temporaryLibrary();
  // So that there is code to be named.
  const menuFile = readFileSync(join(library.dir, MENU), "utf8");
  library.write(MENU, menuFile.replace("{", `{ "features": ${JSON.stringify(PROGRAM.features.map(({ name }) => name))},`));
  expect(await runScript(editor, "--dir", library.dir)).toMatchObject({ code: 0, err: "" });
  service = serviceOf(library.dir);
});
afterAll(() => library.remove());

/** What is offered at the cursor, without the marks around texts. */
async function offered(path: string, text: string): Promise<readonly string[]> {
  const { document, position } = written(library.dir, path, text);
  const list = await service.doComplete(document, position, service.parseJSONDocument(document));
  return (list?.items ?? []).map(({ label }) => label.replace(/^"|"$/g, ""));
}

const MENU = "modules.json";
const ENTITY = "schemas/entities/loan.json";
const MODULE = "schemas/modules/lending/loans.json";
const PRINT = "schemas/prints/loan.json";
const OVERLAY = "schemas/overlays/school.json";

const menu = (line: string) => `{ "title": "T", "groups": [{ "id": 1, "path": "/a", "title": "A", "modules": [${line}] }] }`;
const entity = (rest: string) => `{ "name": "Loan", "title": "L", "tenancy": "shop+supplier", ${rest} }`;
const field = (rest: string) => entity(`"fields": { "x": { "title": "X", ${rest} } }`);
const transition = (rest: string) => entity(`"states": { "Statu": { "transitions": { "lend": { ${rest} } } } }, "fields": {}`);
const effect = (rest: string) => transition(`"effects": [${rest}]`);
const page = (rest: string) => `{ "entity": "Loan", ${rest} }`;
const print = (rest: string) => `{ "key": "loan", "title": "L", "entity": "Loan", "lines": "LoanLine", ${rest} }`;
const overlay = (rest: string) => `{ "name": "school", "title": "S", ${rest} }`;

/** What stands where, with names that must be offered and some that must not. */
type Position = readonly [what: string, path: string, text: string, offers: readonly string[], not?: readonly string[]];
const POSITIONS: readonly Position[] = [
  ["the file of a menu line", MENU, menu('{ "schema": "|" }'), ["lending/loans", "members/members"]],
  ["the icon of a group", MENU, '{ "groups": [{ "icon": "|" }] }', ["account-book", "tags"]],
  ["the page that a page belongs to", MENU, menu('{ "of": | }'), ["201", "902"]],
  ["a feature", MENU, '{ "features": ["|"] }', ["payments", "invoices"]],
  ["a word of a group", MENU, '{ "groups": [{ "|" }] }', ["icon", "modules"]],
  ["the entity of a page", MODULE, '{ "entity": "|" }', ["Loan", "LoanLine", "Provider"]],
  ["what a page is like", MODULE, page('"like": "|"'), ["lending"]],
  ["a column", MODULE, page('"columns": ["Billid", "|"]'), ["duedate", "deposit", "creator"], ["rate", "BookName"]],
  ["a column that says more", MODULE, page('"columns": [{ "field": "|" }]'), ["duedate", "deposit"], ["rate"]],
  ["a filter", MODULE, page('"filters": [{ "field": "|" }]'), ["Statu", "Provider"]],
  ["a sum", MODULE, page('"footer": { "sums": ["|"] }'), ["deposit", "fine"], ["BookName"]],
  ["an order", MODULE, page('"sort": { "default": ["|"] }'), ["duedate", "-duedate"]],
  ["a button", MODULE, page('"actions": ["|"]'), ["lend", "takeback", "create"], ["pay"]],
  ["the page a button leads to", MODULE, page('"actions": [{ "action": "x", "open": { "module": | } }]'), ["202"]],
  [
    "a field of the page a button leads to",
    MODULE,
    page('"actions": [{ "action": "x", "open": { "module": 202, "action": "create", "on": { "|": "" } } }]'),
    ["FineId", "rate"],
    ["duedate"],
  ],
  [
    "a field of the row a button is on",
    MODULE,
    page('"actions": [{ "action": "x", "open": { "module": 202, "action": "create", "on": { "Billid": "|" } } }]'),
    ["Billid", "duedate"],
    ["rate"],
  ],
  ["a code that a to-do waits at", MODULE, page('"todos": [{ "title": "T", "where": { "in": ["Statu", [|]] } }]'), ["10", "50"]],
  ["a field that a to-do asks for", MODULE, page('"todos": [{ "title": "T", "where": { "lt": ["|"] } }]'), ["duedate", "Statu"], ["rate"]],
  ["the entity of what groups may", MODULE, page('"tree": "|"'), ["Fine", "LoanLine"]],
  ["a template", MODULE, page('"print": ["|"]'), ["loan"]],
  ["a field that a side never gets", MODULE, page('"hide": { "supplier": ["|"] }'), ["deposit"]],
  ["a column of the lines", MODULE, page('"lines": [{ "entity": "LoanLine", "columns": ["|"] }]'), ["BookName"], ["duedate"]],
  ["a key of texts", MODULE, page('"values": { "|": [] }'), ["Statu"]],
  ["a group of fields", ENTITY, entity('"like": ["|"]'), ["base", "party", "document"]],
  ["a list of codes", ENTITY, field('"type": "enum", "enum": "|"'), ["FineState"]],
  ["where a ref leads", ENTITY, field('"type": "ref", "to": "|"'), ["Provider", "Fine"]],
  ["the key of a ref", ENTITY, field('"type": "ref", "to": "Fine", "key": "|"'), ["FineId"], ["duedate"]],
  ["what narrows a choice", ENTITY, field('"type": "ref", "to": "Fine", "on": { "|": "" }'), ["rate"], ["duedate"]],
  ["what a choice is narrowed by", ENTITY, field('"type": "ref", "to": "Fine", "on": { "rate": "|" }'), ["duedate"], ["rate"]],
  ["a condition on rows to choose", ENTITY, field('"type": "ref", "to": "Fine", "where": { "eq": ["|", 1] }'), ["rate"], ["duedate"]],
  ["a code in a condition", ENTITY, field('"type": "ref", "to": "Fine", "where": { "eq": ["stt", "|"] }'), ["open", "waived"]],
  ["a code among several", ENTITY, field('"type": "ref", "to": "Fine", "where": { "nin": ["stt", ["|"]] }'), ["open", "waived"]],
  ["a check", ENTITY, field('"type": "string", "check": "|"'), ["phone", "taxNumber"]],
  [
    "a field of lines that is added up",
    ENTITY,
    field('"type": "money", "derived": { "total": { "of": "LoanLine", "field": "|" } }'),
    ["deposit"],
    ["BookName"],
  ],
  ["a state that is left", ENTITY, transition('"from": [|]'), ["0", "10", "50"]],
  ["a right", ENTITY, transition('"key": "|"'), ["audit", "provconfirm"]],
  ["a message", ENTITY, transition('"guards": [{ "require": { "set": "books" }, "else": "|" }]'), ["NOLINE"]],
  ["a flag", ENTITY, transition('"guards": [{ "when": { "flag": ["|", true] } }]'), ["waiver"]],
  ["a field that is written", ENTITY, effect('{ "set": { "|": 1 } }'), ["returned", "auditor"], ["rate"]],
  ["a code that is written", ENTITY, effect('{ "set": { "Statu": | } }'), ["10", "50"]],
  [
    "a field of another entity's rows",
    ENTITY,
    effect('{ "update": { "entity": "Copy", "match": { "|": 1 } } }'),
    ["CopyId", "lent"],
    ["duedate"],
  ],
  [
    "a field of the lines",
    ENTITY,
    effect('{ "update": { "entity": "Copy", "each": "LoanLine", "match": { "CopyId": { "line": "|" } } } }'),
    ["CopyId", "BookName"],
    ["lent"],
  ],
  [
    "a transition of another entity",
    ENTITY,
    effect('{ "run": { "entity": "Fine", "match": {}, "action": "|" } }'),
    ["pay", "waive"],
    ["lend"],
  ],
  [
    "a field read through a ref",
    ENTITY,
    field('"type": "string", "computed": { "copy": "|" }'),
    ["provid.tel", "provid.Provider"],
    ["tel", "provid", "provid.duedate", "duedate"],
  ],
  ["a field copied through a ref", ENTITY, field('"type": "string", "derived": { "copy": "|" }'), ["provid.tel"], ["tel", "provid"]],
  ["a field proposed through a ref", ENTITY, field('"type": "string", "prefill": "|"'), ["provid.tel"], ["tel", "provid"]],
  [
    "the field of rows that are counted which names this one",
    ENTITY,
    field('"type": "int", "computed": { "count": { "of": "Fine", "on": { "|": "" } } }'),
    ["FineId", "rate"],
    ["duedate"],
  ],
  [
    "the field of this row that counted rows name",
    ENTITY,
    field('"type": "int", "computed": { "count": { "of": "Fine", "on": { "FineId": "|" } } }'),
    ["Billid", "duedate"],
    ["rate"],
  ],
  [
    "a condition on rows that are counted",
    ENTITY,
    field('"type": "int", "computed": { "count": { "of": "Fine", "where": { "eq": ["stt", "|"] } } }'),
    ["open", "waived"],
  ],
  ["a state machine's field", ENTITY, entity('"states": { "|": {} }'), ["Statu"]],
  ["the template's entity", PRINT, '{ "key": "x", "entity": "|" }', ["Loan", "Fine"]],
  ["a field above the table", PRINT, print('"header": ["|"]'), ["duedate"], ["BookName"]],
  ["a printed column", PRINT, print('"columns": [{ "field": "|" }]'), ["BookName", "deposit"], ["duedate"]],
  ["a printed column without lines", PRINT, '{ "entity": "Loan", "columns": [{ "field": "|" }] }', ["duedate"], ["BookName"]],
  ["a flag of a profile", OVERLAY, overlay('"flags": { "|": true }'), ["waiver"]],
  ["a page that is patched", OVERLAY, overlay('"modules": { "|": {} }'), ["201", "202"]],
  ["a column in a patch", OVERLAY, overlay('"modules": { "202": { "columns": { "|": "remove" } } }'), ["FineId", "rate"], ["duedate"]],
  ["an entity that is patched", OVERLAY, overlay('"entities": { "|": {} }'), ["Loan", "Fine"]],
  ["a word in a patch of an entity", OVERLAY, overlay('"entities": { "Loan": { "|": {} } }'), ["save", "sections", "states"], ["tenancy"]],
  [
    "a field in a patch of an entity",
    OVERLAY,
    overlay('"entities": { "Fine": { "fields": { "|": {} } } }'),
    ["FineId", "rate"],
    ["duedate"],
  ],
  [
    "a field of a rule that a patch adds",
    OVERLAY,
    overlay('"entities": { "Fine": { "save": { "rules": { "x": { "add": { "require": { "set": "|" } } } } } } }'),
    ["FineId", "rate"],
    ["duedate"],
  ],
  ["a word in a patch", OVERLAY, overlay('"modules": { "202": { "|": [] } }'), ["columns", "filters", "help"]],
];

/** Pieces that an editor writes at once, with what is to be filled in marked. */
const PIECES: readonly (readonly [what: string, path: string, text: string, label: string])[] = [
  ["column", MODULE, page('"columns": [|]'), "列 · a column with more to say"],
  ["filter", MODULE, page('"filters": [|]'), "筛选：近 31 天 · the last 31 days"],
  ["state", ENTITY, entity('"states": { "Statu": | }'), "状态机 · states and the ways between them"],
  ["guard", ENTITY, transition('"guards": [|]'), "前置条件 · a guard"],
  ["effect", ENTITY, transition('"effects": [|]'), "效果：通知 · a message"],
  ["print block", PRINT, print('"group": |'), "分组 · lines of equal value together"],
  ["printed column", PRINT, print('"columns": [|]'), "打印列 · a printed column"],
  ["menu line", MENU, menu("|"), "菜单行 · a menu line"],
];

describe("an editor offers", () => {
  it.each(POSITIONS.map((each) => [each[0], each] as const))("%s", async (_what, [, path, text, offers, not = []]) => {
    const names = await offered(path, text);
    expect(names).toEqual(expect.arrayContaining([...offers]));
    expect(names.filter((name) => not.includes(name))).toEqual([]);
  });

  it.each(PIECES)("a whole %s", async (_what, path, text, label) => {
    expect(await offered(path, text)).toContain(label);
  });

  it("a name with its title, and a link to the line that declares it", async () => {
    const { document, position } = written(library.dir, MODULE, page('"columns": ["|"]'));
    const list = await service.doComplete(document, position, service.parseJSONDocument(document));
    const told = JSON.stringify(list?.items.find(({ label }) => label === '"deposit"')?.documentation);
    expect(told).toMatch(/押金 · money — \[schemas\/entities\/loan\.json:\d+\]\(file:.*loan\.json#L\d+\)/);
  });

  it("nothing that hinders: a valid file is without complaint, and a name it does not know is no error", async () => {
    const text = page('"like": "lending", "columns": ["Billid", "new"], "filters": [{ "field": "other" }], "actions": ["create"]');
    const { document } = written(library.dir, MODULE, text);
    expect(await service.doValidation(document, service.parseJSONDocument(document))).toEqual([]);
    for (const path of [ENTITY, MODULE, PRINT, OVERLAY, MENU]) {
      const { document } = written(library.dir, path, readFileSync(join(library.dir, path), "utf8"));
      expect([path, await service.doValidation(document, service.parseJSONDocument(document))]).toEqual([path, []]);
    }
  });

  it("nothing against a removal by null, wherever that removes, and marks it where it does not", async () => {
    const complaints = async (patch: string) => {
      const { document } = written(library.dir, OVERLAY, overlay(`"flags": {}, ${patch}`));
      return (await service.doValidation(document, service.parseJSONDocument(document))).map(({ message }) => message);
    };
    const staying = (of: Patched) =>
      Object.entries((patchSchema(of) as { readonly properties: Readonly<Record<string, object>> }).properties).map(
        ([word, schema]) => [word, "x-stays" in schema] as const,
      );
    const words = (of: Patched) => staying(of).flatMap(([word, stays]) => (stays ? [] : [`"${word}": null`]));
    expect(await complaints(`"modules": { "201": { ${words("module").join()} } }`)).toEqual([]);
    expect(await complaints(`"entities": { "Loan": { ${words("entity").join()} } }`)).toEqual([]);
    const kept = staying("entity").flatMap(([word, stays]) => (stays ? [word] : []));
    expect(kept).toEqual(["fields", "opened", "states", "chain", "import"]);
    const inside = [
      '"modules": { "201": { "footer": { "sums": null }, "columns": { "deposit": { "set": { "width": null, "sortable": null } } } } }',
      '"entities": { "Loan": { "fields": { "duedate": { "default": null, "format": null } }, "save": { "create": null } } }',
    ];
    for (const patch of inside) expect([patch, await complaints(patch)]).toEqual([patch, []]);
    const wrong = [
      '"modules": { "201": { "columns": { "deposit": null } } }',
      '"entities": { "Loan": { "fields": { "duedate": null } } }',
      '"modules": { "201": { "columns": { "deposit": { "set": null } } } }',
      ...kept.map((word) => `"entities": { "Loan": { "${word}": null } }`),
    ];
    for (const patch of wrong) expect([patch, await complaints(patch)]).toEqual([patch, [expect.stringMatching(/type/)]]);
  });

  it("the same where a file names its schema itself, as all of the portal's do", async () => {
    expect(await offered(MODULE, page('"$schema": "../../meta/module.schema.json", "columns": ["|"]'))).toContain("duedate");
  });
});

describe("an editor explains", () => {
  const words = propertyWords();
  const definitionOf = ({ file, section }: PropertyWord) => (section === "" ? file : `${file}.${section}`);

  /** What it says at the cursor of a part of a file, with the marks of Markdown taken out. */
  async function explained(definition: string, text: string): Promise<string> {
    const { document, position } = written(library.dir, `explained/${definition}.json`, text);
    const hover = await explainer.doHover(document, position, explainer.parseJSONDocument(document));
    return [hover?.contents ?? ""]
      .flat()
      .map(String)
      .join("\n")
      .replace(/\\([<*])/g, "$1");
  }
  let explainer: LanguageService;
  beforeAll(() => {
    const uri = pathToFileURL(join(library.dir, ".cache/editor/language.schema.json")).href;
    explainer = getLanguageService({
      schemaRequestService: async (asked) => readFileSync(fileURLToPath(asked), "utf8"),
      workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
    });
    const definitions = [...new Set(allWords().map(definitionOf))];
    explainer.configure({
      schemas: definitions.map((name) => ({
        uri: `${uri}.${name}`,
        fileMatch: [`*/explained/${name}.json`],
        schema: { $schema: "http://json-schema.org/draft-07/schema#", $ref: `${uri}#/definitions/${name}` },
      })),
    });
  });

  it("every property in Chinese and English", async () => {
    const silent: string[] = [];
    for (const word of words) {
      const { chain } = chainOf(word.schema, word.file);
      const told = await explained(
        definitionOf(word),
        around(word.name, `"|${word.name.split(".").at(-1)}": ${JSON.stringify(exampleOf(word.schema, word.file))}`),
      );
      const at = chain.findIndex(({ description }) => description !== undefined);
      const home = at === 0 ? word.file : chainOf(word.schema, word.file).file;
      for (const language of ["zh", "en"] as const)
        if (!told.includes(meaning(chain[at] ?? {}, home, language) ?? "?")) silent.push(`${definitionOf(word)} ${word.name}: ${told}`);
    }
    expect(silent).toEqual([]);
    expect(words.length).toBeGreaterThan(300);
  });

  it("every value in Chinese and English, also in lists and maps", async () => {
    const silent: string[] = [];
    let count = 0;
    for (const word of allWords()) {
      const { last } = chainOf(word.schema, word.file);
      for (const value of last.enum ?? []) {
        const told = await explained(definitionOf(word), holding(word, `|${JSON.stringify(value)}`));
        const { en, zh } = valueHelp(last.enum ?? [], value) ?? { en: "?", zh: "?" };
        if (!told.includes(en) || !told.includes(zh)) silent.push(`${definitionOf(word)} ${word.name} ${value}: ${told}`);
        count++;
      }
    }
    expect(silent).toEqual([]);
    expect(count).toBeGreaterThan(150);
  });

  it("a value in a pair, with the settings that it wrote", async () => {
    const text = transition('"guards": [{ "require": { "actor": [|"side", "shop"] }, "else": "NOLINE" }]');
    const { document, position } = written(library.dir, ENTITY, text);
    const hover = await service.doHover(document, position, service.parseJSONDocument(document));
    expect(JSON.stringify(hover?.contents)).toMatch(/操作人的属性.*A property of who acts/s);
  });

  it("every word of a patch in Chinese and English", async () => {
    const silent: string[] = [];
    for (const of of ["module", "entity"] as const) {
      const { properties } = patchSchema(of) as { readonly properties: Readonly<Record<string, unknown>> };
      for (const name of Object.keys(properties)) {
        const patch = of === "module" ? `"modules": { "201": { "|${name}": null } }` : `"entities": { "Loan": { "|${name}": null } }`;
        const { document, position } = written(library.dir, OVERLAY, overlay(patch));
        const hover = await service.doHover(document, position, service.parseJSONDocument(document));
        const told = JSON.stringify(hover?.contents ?? "");
        if (!/[\u4e00-\u9fff]/.test(told) || !/[a-z]{3} [a-z]/.test(told)) silent.push(`${of} ${name}: ${told}`);
      }
    }
    expect(silent).toEqual([]);
  });

  it("what may be named, wherever that does not depend on an entity", async () => {
    const silent: string[] = [];
    let count = 0;
    for (const word of allWords()) {
      const { chain } = chainOf(word.schema, word.file);
      const kind = chain.find((each) => each["x-names"] !== undefined)?.["x-names"];
      if (kind === undefined || OF_ENTITY.includes(kind)) continue;
      const { document, position } = written(
        library.dir,
        `explained/${definitionOf(word)}.json`,
        holding(word, kind === "module" ? "|" : '"|"'),
      );
      const list = await explainer.doComplete(document, position, explainer.parseJSONDocument(document));
      if ((list?.items ?? []).length === 0) silent.push(`${definitionOf(word)} ${word.name}: ${kind}`);
      count++;
    }
    expect(silent).toEqual([]);
    expect(count).toBeGreaterThan(25);
  });
});

/** Names that are of an entity: where they are offered, the positions above show. */
const OF_ENTITY: readonly string[] = ["field", "code", "transition", "action"];

/** The text of a file in which a value stands where the name of its word says, in a list of fixed places behind what comes before. */
function holding({ name, pointer }: PropertyWord, value: string): string {
  const place = Number(/items\/(\d+)$/.exec(pointer)?.[1] ?? 0);
  const listed = `${'"x", '.repeat(place)}${value}`;
  return name.split(".").reduceRight((inner, step) => {
    const key = step.replace(/\[\]$/, "");
    const own = step.endsWith("[]") ? `[${inner}]` : inner;
    return key === "" ? own : `{ "${key === "*" ? "x" : key}": ${own} }`;
  }, listed);
}

/** The text of a file in which a property stands where its name says: `lines[].title` within an object in a list of an object. */
function around(name: string, property: string): string {
  return name
    .split(".")
    .slice(0, -1)
    .reduceRight((inner, step) => {
      if (step === "[]") return `[${inner}]`;
      if (step.endsWith("[]")) return `{ "${step.slice(0, -2)}": [${inner}] }`;
      return `{ "${step === "*" ? "x" : step}": ${inner} }`;
    }, `{ ${property} }`);
}

describe("npm run editor", () => {
  it("leaves the settings of the person as they are", async () => {
    const other = temporaryLibrary();
    try {
      mkdirSync(join(other.dir, ".vscode"));
      const own = { "editor.tabSize": 4, "json.schemas": [{ fileMatch: ["/x.json"], url: "./x.schema.json" }] };
      other.write(".vscode/settings.json", `// mine\n${JSON.stringify(own, null, 2)}\n`);
      for (let time = 0; time < 2; time++) expect(await runScript(editor, "--dir", other.dir)).toMatchObject({ code: 0 });
      const text = readFileSync(join(other.dir, ".vscode/settings.json"), "utf8");
      expect(text).toMatch(/^\/\/ mine/);
      const settings = JSON.parse(text.replace("// mine", "")) as typeof own;
      expect(settings["editor.tabSize"]).toBe(4);
      expect(settings["json.schemas"].map(({ url }) => url).filter((url, index, all) => all.indexOf(url) === index)).toHaveLength(7);
      other.write(".vscode/settings.json", "{ not JSON");
      expect(await runScript(editor, "--dir", other.dir)).toMatchObject({ code: 1, err: expect.stringContaining("is no JSON") });
    } finally {
      other.remove();
    }
  });

  it("keeps the names fresh while somebody edits, and the old ones while a file is no JSON", async () => {
    const other = temporaryLibrary();
    const child = spawn(join(ROOT, "node_modules/.bin/tsx"), ["scripts/editor.ts", "--watch", "--dir", other.dir], { cwd: ROOT });
    try {
      await once(child.stdout, "data");
      const offers = (name: string) => readFileSync(join(other.dir, ".cache/editor/language.schema.json"), "utf8").includes(`"${name}"`);
      const file = join(other.dir, "schemas/entities/book.json");
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.replace('"fields": {', '"fields": { "shelf": { "title": "书架", "type": "string", "length": 9 },'));
      const again = () => {
        // What was written before the watcher began is written once more.
        writeFileSync(file, readFileSync(file, "utf8"));
        return offers("shelf");
      };
      await expect.poll(again, { interval: 500 }).toBe(true);
      writeFileSync(file, "{");
      writeFileSync(join(other.dir, "schemas/entities/copy.json"), readFileSync(join(other.dir, "schemas/entities/copy.json"), "utf8"));
      expect(offers("shelf")).toBe(true);
    } finally {
      child.kill();
      await once(child, "exit");
      other.remove();
    }
  });

  it("says what is wrong with a call", async () => {
    expect(await runScript(editor, "--mistake")).toMatchObject({ code: 2, err: expect.stringContaining("--mistake") });
    expect(await runScript(editor, "--lang", "fr")).toMatchObject({ code: 2, err: expect.stringContaining("--lang is zh or en") });
    expect(await runScript(editor, "--dir", join(library.dir, "schemas/prints"))).toMatchObject({ code: 1 });
    expect(await runScript(editor, "--help", "--lang", "zh")).toMatchObject({ code: 0, out: expect.stringContaining("--dir 目录") });
  });
});
