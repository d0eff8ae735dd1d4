import { headOf } from "../../src/shared/registry/links.ts";
import { lookupTarget } from "../../src/shared/registry/lookup.ts";
import { PICTURE_PARTS, PLACE_PARTS } from "../../src/shared/registry/model.ts";
import { patchSchema } from "../../src/shared/registry/patch-schema.ts";
import type { NameKind } from "../../src/shared/registry/word.ts";
import { chainOf, isPair, SCHEMAS, type Schema } from "../language/words.ts";
import { type Around, type Known, type Offered, offeredNames } from "./offered-names.ts";

/*
 * Long on purpose: the walk that finds where names of an entity stand, with the ways (`x-of`) that lead to the entity they are of.
 */

/** A JSON Schema that is written. */
export type Out = Readonly<Record<string, unknown>>;

/** What is known where a word stands; what is not known is left out. */
interface Spot {
  /** The entity the file is about. */
  readonly self?: string;
  /** The entity at hand. */
  readonly at?: string;
  /** The field around a code. */
  readonly field?: string;
  /** What the properties hold that ways begin with: a name, an object, or null where the property is not there. */
  readonly bound: Readonly<Record<string, unknown>>;
}

const CONDITIONAL = ["if", "then"] as const;

/** A schema that counts only where another one fits. */
export const when = (condition: Out, schema: Out): Out =>
  Object.fromEntries([condition, schema].map((each, index) => [CONDITIONAL[index], each]));

/** The properties that ways of the language begin with. */
export const WAY_STEPS: ReadonlySet<string> = new Set(waysBelow(SCHEMAS).map(([first = ""]) => first));

function waysBelow(value: unknown): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "x-of" in value ? waysOf(value as Schema) : [];
  return [...own, ...Object.values(value).flatMap(waysBelow)];
}

function waysOf({ "x-of": of }: Schema): (readonly string[])[] {
  return of === undefined ? [] : [of].flat().map((way) => way.split("."));
}

/** Schemas that say nothing but which names of an entity may stand where. They are put beside what says the shape. */
export class NameSchemas {
  private readonly made = new Map<string, string | null>();
  private readonly modules: ReadonlyMap<number, string>;

  constructor(
    private readonly known: Known,
    private readonly definitions: Record<string, Out>,
  ) {
    const { registry, module } = known.context.sources;
    const entries = registry.flatMap(({ raw }) => raw.groups.flatMap((group) => group.modules));
    this.modules = new Map(entries.map(({ id, schema }) => [id, module.find(({ name }) => name === schema)?.raw.entity ?? ""]));
  }

  entityOfModule(id: number): string {
    return this.modules.get(id) ?? "";
  }

  modulesOver(entity: string): readonly number[] {
    return [...this.modules].flatMap(([id, own]) => (own === entity ? [id] : []));
  }

  /** What a whole file of a kind may name that is about this entity. */
  ofFile(kind: string, entity: string): Out | null {
    const raw = this.known.context.entities.get(entity)?.raw;
    // What a file says of itself in one place: a view's entity, a line's head.
    const bound = kind === "entity" && raw ? Object.fromEntries(["view", "head"].map((name) => [name, get(raw, name) ?? null])) : {};
    return this.shared(`${kind}@${entity}`, () => this.names(SCHEMAS[kind] as Schema, kind, { self: entity, at: entity, bound }));
  }

  /** The same of a patch of such a file. */
  ofPatch(kind: "entity" | "module", entity: string): Out | null {
    const schema = patchSchema(kind) as Schema;
    return this.shared(`${kind}.patch@${entity}`, () => this.names(schema, kind, { self: entity, at: entity, bound: {} }));
  }

  /** What the properties beside one may name once that one is known. */
  beside(
    properties: Readonly<Record<string, Schema>>,
    home: string,
    property: string,
    bound: Out,
    around: Spot = { bound: {} },
  ): Out | null {
    const inner = { ...around, bound: { ...around.bound, ...bound } };
    const entries = Object.entries(properties).flatMap(([name, schema]) => {
      if (name === property || !leadsBy(schema, home, property)) return [];
      const names = this.names(schema, home, inner);
      return names ? [[name, names] as const] : [];
    });
    return entries.length > 0 ? { properties: Object.fromEntries(entries) } : null;
  }

  /** A reference to names of a kind that are offered. */
  offer(kind: NameKind, around: Around, form = "", fits = ""): string {
    const { entity = "", field = "", home = "" } = around;
    const key = ["names", kind, entity, field, kind === "archetype" ? home : "", form, fits]
      .filter((part) => part !== "")
      .join(".")
      .replaceAll(" ", "-");
    if (!(key in this.definitions)) {
      const types = FITTING[fits];
      const fields = this.known.context.entities.get(entity)?.fields;
      const names = offeredNames(kind, this.known, around).filter(
        ({ name }) => !types || types.includes(fields?.get(String(name))?.raw.type ?? ""),
      );
      this.definitions[key] = this.anyOf([...(form === "path" ? [] : names), ...this.inForm(form, names, entity)]);
    }
    return `#/definitions/${key}`;
  }

  /** What besides the plain names may be written: with a leading -, or of an entity that a view joins, by its alias. */
  private inForm(form: string, names: readonly Offered[], entity: string): readonly Offered[] {
    if (form === "order") return names.map(({ name, told }) => ({ name: `-${name}`, title: "", told: `${told} ↓` }));
    if (form === "path") return this.paths(entity);
    if (!form.startsWith("alias ")) return [];
    const { view } = this.known.context.entities.get(form.slice("alias ".length))?.raw ?? {};
    if (view?.of !== entity) return [];
    return Object.entries(view.join ?? {}).flatMap(([alias, joined]) =>
      offeredNames("field", this.known, { entity: joined.entity }).map(({ name, told }) => ({
        name: `${alias}.${name}`,
        title: told,
        told,
      })),
    );
  }

  /** What leads from a row of an entity to another row, with the fields found there; and the parts of pictures and places. */
  private paths(entity: string): readonly Offered[] {
    const owner = this.known.context.entities.get(entity);
    if (!owner) return [];
    const headField = headOf(owner.raw)?.field;
    return [...new Set([...owner.fields.keys(), ...(headField === undefined ? [] : [headField])])].flatMap((via) => {
      const to = lookupTarget(via, owner).entity;
      const raw = owner.fields.get(via)?.raw;
      const parts = raw?.type === "images" ? PICTURE_PARTS : raw?.format === "place" ? PLACE_PARTS : [];
      const found =
        to === ""
          ? parts.map((name) => ({ name, told: `${raw?.title ?? via} · ${name}` }))
          : offeredNames("field", this.known, { entity: to });
      return found.map(({ name, told }) => ({ name: `${via}.${name}`, title: told, told }));
    });
  }

  /** These values are offered, and any other may stand there. */
  anyOf(offered: readonly Offered[]): Out {
    if (offered.length === 0) return {};
    return { anyOf: [{ enum: offered.map(({ name }) => name), markdownEnumDescriptions: offered.map(({ told }) => told) }, {}] };
  }

  /** The values that some profile gives a flag. */
  flagValues(flag: string): readonly Offered[] {
    const told = new Map<string | boolean, string>();
    for (const { raw } of this.known.context.sources.overlay) {
      const value: unknown = raw.flags[flag];
      for (const each of [value].flat())
        if (typeof each === "string" || typeof each === "boolean")
          told.set(each, [...new Set([told.get(each), `${raw.name} ${raw.title}`])].filter(Boolean).join(" · "));
    }
    return [...told].map(([name, text]) => ({ name, title: text, told: text }));
  }

  private shared(key: string, make: () => Out | null): Out | null {
    const known = this.made.get(key);
    if (known !== undefined) return known === null ? null : { $ref: known };
    // Short, as it is named hundreds of times.
    const short = `n${this.made.size}`;
    const name = `#/definitions/${short}`;
    // While it is made, what holds itself refers to it.
    this.made.set(key, name);
    this.definitions[short] = {};
    const made = make();
    if (made && Object.keys(made).join() === "$ref") {
      this.made.set(key, String(made.$ref));
      delete this.definitions[short];
      return made;
    }
    if (made) this.definitions[short] = made;
    else {
      this.made.set(key, null);
      delete this.definitions[short];
    }
    return made ? { $ref: name } : null;
  }

  private names(schema: Schema, home: string, around: Spot): Out | null {
    const { chain, last, file } = chainOf(schema, home);
    const said = <K extends keyof Schema>(key: K) => chain.find((each) => each[key] !== undefined)?.[key];
    const of = chain.find((each) => each["x-of"] !== undefined);
    const { at: _at, ...rest } = around;
    const at = of ? this.follow(waysOf(of), around) : around.at;
    const inner: Spot = at === undefined ? rest : { ...rest, at };
    const kind = said("x-declares") ?? said("x-names");
    const make = (spot: Spot) =>
      this.parts(last, file, spot, { kind, form: said("x-form"), fits: said("x-fits"), isDeclared: said("x-declares") !== undefined });
    const section = chain.length > 1 ? chain.at(-2)?.$ref?.split("/").at(-1) : partOf(last);
    if (section === undefined) return make(inner);
    // That a code stands here may be said beside the reference.
    const field = kind === "code" ? inner.field : undefined;
    const needed = { ...this.needed(last, file, inner), ...(field === undefined ? {} : { field }) };
    const ways = Object.entries(needed.bound).map(
      ([name, value]) => `${name}-${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
    const asked = [said("x-names"), said("x-form"), said("x-fits")];
    const key = [`${file}.${section}@${needed.self ?? ""}`, needed.at, needed.field, ...ways.sort(), ...asked].map((part) => part ?? "");
    return this.shared(key.join("|").replace(/[^\w@.|-]/g, "_"), () => make(needed));
  }

  /** Of what is known around only what a word or something below it asks for, so that equal schemas are made once. */
  private needed(schema: Schema, home: string, { self, at, field, bound }: Spot): Spot {
    return {
      ...(self !== undefined && (leadsBy(schema, home, "self") || asksAlias(schema, home)) ? { self } : {}),
      ...(at === undefined ? {} : { at }),
      ...(field !== undefined && holdsFreeCodes(schema, home) ? { field } : {}),
      bound: Object.fromEntries(Object.entries(bound).filter(([step]) => leadsBy(schema, home, step))),
    };
  }

  private follow(ways: readonly (readonly string[])[], { self, bound }: Spot): string | undefined {
    for (const [first = "", ...rest] of ways) {
      if (first === "self") return self;
      const value = bound[first];
      if (value === undefined) return undefined;
      const found = value === null ? undefined : rest.reduce<unknown>((each, step) => get(each, step), value);
      if (typeof found === "string") return found;
    }
    return undefined;
  }

  private parts(
    schema: Schema,
    home: string,
    around: Spot,
    said: {
      readonly kind: NameKind | undefined;
      readonly form: string | undefined;
      readonly fits: string | undefined;
      readonly isDeclared: boolean;
    },
  ): Out | null {
    const out: Record<string, unknown> = {};
    const all: Out[] = [];
    if (schema.type !== "object" && said.kind !== undefined && !said.isDeclared) {
      const ref = this.offerAt(said.kind, around, said.form, said.fits);
      if (ref) all.push({ $ref: ref });
    }
    if (schema.properties) all.push(...this.ofProperties(schema.properties, home, around, out));
    const { additionalProperties: more, items } = schema;
    if (typeof more === "object") this.ofMap(schema, more, home, around, out);
    if (isPair(items)) all.push(...this.ofPair(items, home, around));
    else if (items) {
      const names = this.names(items, home, around);
      if (names) out.items = names;
    }
    if (all.length === 0) return Object.keys(out).length > 0 ? out : null;
    const [only] = all;
    return all.length === 1 && only && Object.keys(out).length === 0 ? only : { ...out, allOf: all };
  }

  private ofProperties(properties: Readonly<Record<string, Schema>>, home: string, around: Spot, out: Record<string, unknown>): Out[] {
    // A property of this object covers one of the same name further out.
    const steps = Object.keys(properties).filter((name) => WAY_STEPS.has(name));
    const own = { view: around.bound.view, head: around.bound.head } as Readonly<Record<string, unknown>>;
    const kept = Object.entries(around.bound).filter(([name]) => !steps.includes(name) || own[name] !== undefined);
    const inner: Spot = { ...around, bound: Object.fromEntries(kept) };
    const entries = Object.entries(properties).flatMap(([name, schema]) => {
      const names = this.names(schema, home, inner);
      return names ? [[name, names] as const] : [];
    });
    if (entries.length > 0) out.properties = Object.fromEntries(entries);
    return [...steps.flatMap((step) => this.byStep(properties, home, step, inner)), ...this.byField(properties, home, inner)];
  }

  /** What may be named beside a property that leads on from the entity at hand, or where that property is left out. */
  private byStep(properties: Readonly<Record<string, Schema>>, home: string, step: string, around: Spot): Out[] {
    const property = properties[step];
    if (!property || around.bound[step] !== undefined) return [];
    const { chain } = chainOf(property, home);
    const kind = chain.find((each) => each["x-names"] !== undefined)?.["x-names"];
    const absent = this.beside(properties, home, step, { [step]: null }, around);
    const without = absent && around.self !== undefined ? [when({ not: { required: [step] } }, absent)] : [];
    if (kind !== "field") return without;
    const of = chain.find((each) => each["x-of"] !== undefined);
    const owner = this.known.context.entities.get((of ? this.follow(waysOf(of), around) : around.at) ?? "");
    const fields = owner ? [...owner.fields.keys(), headOf(owner.raw)?.field ?? ""] : [];
    return [...new Set(fields)].flatMap((field) => {
      const to = owner ? lookupTarget(field, owner).entity : "";
      const then = to === "" ? null : this.beside(properties, home, step, { [step]: { to } }, around);
      return then ? [when({ properties: { [step]: { const: field } }, required: [step] }, then)] : [];
    });
  }

  /** Codes beside the property `field`. */
  private byField(properties: Readonly<Record<string, Schema>>, home: string, around: Spot): Out[] {
    const field = properties.field;
    if (!field || !around.at || chainOf(field, home).chain.find((each) => each["x-names"])?.["x-names"] !== "field") return [];
    const others = Object.entries(properties).filter(([name, schema]) => name !== "field" && holdsCodes(schema, home));
    return this.coded(around.at).flatMap((name) => {
      const entries = others.flatMap(([other, schema]) => {
        const names = this.names(schema, home, { ...around, field: name });
        return names ? [[other, names] as const] : [];
      });
      return entries.length > 0
        ? [when({ properties: { field: { const: name } }, required: ["field"] }, { properties: Object.fromEntries(entries) })]
        : [];
    });
  }

  private ofMap(schema: Schema, more: Schema, home: string, around: Spot, out: Record<string, unknown>): void {
    const kind = schema["x-keys"] ?? schema["x-declares"];
    const { field: _field, ...rest } = around;
    const any = this.names(more, home, kind === "field" ? rest : around);
    if (any) out.additionalProperties = any;
    if (kind === "entity" && around.self !== undefined) this.ofLines(around.self, more, home, around, out);
    if (kind !== "field" || !around.at) return;
    const coded = new Set(holdsCodes(more, home) ? this.coded(around.at) : []);
    const entries = offeredNames("field", this.known, { entity: around.at }).map(({ name, title: told }) => {
      const names = coded.has(String(name)) ? this.names(more, home, { ...around, field: String(name) }) : any;
      return [String(name), { ...names, markdownDescription: told }] as const;
    });
    if (entries.length > 0) out.properties = Object.fromEntries(entries);
  }

  /** Below the name of a line entity, the names are that one's. */
  private ofLines(self: string, more: Schema, home: string, around: Spot, out: Record<string, unknown>): void {
    const lines = [...this.known.context.entities.values()].filter(({ raw }) => raw.head?.of === self);
    const entries = lines.flatMap(({ name, raw }) => {
      const names = this.names(more, home, { ...around, at: name });
      return names ? [[name, { ...names, markdownDescription: raw.title }] as const] : [];
    });
    if (entries.length > 0) out.properties = Object.fromEntries(entries);
  }

  /** A list whose first item names a field, and whose second may be one of its codes. */
  private ofPair(items: readonly Schema[], home: string, around: Spot): Out[] {
    const names = items.map((item) => this.names(item, home, around));
    const plain = names.some((each) => each !== null) ? [{ items: names.map((each) => each ?? {}) }] : [];
    const [first, second] = items;
    if (!first || !second || !around.at || chainOf(first, home).chain.find((each) => each["x-names"])?.["x-names"] !== "field")
      return plain;
    if (!holdsCodes(second, home)) return plain;
    const byCode = this.coded(around.at).flatMap((field): Out[] => {
      const codes = this.names(second, home, { ...around, field });
      return codes ? [when({ items: [{ const: field }] }, { items: [{}, codes] })] : [];
    });
    return [...plain, ...byCode];
  }

  /** The fields of an entity that hold one of a list of codes. */
  private coded(entity: string): string[] {
    const fields = this.known.context.entities.get(entity)?.fields.values() ?? [];
    return [...fields].filter(({ values }) => values.length > 0).map(({ name }) => name);
  }

  private offerAt(kind: NameKind, { at, field, self }: Spot, form: string | undefined, fits: string | undefined): string | null {
    if (at === undefined || !this.known.context.entities.has(at)) return null;
    if (kind === "code") return field === undefined ? null : this.offer(kind, { entity: at, field });
    if (kind === "transition" || kind === "action") return this.offer(kind, { entity: at });
    if (kind !== "field" || form === "text") return null;
    return this.offer(kind, { entity: at }, form === "alias" ? `alias ${self ?? ""}` : form, fits);
  }
}

/** The types of fields that fit where a word says what a field must hold. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
  codes: ["enum", "bool"],
  number: ["int", "money", "price", "quantity", "rate"],
  day: ["date", "datetime"],
};

/** Whether names below a word are of what a property beside it leads to. */
const leadsBy = (schema: Schema, home: string, property: string): boolean =>
  answered(schema, `leads by ${property}`, () =>
    below(schema, home, new Set(), (each) => waysOf(each).some(([first]) => first === property)),
  );

const holdsCodes = (schema: Schema, home: string): boolean =>
  answered(schema, "holds codes", () => below(schema, home, new Set(), (each) => each["x-names"] === "code"));

/** Whether a name below a word may be one of joins of the entity the file is about. */
const asksAlias = (schema: Schema, home: string): boolean =>
  answered(schema, "asks aliases", () => below(schema, home, new Set(), ({ "x-form": form }) => form === "alias"));

const answers = new WeakMap<Schema, Map<string, boolean>>();

/** What is asked of the same schema for every entity is found out once. */
function answered(schema: Schema, question: string, find: () => boolean): boolean {
  const known = answers.get(schema) ?? new Map<string, boolean>();
  answers.set(schema, known);
  const answer = known.get(question) ?? find();
  known.set(question, answer);
  return answer;
}

const parts = new WeakMap<Schema, string>();
let lastPart = 0;

/** A name for a part of a schema that is no definition; what holds no other words is not worth one. */
function partOf(schema: Schema): string | undefined {
  if (!schema.properties && typeof schema.additionalProperties !== "object") return undefined;
  const known = parts.get(schema) ?? `part${++lastPart}`;
  parts.set(schema, known);
  return known;
}

function below(schema: Schema, home: string, seen: Set<Schema>, is: (each: Schema) => boolean): boolean {
  const { chain, last, file } = chainOf(schema, home);
  if (chain.some(is)) return true;
  if (seen.has(last)) return false;
  seen.add(last);
  const { properties = {}, additionalProperties: more, items } = last;
  const parts = [...Object.values(properties), ...(typeof more === "object" ? [more] : []), ...[items ?? []].flat()] as Schema[];
  return parts.some((part) => below(part, file, seen, is));
}

/** Whether there are codes below a word of a field that is named further out. */
const holdsFreeCodes = (schema: Schema, home: string): boolean =>
  answered(schema, "holds free codes", () => freeCodesBelow(schema, home, new Set()));

function freeCodesBelow(schema: Schema, home: string, seen: Set<Schema>): boolean {
  const { chain, last, file } = chainOf(schema, home);
  if (chain.some((each) => each["x-names"] === "code")) return true;
  if (seen.has(last)) return false;
  seen.add(last);
  const { properties = {}, additionalProperties: more, items } = last;
  const namesField = (each: Schema | undefined) =>
    each !== undefined && chainOf(each, file).chain.some((one) => one["x-names"] === "field");
  const parts: readonly (Schema | undefined)[] = [
    ...(namesField(properties.field) ? [] : Object.values(properties)),
    ...(typeof more === "object" && (last["x-keys"] ?? last["x-declares"]) !== "field" ? [more] : []),
    ...(isPair(items) && namesField(items[0]) ? [] : [items ?? []].flat()),
  ] as readonly Schema[];
  return parts.some((part) => part !== undefined && freeCodesBelow(part, file, seen));
}

function get(value: unknown, step: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[step] : undefined;
}
