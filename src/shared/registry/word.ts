import { FILE_KINDS, type FileKind } from "./classify.ts";
import { COMMON_SCHEMA, META_SCHEMAS } from "./meta-schemas.ts";

/*
 * Long on purpose: every annotation of the meta-schemas with its values, beside the one reader of them, so that a new one is added here.
 */

/** What a text of the files can name. */
export type NameKind =
  | "action"
  | "archetype"
  | "check"
  | "choice"
  | "code"
  | "effect"
  | "entity"
  | "enum"
  | "feature"
  | "field"
  | "flag"
  | "functionKey"
  | "icon"
  | "inquiry"
  | "offer"
  | "job"
  | "message"
  | "mixin"
  | "module"
  | "moduleFile"
  | "override"
  | "profile"
  | "reminder"
  | "setting"
  | "template"
  | "transition";

/** What an object of the files can be, where checks ask for all of them. */
export type PartKind = "condition" | "effect" | "value";

/**
 * Where a condition is asked. acting: a user acts on or looks at one row; rows: it chooses rows or values in a query;
 * form: it is asked while a form is filled, here and in the browser; database: the database itself keeps it; person: it
 * is about the user alone, before any row is looked at; profile: it is about a whole shop, by its flags; list: a list is filtered by it.
 */
export type Setting = "acting" | "rows" | "form" | "database" | "person" | "profile" | "list";

/**
 * How a text holds the names. order: a leading - is no part of it; alias: `alias.name` of a joined entity; path: a field, and after a
 * dot what of it; text: a text with names in {}; capitals: only a text of capitals is a name.
 */
export type Form = "order" | "alias" | "path" | "text" | "capitals";

/** What a named field must hold: texts for its codes, a number, a day. */
export type Fit = "codes" | "number" | "day";

/** The type of the field that is computed in a way; number: any that can be added up. */
export type Makes = "string" | "int" | "bool" | "number";

/** The annotations of the meta-schemas, for the vocabulary of a JSON Schema validator (their meaning: schemas/meta/README.md). */
export const ANNOTATIONS = [
  "x-names",
  "x-declares",
  "x-keys",
  "x-is",
  "x-of",
  "x-as",
  "x-form",
  "x-setting",
  "x-fits",
  "x-makes",
  "x-after-reading",
  "x-by",
  "x-same",
  "x-words",
] as const;

/** Why a word is the same in every profile: it says how rows are stored, who reaches them, or what a value or an action means. */
export type Sameness = "stored" | "reach" | "meaning";

/** What this program reads of a JSON Schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly items?: Schema | readonly Schema[];
  readonly "x-names"?: NameKind;
  readonly "x-declares"?: NameKind;
  readonly "x-keys"?: NameKind;
  readonly "x-is"?: PartKind;
  readonly "x-of"?: string | readonly string[];
  readonly "x-as"?: string;
  readonly "x-form"?: Form;
  readonly "x-setting"?: Setting;
  readonly "x-fits"?: Fit;
  readonly "x-makes"?: Makes;
  readonly "x-after-reading"?: boolean;
  readonly "x-by"?: string | readonly string[];
  readonly "x-same"?: Sameness;
}

/** A word of the language: a schema with what it says of the meaning. What stands beside a `$ref` goes before what is referred to. */
export class Word {
  /** What a text here names, or the property names of an object. */
  readonly names: NameKind | undefined;
  readonly keys: NameKind | undefined;
  /** Whether those names are declared here. */
  readonly declares: boolean;
  readonly is: PartKind | undefined;
  /** The entity at hand from here down: ways to it, the first that leads anywhere. */
  readonly of: readonly (readonly string[])[] | undefined;
  /** What the names from here down are used as. */
  readonly as: string | undefined;
  readonly form: Form | undefined;
  readonly setting: Setting | undefined;
  /** What the field that is named here must hold. */
  readonly fits: Fit | undefined;
  /** Of a way to compute a field: the type of what comes out; undefined: any. */
  readonly makes: Makes | undefined;
  /** Of a way to compute a field: only for the one who looks, so that no query can filter, sort or sum by it. */
  readonly isAfterReading: boolean;
  /** Of a list of named things: the property that names one, the first that it has; `self`: they are names themselves. */
  readonly by: readonly string[] | undefined;
  /** Why no overlay may say it; undefined: one may. */
  readonly same: Sameness | undefined;
  readonly description: string | undefined;
  /** What two words have in common that refer to the same definition. */
  readonly home: object;
  private readonly target: Schema;
  private readonly file: string;
  private readonly inner = new Map<string | number, Word | null>();

  constructor(schema: Schema, file: string) {
    let [target, home] = [schema, file];
    const chain = [schema];
    while (target.$ref !== undefined) {
      [target, home] = resolve(target.$ref, home);
      chain.push(target);
    }
    const said = <K extends keyof Schema>(key: K): Schema[K] | undefined => chain.find((each) => each[key] !== undefined)?.[key];
    const declared = said("x-declares");
    const isMap = target.type === "object";
    this.names = isMap ? undefined : (declared ?? said("x-names"));
    this.keys = isMap ? (declared ?? said("x-keys")) : undefined;
    this.declares = declared !== undefined;
    this.is = said("x-is");
    const of = said("x-of");
    this.of = of === undefined ? undefined : [of].flat().map((way) => String(way).split("."));
    this.as = said("x-as");
    this.form = said("x-form");
    this.setting = said("x-setting");
    this.fits = said("x-fits");
    this.makes = said("x-makes");
    this.isAfterReading = said("x-after-reading") ?? false;
    const named = said("x-by");
    this.by = named === undefined ? undefined : [named].flat();
    this.same = said("x-same");
    this.description = said("description");
    this.home = target;
    this.target = target;
    this.file = home;
  }

  /** Whether an object here has such a property by its schema (not: as one key of a map). */
  has(property: string): boolean {
    return this.target.properties?.[property] !== undefined;
  }

  /** Whether it is yes or no, and no where it is left out. */
  get isFlag(): boolean {
    return this.target.type === "boolean";
  }

  /** Whether it is one thing that an overlay replaces as a whole: what is no object, and one whose only key says its kind. */
  get isAtomic(): boolean {
    const { type, properties, additionalProperties, maxProperties } = this.target;
    const isObject = type === "object" && (properties !== undefined || typeof additionalProperties === "object");
    return !isObject || this.is !== undefined || maxProperties === 1;
  }

  /** Whether it must say something that is the same in every profile: then no overlay takes it away either. */
  get hasToBe(): boolean {
    return (this.target.required ?? []).some((name) => this.at(name)?.same !== undefined);
  }

  /** The properties by name, and what stands in each entry of a list or map (`*`). */
  *parts(): Iterable<readonly [string, Word]> {
    const { properties = {}, items } = this.target;
    const keys = [...Object.keys(properties), ...(isList(items) ? [...items.keys()] : []), "*"];
    for (const key of keys) {
      const word = key === "*" && items ? this.at(0) : this.at(key);
      if (word && !(key === "*" && isList(items))) yield [String(key), word];
    }
  }

  /** The word of a property, a map's entry or a list's item; null: nothing is said of it. */
  at(key: string | number): Word | null {
    const { properties, items } = this.target;
    const own = typeof key === "number" ? (isList(items) ? key : "*") : properties?.[key] ? key : "*";
    const known = this.inner.get(own);
    if (known !== undefined) return known;
    const schema = this.schemaAt(key);
    const word = schema ? wordOf(schema, this.file) : null;
    this.inner.set(own, word);
    return word;
  }

  private schemaAt(key: string | number): Schema | undefined {
    const { properties, additionalProperties, items } = this.target;
    if (typeof key === "number") return isList(items) ? items[key] : items;
    return properties?.[key] ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
  }
}

function isList(items: Schema["items"]): items is readonly Schema[] {
  return Array.isArray(items);
}

const HOMES = new Map(
  [COMMON_SCHEMA, ...FILE_KINDS.map((kind) => META_SCHEMAS[kind])].map((schema) => [(schema as { $id: string }).$id, schema as Schema]),
);

/** What a `$ref` leads to, and the file that stands in. */
export function resolve(ref: string, home: string): [Schema, string] {
  const [file, pointer = ""] = ref.split("#");
  const found = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((schema, key) => (schema as Record<string, unknown> | undefined)?.[key], HOMES.get(file || home));
  if (found === undefined) throw new Error(`${home}: nothing stands at ${ref}`);
  return [found as Schema, file || home];
}

const words = new Map<Schema, Word>();

/** The word that a schema of a file says. */
export function wordOf(schema: Schema, file: string): Word {
  const word = words.get(schema) ?? new Word(schema, file);
  words.set(schema, word);
  return word;
}

/** The word that a whole file of this kind is. */
export function wordOfFile(kind: FileKind): Word {
  const schema = META_SCHEMAS[kind] as Schema & { readonly $id: string };
  return wordOf(schema, schema.$id);
}

/** A definition of a file's schema, e.g. `enumValues` of entities. */
export function definition(kind: FileKind, name: string): Word {
  const { $id } = META_SCHEMAS[kind] as { readonly $id: string };
  return wordOf(...resolve(`#/definitions/${name}`, $id));
}
