import { META_SCHEMAS } from "./meta-schemas.ts";
import { ANNOTATIONS, resolve, type Schema, type Word, wordOf } from "./word.ts";

/** The kinds of files that overlays patch. */
export type Patched = "entity" | "module";

/*
 * What an overlay may say of a file follows from what the file may say (docs/decisions/75): every word may be left out, or be null where
 * that removes it (`x-removes` at the object around, unless it says `x-stays`), a list of named things (`x-by`) becomes an object with an entry for each name, and what is the same in every profile (`x-same`) is no word at all.
 * No word of a patch is written twice, so that a property the language gets later can be patched as soon as it is there.
 */

interface Found extends Schema {
  readonly title?: string;
  readonly required?: readonly string[];
  readonly propertyNames?: object;
}

const made = new Map<Patched, object>();

/** The JSON Schema of a patch of a file of this kind; removals by null are taken out before a patch is held against it. */
export function patchSchema(kind: Patched): object {
  const known = made.get(kind) ?? { $id: patchId(kind), ...patchOf(META_SCHEMAS[kind] as Found, `${kind}.schema.json`) };
  made.set(kind, known);
  return known;
}

/** The word that a patch of such a file is: names in it are found, checked and renamed as in the file itself. */
export function wordOfPatch(kind: Patched): Word {
  return wordOf(patchSchema(kind) as Schema, patchId(kind));
}

const patchId = (kind: Patched) => `${kind}-patch.schema.json`;

/** @param outside the ways to an entity that lead out of an entry, whose own key names it */
function patchOf(schema: Found, home: string, outside?: string): Found {
  const [word, target, file] = [wordOf(schema, home), ...followed(schema, home)];
  if (word.by !== undefined) return listOf(word.by, schema, target, file);
  if (word.isAtomic) return absolute(schema, home, outside) as Found;
  const { properties, additionalProperties, propertyNames } = target;
  const stays = hasToStay(word) ? { "x-stays": true } : {};
  const said: object = { ...annotations(schema, target, outside), ...stays, type: "object" };
  if (properties === undefined) {
    const entry = patchOf(additionalProperties as Found, file);
    // Which states there are, the machines say, not all fields.
    const names = word.at("")?.has("transitions") ? { "x-by": "self" } : {};
    // Fields, machines and transitions are there in every profile.
    const removes = isOwnersToSay(word, "") ? {} : { "x-removes": true };
    return { ...said, ...removes, ...names, ...(propertyNames ? { propertyNames } : {}), additionalProperties: entry } as Found;
  }
  const words = Object.entries(properties).filter(([name]) => name !== "$schema");
  const free = words.filter(([, each]) => wordOf(each, file).same === undefined);
  const same = words.flatMap(([name, each]) => {
    const why = wordOf(each, file).same;
    return why === undefined ? [] : [[name, why]];
  });
  return {
    ...said,
    "x-removes": true,
    additionalProperties: false,
    properties: Object.fromEntries(free.map(([name, each]) => [name, patchOf(each as Found, file, outside)])),
    ...(same.length > 0 ? { "x-kept": Object.fromEntries(same) } : {}),
  } as Found;
}

/** Fields, machines and transitions: a profile changes them and adds none, nor takes one away. */
export function isOwnersToSay(word: Word, key: string): boolean {
  return (word.declares && word.keys !== undefined) || (word.keys === "field" && word.at(key)?.has("transitions") === true);
}

/** What no overlay takes away: what must say something that is the same in every profile, and all fields, machines or transitions. */
export function hasToStay(word: Word): boolean {
  return word.hasToBe || isOwnersToSay(word, "");
}

/** A list of named things: each name with what becomes of the thing. */
function listOf(by: readonly string[], schema: Found, list: Found, file: string): Found {
  const items = list.items as Found;
  const [item, home] = followed(items, file);
  const said = annotations(schema, list);
  if (by[0] === "self") return { ...said, ...namesOf(items, file), type: "object", additionalProperties: entryOf({}) } as Found;
  const key = by.at(-1) ?? "";
  const naming = item.properties?.[key] as Found;
  // The entity of an entry of an entity's name is that one.
  const outside = wordOf(naming, home).names === "entity" ? key : undefined;
  // Of several, an entry that says the last is called by the first.
  const others = Object.entries(item.properties ?? {}).filter(([name]) => name !== by[0]);
  const whole = Object.fromEntries(others.map(([name, each]) => [name, absolute(each, home, outside)]));
  const required = (item.required ?? []).filter((name) => name !== key);
  const part = patchOf({ ...item, type: "object", properties: Object.fromEntries(others) } as Found, home, outside);
  const isName = [item.type].flat().includes("string");
  const thing = {
    type: isName ? ["boolean", "object"] : "object",
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    properties: whole,
  };
  const names = wordOf(naming, home).form === undefined ? namesOf(naming, home) : {};
  return {
    ...said,
    ...names,
    type: "object",
    additionalProperties: entryOf({ set: part, replace: { ...thing, type: "object" }, add: thing }),
  } as Found;
}

/** What becomes of one named thing. */
function entryOf(words: object): object {
  return {
    description: 'What becomes of one: "add", "remove", or an object with one of set, add and replace, and its place by before or after.',
    type: ["string", "object"],
    pattern: "^(add|remove)$",
    additionalProperties: false,
    minProperties: 1,
    properties: { add: { type: "boolean" }, ...words, before: { type: "string" }, after: { type: "string" } },
  };
}

/** What the names of a list name. They are marked with `x-by`: whether they are there is asked of the list, not of all names of the kind. */
function namesOf(naming: Found, file: string): object {
  const { names } = wordOf(naming, file);
  return { "x-by": "self", ...(names === undefined ? {} : { "x-keys": names }) };
}

/** Where a `$ref` leads in the end. */
function followed(schema: Found, home: string): [Found, string] {
  let [target, file] = [schema, home];
  while (target.$ref !== undefined) [target, file] = resolve(target.$ref, file) as [Found, string];
  return [target, file];
}

/** What the schema says of meaning; names that it declares are named here. */
function annotations(schema: Found, target: Found, outside?: string): object {
  const said = { ...target, ...schema } as Readonly<Record<string, unknown>>;
  const kept = ANNOTATIONS.filter((name) => name in said && !["x-by", "x-same", "x-declares", "x-names"].includes(name));
  const declared = said["x-declares"];
  return {
    ...(typeof said.description === "string" ? { description: said.description } : {}),
    ...Object.fromEntries(kept.filter((name) => !(name === "x-of" && said[name] === outside)).map((name) => [name, said[name]])),
    ...(declared === undefined ? {} : { "x-keys": declared }),
  };
}

/** The schema with references that hold in any file. */
function absolute(value: unknown, home: string, outside?: string): unknown {
  if (Array.isArray(value)) return value.map((each) => absolute(each, home, outside));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key === "x-of" && outside !== undefined && inner === outside) return [];
      if (key === "title" && typeof inner === "string") return [];
      if (key === "$ref") return [[key, String(inner).startsWith("#") ? `${home}${String(inner)}` : inner]];
      return [[key, absolute(inner, home, outside)]];
    }),
  );
}
