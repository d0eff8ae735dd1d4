import common from "../../schemas/meta/examples/common.json" with { type: "json" };
import entity from "../../schemas/meta/examples/entity.json" with { type: "json" };
import module from "../../schemas/meta/examples/module.json" with { type: "json" };
import overlay from "../../schemas/meta/examples/overlay.json" with { type: "json" };
import print from "../../schemas/meta/examples/print.json" with { type: "json" };
import registry from "../../schemas/meta/examples/registry.json" with { type: "json" };
import shared from "../../schemas/meta/examples/shared.json" with { type: "json" };
import snippets from "../../schemas/meta/snippets.json" with { type: "json" };
import values from "../../schemas/meta/values.json" with { type: "json" };
import { DESCRIPTIONS_ZH } from "../../src/shared/registry/problem-texts/descriptions.ts";
import type { Language } from "../../src/shared/registry/problem-texts/translate.ts";
import { allWords, chainOf, isPair, type PropertyWord, type Schema } from "./words.ts";

/** By file, by definition (empty: the file itself), by the name of the property in the reference; the empty name is the definition as a whole. */
type Examples = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

const EXAMPLES: Examples = {
  common,
  entity,
  module,
  overlay,
  print,
  registry,
  shared,
};

/** All examples that are written down, by file, definition and name. */
export const WRITTEN_EXAMPLES: Examples = EXAMPLES;

const words = new Map<Schema, PropertyWord>(allWords().map((word) => [word.schema, word]));

/**
 * An example of what a word holds: the one written for it, else its first value, else one put together of what it consists of;
 * undefined: nobody has written one.
 */
export function exampleOf(schema: Schema, home: string, depth = 0): unknown {
  if (depth > 8) return undefined;
  const word = words.get(schema);
  const written = word && EXAMPLES[word.file]?.[word.section]?.[word.name];
  if (written !== undefined) return written;
  if (schema.enum) return schema.enum[0];
  const { chain, last, file } = chainOf(schema, home);
  if (schema.$ref !== undefined) {
    const section = chain.at(-2)?.$ref?.split("/").at(-1) ?? "";
    return EXAMPLES[file]?.[section]?.[""] ?? exampleOf(last, file, depth + 1);
  }
  const [type] = [schema.type].flat();
  if (type === "boolean") return true;
  if (isPair(schema.items)) return whole(schema.items.map((item) => exampleOf(item, home, depth + 1)));
  if (type === "array" && schema.items) return whole([exampleOf(schema.items as Schema, home, depth + 1)]);
  if (type !== "object") return undefined;
  const names = schema.required ?? Object.keys(schema.properties ?? {}).slice(0, 1);
  const made = names.map((name) => [name, exampleOf(schema.properties?.[name] ?? {}, home, depth + 1)] as const);
  return made.length > 0 && made.every(([, value]) => value !== undefined) ? Object.fromEntries(made) : undefined;
}

const whole = (list: readonly unknown[]) => (list.includes(undefined) ? undefined : list);

/** What a value of a list means, in English and Chinese; undefined: nobody has written it. A list is told by the first group that has all of it. */
export function valueHelp(list: readonly unknown[], value: unknown): Readonly<Record<Language, string>> | undefined {
  const names = list.map(String);
  const group = Object.values(values as Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>).find((each) =>
    names.every((name) => each[name] !== undefined),
  );
  const [en, zh] = group?.[String(value)] ?? [];
  return en !== undefined && zh !== undefined ? { en, zh } : undefined;
}

/** A piece of a file that an editor offers to write: what is to be filled in stands as ${1:…}. */
export interface Snippet {
  readonly label: string;
  readonly body: unknown;
}

const SNIPPETS = snippets as Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, readonly Snippet[]>>>>>>;
/** Of a property or, with the name empty, of a definition. */
export const WRITTEN_SNIPPETS = SNIPPETS;

/** The pieces an editor offers for a property: its own, else those of what it refers to. */
export function snippetsOf(schema: Schema, home: string): readonly Snippet[] | undefined {
  const word = words.get(schema);
  const own = word && SNIPPETS[word.file]?.[word.section]?.[word.name];
  if (own) return own;
  const { "x-word-of": whole, "x-words": counted = [] } = schema;
  // Where only some words of a definition stand, its pieces that consist of these.
  if (whole !== undefined)
    return snippetsOf({ $ref: whole }, home)?.filter(({ body }) => Object.keys(body as object).every((word) => counted.includes(word)));
  if (schema.$ref === undefined) return undefined;
  const { chain, file } = chainOf(schema, home);
  return SNIPPETS[file]?.[chain.at(-2)?.$ref?.split("/").at(-1) ?? ""]?.[""];
}

/** What a word means, in a language; undefined: it says nothing of itself. */
export function meaning(schema: Schema, home: string, language: Language): string | undefined {
  const { description } = schema;
  if (description === undefined || language !== "zh") return description;
  // A patch is put together of words of several files.
  const others = Object.values(DESCRIPTIONS_ZH).find((each) => each[description] !== undefined);
  return DESCRIPTIONS_ZH[home]?.[description] ?? others?.[description] ?? description;
}
