import { Ajv } from "ajv";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkSchemas } from "../../scripts/check-schemas.ts";
import { RULES } from "../../src/shared/registry/checks/index.ts";
import { runScript } from "../project/run-script.ts";
import { type TemporaryRegistry, temporaryLibrary } from "./temporary-registry.ts";

/** What SARIF 2.1.0 asks of the properties that a log of ours has (OASIS, sarif-schema-2.1.0.json); nothing else may stand there. */
const SARIF = (() => {
  const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
    type: "object",
    additionalProperties: false,
    required,
    properties,
  });
  const list = (items: object) => ({ type: "array", minItems: 0, items });
  const text = { type: "string" };
  const level = { type: "string", enum: ["none", "note", "warning", "error"] };
  const message = object({ text });
  const one = { type: "integer", minimum: 1 };
  const rule = object({ id: text, defaultConfiguration: object({ level }), help: message });
  const place = object({
    physicalLocation: object({
      artifactLocation: object({ uri: { type: "string", pattern: "^[^\\s\\\\]+$" } }),
      region: object({ startLine: one, startColumn: one }),
    }),
    logicalLocations: list(object({ fullyQualifiedName: text })),
  });
  const result = object({ ruleId: text, ruleIndex: { type: "integer", minimum: -1 }, level, message, locations: list(place) });
  const run = object({
    tool: object({ driver: object({ name: text, rules: list(rule) }) }),
    columnKind: { type: "string", enum: ["utf16CodeUnits", "unicodeCodePoints"] },
    results: list(result),
  });
  return new Ajv({ strict: true }).compile(object({ $schema: text, version: { type: "string", enum: ["2.1.0"] }, runs: list(run) }));
})();

let registry: TemporaryRegistry;
beforeEach(() => {
  registry = temporaryLibrary();
  registry.write(
    "schemas/shared/messages.json",
    '{ "$schema": "../meta/shared.schema.json",\n "messages": { "SPARE": "100%, nobody: says it", "NOLINE": "没有" } }',
  );
});
afterEach(() => registry.remove());

const run = async (...args: string[]) => runScript(checkSchemas, "--dir", registry.dir, ...args);
const spoil = () => registry.write("schemas/overlays/school.json", "{");

it("a warning is told, justified in the file, and no failure", async () => {
  const { code, out } = await run("--lang", "en");
  expect([code, out.split("\n")[0]]).toEqual([
    0,
    "schemas/shared/messages.json:2:16 /messages/SPARE no guard answers with this message [warning idle-names] (leave it out)",
  ]);
  expect(out).toMatch(/2 profiles, 1 warning$/m);
});

it("JSON has every part of a problem, in the language asked for", async () => {
  spoil();
  const { code, out } = await run("--format", "json", "--lang", "zh");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    problems: [
      {
        file: "schemas/overlays/school.json",
        line: 1,
        column: 2,
        pointer: "",
        message: "语法错误：缺少右花括号 }",
        rule: "json-syntax",
        level: "error",
      },
    ],
  });
});

it("annotations of a workflow have file, line and rule, and nothing that ends them early", async () => {
  const { code, out } = await run("--format", "github", "--lang", "en");
  expect(code).toBe(0);
  expect(out.trim()).toMatch(
    /^::warning file=[^:,]+messages\.json,line=2,col=16,title=idle-names::no guard answers with this message \(leave it out\)$/,
  );
});

it("SARIF has its shape, every rule, and results that name theirs", async () => {
  spoil();
  const log = JSON.parse((await run("--format", "sarif", "--lang", "en")).out);
  expect(SARIF(log) || SARIF.errors).toBe(true);
  const [{ tool, results }] = log.runs;
  const ids: string[] = tool.driver.rules.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining(RULES.map(({ id }) => id)));
  expect(new Set(ids).size).toBe(ids.length);
  expect(results).toMatchObject([{ ruleId: "json-syntax", level: "error", ruleIndex: ids.indexOf("json-syntax") }]);
});

it("a valid registry is an empty list in each", async () => {
  registry.write("schemas/shared/messages.json", '{ "$schema": "../meta/shared.schema.json", "messages": { "NOLINE": "没有" } }');
  expect(JSON.parse((await run("--format", "json")).out)).toEqual({ problems: [] });
  expect((await run("--format", "github")).out.trim()).toBe("");
  expect(JSON.parse((await run("--format", "sarif")).out).runs[0].results).toEqual([]);
});

it("another format is a wrong call", async () => {
  expect(await run("--format", "xml", "--lang", "en")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--format is text, json, github, sarif"),
  });
});
