import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, it } from "vitest";
import { exampleOf, snippetsOf, valueHelp, WRITTEN_EXAMPLES, WRITTEN_SNIPPETS } from "../../scripts/language/help.ts";
import { allWords, type PropertyWord, propertyWords, SCHEMAS } from "../../scripts/language/words.ts";
import { ANNOTATIONS } from "../../src/shared/registry/word.ts";

const words = propertyWords();
const nameOf = ({ file, section, name }: PropertyWord) => `${file} ${section} ${name}`;

const ajv = new Ajv({ allErrors: true, strict: false, schemas: Object.values(SCHEMAS) });
for (const keyword of ANNOTATIONS) ajv.addKeyword(keyword);
/** What is wrong with a value as this part of a schema; empty: nothing. */
function wrong(file: string, pointer: string, value: unknown): string {
  const check = ajv.getSchema(`${file}.schema.json${pointer}`) as ValidateFunction;
  return check(value) ? "" : `${file}${pointer} ${JSON.stringify(value)}: ${ajv.errorsText(check.errors)}`;
}

/** Everything that is written beside the meta-schemas, by file, definition and property. */
const named = (all: object) =>
  Object.entries(all as Readonly<Record<string, Readonly<Record<string, object>>>>).flatMap(([file, sections]) =>
    Object.entries(sections).flatMap(([section, names]) =>
      Object.entries(names as Readonly<Record<string, unknown>>).map(([name, value]) => ({ file, section, name, value })),
    ),
  );

describe("every property of the language", () => {
  it("has an example that fits it: schemas/meta/examples", () => {
    const examples = words.map((word) => ({ word, example: exampleOf(word.schema, word.file) }));
    expect(examples.filter(({ example }) => example === undefined).map(({ word }) => nameOf(word))).toEqual([]);
    expect(examples.map(({ word, example }) => wrong(word.file, word.pointer, example)).filter((text) => text !== "")).toEqual([]);
  });

  it("has a meaning of its own or of what it refers to", () => {
    expect(words.filter(({ schema }) => schema.description === undefined && schema.$ref === undefined).map(nameOf)).toEqual([]);
  });

  it("has all its values explained in both languages: schemas/meta/values.json", () => {
    const lists = [...words, ...allWords()].flatMap(({ schema }) => (schema.enum ? [schema.enum] : []));
    const definitions = Object.values(SCHEMAS).flatMap(({ definitions: all = {} }) =>
      Object.values(all).flatMap((one) => (one.enum ? [one.enum] : [])),
    );
    const unexplained = [...lists, ...definitions].flatMap((list) => list.filter((value) => valueHelp(list, value) === undefined));
    expect(unexplained).toEqual([]);
  });
});

describe("what is written beside the meta-schemas", () => {
  it.each([
    ["examples", WRITTEN_EXAMPLES],
    ["snippets", WRITTEN_SNIPPETS],
  ])("belongs to a word: %s", (_what, all) => {
    const known = new Set([
      ...allWords().map(nameOf),
      ...Object.entries(SCHEMAS).flatMap(([file, { definitions = {} }]) =>
        Object.keys(definitions).map((section) => `${file} ${section} `),
      ),
    ]);
    expect(
      named(all)
        .map((each) => `${each.file} ${each.section} ${each.name}`)
        .filter((name) => !known.has(name)),
    ).toEqual([]);
  });

  it("is an example or a piece of the shape that stands there", () => {
    const problems = named(WRITTEN_EXAMPLES)
      .filter(({ name }) => name === "")
      .map(({ file, section, value }) => wrong(file, `#/definitions/${section}`, value));
    expect(problems.filter((text) => text !== "")).toEqual([]);
    const pieces = allWords().flatMap((word) => (snippetsOf(word.schema, word.file) ?? []).map((snippet) => ({ word, snippet })));
    expect(pieces.length).toBeGreaterThan(20);
    expect(pieces.map(({ word, snippet }) => wrong(word.file, word.pointer, filled(snippet.body))).filter((text) => text !== "")).toEqual(
      [],
    );
  });
});

/** A snippet as it is left by somebody who fills in nothing but names. */
function filled(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(filled);
  if (typeof body === "object" && body !== null)
    return Object.fromEntries(Object.entries(body).map(([key, value]) => [String(filled(key)), filled(value)]));
  if (typeof body !== "string") return body;
  const text = body.replace(/\$\{\d+:([^}]*)\}/g, "$1").replace(/\$\d+/g, body.startsWith("^") ? "1" : "Name");
  return body.startsWith("^") ? (/^\^-?\d+$/.test(text) ? Number(text.slice(1)) : text.slice(1)) : text;
}
