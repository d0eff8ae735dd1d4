import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getLanguageService, type LanguageService, type SchemaConfiguration, TextDocument } from "vscode-json-languageservice";
import { editor } from "../../scripts/editor.ts";
import { type TemporaryRegistry, temporaryLibrary } from "../schemas/temporary-registry.ts";
import { runScript } from "./run-script.ts";

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

async function hovered(path: string, text: string): Promise<string> {
  const { document, position } = written(library.dir, path, text);
  const hover = await service.doHover(document, position, service.parseJSONDocument(document));
  return [hover?.contents ?? ""].flat().map(String).join("\n");
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
const overlay = (rest: string) => `{ "profile": "school", "title": "S", ${rest} }`;

/** What stands where, with names that must be offered and some that must not. */
type Position = readonly [what: string, path: string, text: string, offers: readonly string[], not?: readonly string[]];
const POSITIONS: readonly Position[] = [
  ["the file of a menu line", MENU, menu('{ "schema": "|" }'), ["lending/loans", "members/members"]],
  ["the icon of a menu line", MENU, menu('{ "icon": "|" }'), ["account-book", "tags"]],
  ["the page that a page belongs to", MENU, menu('{ "of": | }'), ["201", "902"]],
  ["a feature", MENU, '{ "features": ["|"] }', ["payments", "invoices"]],
  ["a word of a group", MENU, '{ "groups": [{ "|" }] }', ["alwaysShow", "modules"]],
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
    page('"actions": [{ "action": "x", "open": { "module": 202, "page": "create", "with": { "|": "" } } }]'),
    ["FineId", "rate"],
    ["duedate"],
  ],
  [
    "a field of the row a button is on",
    MODULE,
    page('"actions": [{ "action": "x", "open": { "module": 202, "page": "create", "with": { "Billid": "|" } } }]'),
    ["Billid", "duedate"],
    ["rate"],
  ],
  [
    "a code that a to-do waits at",
    MODULE,
    page('"todos": [{ "title": "T", "filters": [{ "field": "Statu", "value": [|] }] }]'),
    ["10", "50"],
  ],
  ["a template", MODULE, page('"print": ["|"]'), ["loan"]],
  ["a field that a side never gets", MODULE, page('"permissions": { "supplier": { "hide": ["|"] } }'), ["deposit"]],
  ["a column of the lines", MODULE, page('"show": { "lines": [{ "entity": "LoanLine", "columns": ["|"] }] }'), ["BookName"], ["duedate"]],
  ["a key of texts", MODULE, page('"labels": { "|": [] }'), ["Statu"]],
  ["a group of fields", ENTITY, entity('"mixins": ["|"]'), ["base", "party", "document"]],
  ["a list of codes", ENTITY, field('"type": "enum", "enum": "|"'), ["FineState"]],
  ["where a ref leads", ENTITY, field('"type": "ref", "to": "|"'), ["Provider", "Fine"]],
  ["the key of a ref", ENTITY, field('"type": "ref", "to": "Fine", "key": "|"'), ["FineId"], ["duedate"]],
  ["what narrows a choice", ENTITY, field('"type": "ref", "to": "Fine", "narrow": { "|": "" }'), ["rate"], ["duedate"]],
  ["what a choice is narrowed by", ENTITY, field('"type": "ref", "to": "Fine", "narrow": { "rate": "|" }'), ["duedate"], ["rate"]],
  ["a condition on rows to choose", ENTITY, field('"type": "ref", "to": "Fine", "choices": { "eq": ["|", 1] }'), ["rate"], ["duedate"]],
  ["a code in a condition", ENTITY, field('"type": "ref", "to": "Fine", "choices": { "eq": ["stt", "|"] }'), ["open", "waived"]],
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
  ["a flag", ENTITY, transition('"guards": [{ "if": { "flag": ["|", true] } }]'), ["waiver"]],
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
    effect('{ "run": { "entity": "Fine", "match": {}, "transition": "|" } }'),
    ["pay", "waive"],
    ["lend"],
  ],
  [
    "a field read through a ref",
    ENTITY,
    entity('"fields": { "x": { "computed": { "lookup": { "via": "provid", "field": "|" } } } }'),
    ["tel"],
    ["duedate"],
  ],
  ["a state machine's field", ENTITY, entity('"states": { "|": {} }'), ["Statu"]],
  ["the template's entity", PRINT, '{ "key": "x", "entity": "|" }', ["Loan", "Fine"]],
  ["a field above the table", PRINT, print('"header": ["|"]'), ["duedate"], ["BookName"]],
  ["a printed column", PRINT, print('"columns": [{ "field": "|" }]'), ["BookName", "deposit"], ["duedate"]],
  ["a printed column without lines", PRINT, '{ "entity": "Loan", "columns": [{ "field": "|" }] }', ["duedate"], ["BookName"]],
  ["a flag of a profile", OVERLAY, overlay('"flags": { "|": true }'), ["waiver"]],
  ["a page that is patched", OVERLAY, overlay('"modules": { "|": {} }'), ["201", "202"]],
  ["a column in a patch", OVERLAY, overlay('"modules": { "202": { "columns": ["|"] } }'), ["FineId", "rate"], ["duedate"]],
  ["a word in a patch", OVERLAY, overlay('"modules": { "202": { "|": [] } }'), ["columns", "filters", "help"]],
];

describe("an editor offers", () => {
  it.each(POSITIONS.map((each) => [each[0], each] as const))("%s", async (_what, [, path, text, offers, not = []]) => {
    const names = await offered(path, text);
    expect(names).toEqual(expect.arrayContaining([...offers]));
    expect(names.filter((name) => not.includes(name))).toEqual([]);
  });
});
