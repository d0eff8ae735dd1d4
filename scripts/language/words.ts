import { COMMON_SCHEMA, META_SCHEMAS } from "../../src/shared/registry/meta-schemas.ts";
import type { NameKind } from "../../src/shared/registry/word.ts";

/** A JSON Schema of schemas/meta, as far as tools look at it. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | readonly Schema[];
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly "x-names"?: NameKind;
  readonly "x-declares"?: NameKind;
  readonly "x-keys"?: NameKind;
  readonly "x-of"?: string | readonly string[];
  readonly "x-form"?: string;
  readonly "x-fits"?: string;
  /** Which words of a definition stand here, and the reference to it. */
  readonly "x-words"?: readonly string[];
  readonly "x-word-of"?: string;
}

/** The schemas by the name of their file, without .schema.json. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  ...(META_SCHEMAS as Readonly<Record<string, Schema>>),
  common: COMMON_SCHEMA as Schema,
};

/** A property of a file or of a definition, by the name that the reference calls it by. */
export interface PropertyWord {
  /** Name of the schema's file. */
  readonly file: string;
  /** Name of the definition it stands in; empty: the file itself. */
  readonly section: string;
  /** E.g. `lines[].columns`; `*` is any entry of a map. */
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  /** Of its schema within the file's. */
  readonly pointer: string;
}

/** Every property of the language but `$schema`, in the order of the files. */
export const propertyWords = (): readonly PropertyWord[] => allWords().filter(({ name }) => !/(\[\]|\*)$/.test(name));

/** The same with what stands in lists (`columns[]`) and maps (`states.*`). */
export function allWords(): readonly PropertyWord[] {
  return Object.entries(SCHEMAS).flatMap(([file, schema]) => [
    ...below(schema, { file, section: "", prefix: "", pointer: "#" }),
    ...Object.entries(schema.definitions ?? {}).flatMap(([section, part]) =>
      below(part, { file, section, prefix: "", pointer: `#/definitions/${section}` }),
    ),
  ]);
}

interface Spot {
  readonly file: string;
  readonly section: string;
  readonly prefix: string;
  readonly pointer: string;
}

function below(schema: Schema, at: Spot): PropertyWord[] {
  // A part of a definition is told there.
  if (schema["x-word-of"] !== undefined) return [];
  const { prefix, pointer } = at;
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, property]): PropertyWord[] => {
    const name = prefix + key;
    const spot = { ...at, pointer: `${pointer}/properties/${key}` };
    const { file, section } = at;
    const word = { file, section, name, schema: property, isRequired: schema.required?.includes(key) ?? false, pointer: spot.pointer };
    return key === "$schema" ? [] : [word, ...below(property, { ...spot, prefix: `${name}.` })];
  });
  const { additionalProperties: more, items } = schema;
  const part = (one: Schema, name: string, way: string): PropertyWord[] => {
    const spot = { ...at, prefix: `${name}.`, pointer: `${pointer}/${way}` };
    return [{ file: at.file, section: at.section, name, schema: one, isRequired: false, pointer: spot.pointer }, ...below(one, spot)];
  };
  const list = `${prefix.replace(/\.$/, "")}[]`;
  const entries = typeof more === "object" ? part(more, `${prefix}*`, "additionalProperties") : [];
  const single = items && !isPair(items) ? part(items, list, "items") : [];
  return [...own, ...entries, ...single, ...(isPair(items) ? items.flatMap((item, index) => part(item, list, `items/${index}`)) : [])];
}

/** Whether the items of a list are told one by one. */
export function isPair(items: Schema["items"]): items is readonly Schema[] {
  return Array.isArray(items);
}

/** What a `$ref` leads to, with the file and the definition it is. */
export function resolveRef(ref: string, home: string): { readonly schema: Schema; readonly file: string; readonly section: string } {
  const [path = "", pointer = ""] = ref.split("#");
  const file = path === "" ? home : path.replace(/\.schema\.json$/, "");
  const section = pointer.replace("/definitions/", "");
  const schema = SCHEMAS[file]?.definitions?.[section];
  if (!schema) throw new Error(`${home}: nothing stands at ${ref}`);
  return { schema, file, section };
}

/** A schema with those that its `$ref` leads to, one after the other, and the file of the last. */
export function chainOf(schema: Schema, home: string): { readonly chain: readonly Schema[]; readonly last: Schema; readonly file: string } {
  const chain = [schema];
  let [last, file] = [schema, home];
  while (last.$ref !== undefined) {
    ({ schema: last, file } = resolveRef(last.$ref, file));
    chain.push(last);
  }
  return { chain, last, file };
}
