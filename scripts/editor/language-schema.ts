import { META_SCHEMAS } from "../../src/shared/registry/meta-schemas.ts";
import { patchSchema } from "../../src/shared/registry/patch-schema.ts";
import { sharedOf } from "../../src/shared/registry/sources.ts";
import type { NameKind } from "../../src/shared/registry/word.ts";
import { exampleOf, meaning, snippetsOf, valueHelp } from "../language/help.ts";
import { chainOf, isPair, resolveRef, SCHEMAS, type Schema } from "../language/words.ts";
import { NameSchemas, type Out, WAY_STEPS, when } from "./name-schemas.ts";
import { type Known, type Offered, offeredNames } from "./offered-names.ts";
import { DRAFT } from "./vscode-settings.ts";

/*
 * Long on purpose: one walk over the meta-schemas that makes what an editor needs of each word, beside the few words it treats otherwise.
 */

/** Kinds of names that are the same wherever they stand; the others belong to the entity at hand. */
const OF_ENTITY: ReadonlySet<NameKind> = new Set<NameKind>(["field", "code", "transition", "action"]);
/** Keywords of JSON Schema that an editor checks by. */
const CHECKED = [
  "type",
  "required",
  "enum",
  "pattern",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "propertyNames",
] as const;

/**
 * The language as one JSON Schema that knows a registry's names: `#/definitions/<kind>` is a kind of file. Names are offered, never
 * refused: what is wrong says `check:schemas`, also while this schema is older than the files.
 */
export function languageSchema(known: Known): Out {
  return new LanguageSchema(known).whole();
}

class LanguageSchema {
  private readonly definitions: Record<string, Out> = {};
  private readonly names: NameSchemas;

  constructor(private readonly known: Known) {
    this.names = new NameSchemas(known, this.definitions);
  }

  whole(): Out {
    for (const kind of Object.keys(META_SCHEMAS)) {
      this.definitions[kind] = { allOf: [this.word(SCHEMAS[kind] as Schema, kind), ...this.byEntity(kind)] };
    }
    // Also those of which only some words stand somewhere.
    for (const [file, { definitions = {} }] of Object.entries(SCHEMAS))
      for (const section of Object.keys(definitions)) this.definitionOf(`${file}.schema.json#/definitions/${section}`, file);
    return { $schema: DRAFT, definitions: this.definitions };
  }

  /** For each entity what its file, or a file over it, may name. */
  private byEntity(kind: string): readonly Out[] {
    const named = kind === "entity" ? "name" : "entity";
    if (!["entity", "module", "print"].includes(kind)) return [];
    return [...this.known.context.entities.keys()].flatMap((entity) => {
      const then = this.names.ofFile(kind, entity);
      return then ? [when({ properties: { [named]: { const: entity } }, required: [named] }, then)] : [];
    });
  }

  /** What an editor needs of a word; the description is the caller's, as a `$ref` would cover it. */
  private word(schema: Schema, home: string): Out {
    if (schema.$ref !== undefined) return { $ref: this.definitionOf(schema.$ref, home) };
    const out: Record<string, unknown> = {};
    for (const key of CHECKED) if (key in schema) out[key] = (schema as Out)[key];
    if (schema.propertyNames?.$ref) out.propertyNames = this.word(schema.propertyNames, home);
    if (schema.enum) out.markdownEnumDescriptions = schema.enum.map((value) => bilingual(valueHelp(schema.enum ?? [], value)) ?? "");
    const { properties, additionalProperties: more, items } = schema;
    const removes = "x-removes" in schema;
    const inner = (each: Schema) => (removes && !("x-stays" in each) ? removable(this.told(each, home)) : this.told(each, home));
    if (properties) out.properties = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, inner(each)]));
    if (more !== undefined) out.additionalProperties = typeof more === "object" ? inner(more) : more;
    if (items) out.items = isPair(items) ? items.map((item) => this.told(item, home)) : this.told(items, home);
    const parts = [...this.offers(schema, home), ...this.branches(schema, home)];
    return parts.length > 0 ? { ...out, allOf: parts } : out;
  }

  /** A word with what it means, in both languages, and an example. */
  private told(schema: Schema, home: string): Out {
    const { chain, file } = chainOf(schema, home);
    const own = bilingual(schema.description === undefined ? undefined : meanings(schema, home));
    const target = chain.findLast(({ description }) => description !== undefined);
    const text = own ?? bilingual(target && meanings(target, file));
    const example = exampleOf(schema, home);
    const shown = example === undefined ? "" : `\n\n例 · e.g. \`${JSON.stringify(example)}\``;
    const snippets = snippetsOf(schema, home);
    return {
      ...this.word(schema, home),
      ...(text === undefined ? {} : { markdownDescription: text + shown }),
      ...(snippets ? { defaultSnippets: snippets } : {}),
    };
  }

  private definitionOf(ref: string, home: string): string {
    const { schema, file, section } = resolveRef(ref, home);
    const name = `${file}.${section}`;
    if (!(name in this.definitions)) {
      this.definitions[name] = {};
      this.definitions[name] = this.word(schema, file);
    }
    return `#/definitions/${name}`;
  }

  /** Names that may stand here whatever the entity at hand. */
  private offers(schema: Schema, home: string): readonly Out[] {
    const isMap = schema.type === "object";
    const kind = isMap ? schema["x-keys"] : schema["x-names"];
    const others: Out[] = [...this.flagValues(schema), ...this.archetypeTransitions(schema)];
    if (kind === undefined || OF_ENTITY.has(kind)) return others;
    if (!isMap) return [{ $ref: this.names.offer(kind, { home }) }, ...others];
    const entries = offeredNames(kind, this.known, { home }).map(({ name, told }) => [
      String(name),
      { markdownDescription: told, ...this.patched(schema, kind, name), ...this.valuesOf(kind, String(name)) },
    ]);
    return [{ properties: Object.fromEntries(entries) }, ...others];
  }

  /** A map of nothing but objects holds patches of what its keys name. */
  private patched({ additionalProperties: more }: Schema, kind: NameKind, name: Offered["name"]): Out {
    const isOpen = typeof more === "object" && more.$ref === undefined && more.properties === undefined && more.type === "object";
    if (!isOpen || (kind !== "module" && kind !== "entity")) return {};
    const entity = kind === "entity" ? String(name) : this.names.entityOfModule(Number(name));
    this.definitions[`${kind}.patch`] ??= this.word(patchSchema(kind) as Schema, kind);
    const names = this.names.ofPatch(kind, entity);
    return { allOf: [{ $ref: `#/definitions/${kind}.patch` }, ...(names ? [names] : [])] };
  }

  private valuesOf(kind: NameKind, name: string): Out {
    return kind === "flag" ? this.names.anyOf(this.names.flagValues(name)) : {};
  }

  /** [flag, value]: after a flag its values. */
  private flagValues({ items }: Schema): readonly Out[] {
    if (!isPair(items) || items[0]?.["x-names"] !== "flag") return [];
    return offeredNames("flag", this.known, {}).map(({ name }) =>
      when({ items: [{ const: name }] }, { items: [{}, this.names.anyOf(this.names.flagValues(String(name)))] }),
    );
  }

  /** A machine that is like an archetype: the transitions of that one can be changed. */
  private archetypeTransitions({ properties }: Schema): readonly Out[] {
    if (properties?.like?.["x-names"] !== "archetype" || properties.transitions === undefined) return [];
    return sharedOf(this.known.context.sources, "states").map(({ name: like, raw: { transitions = {} } }) => {
      const titles = Object.entries(transitions).map(([name, { title = name }]) => [name, { markdownDescription: `${title} (${like})` }]);
      const inside = { properties: { transitions: { properties: Object.fromEntries(titles) } } };
      return when({ properties: { like: { const: like } }, required: ["like"] }, inside);
    });
  }

  /** Where a property names an entity or a page whose names stand beside it: for each of them what may be named then. */
  private branches({ properties = {} }: Schema, home: string): readonly Out[] {
    return Object.entries(properties).flatMap(([property, schema]): Out[] => {
      if (!WAY_STEPS.has(property)) return [];
      const { chain } = chainOf(schema, home);
      const kind = chain.find((each) => each["x-names"] !== undefined)?.["x-names"];
      const entities = [...this.known.context.entities.keys()];
      if (kind === "entity")
        return entities.flatMap((name) => this.branch(properties, home, property, { const: name }, { [property]: name }));
      if (kind !== "module") return [];
      return entities.flatMap((entity) => {
        const ids = this.names.modulesOver(entity);
        return ids.length === 0 ? [] : this.branch(properties, home, property, { enum: ids }, { [property]: { entity } });
      });
    });
  }

  private branch(properties: Readonly<Record<string, Schema>>, home: string, property: string, is: Out, bound: Out): Out[] {
    const then = this.names.beside(properties, home, property, bound);
    return then ? [when({ properties: { [property]: is }, required: [property] }, then)] : [];
  }
}

/** What may be null as well: in a patch that removes the word. */
function removable({ $ref, type, enum: values, markdownEnumDescriptions: told, ...rest }: Out): Out {
  const open = $ref === undefined ? {} : { anyOf: [{ $ref }, { type: "null" }] };
  return {
    ...rest,
    ...open,
    ...(type === undefined ? {} : { type: [...[type].flat(), "null"] }),
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
    ...(Array.isArray(told) ? { markdownEnumDescriptions: [...told, "移除\n\nremoves it"] } : {}),
  };
}

function meanings(schema: Schema, home: string) {
  return { en: meaning(schema, home, "en") ?? "", zh: meaning(schema, home, "zh") ?? "" };
}

/** Both languages as Markdown, the Chinese first. */
function bilingual(texts: { readonly en: string; readonly zh: string } | undefined): string | undefined {
  if (!texts) return undefined;
  const both = texts.en === texts.zh ? texts.en : `${texts.zh}\n\n${texts.en}`;
  return both.replace(/[<*]/g, "\\$&");
}
