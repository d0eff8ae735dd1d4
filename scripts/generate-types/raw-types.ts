import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { compile, type JSONSchema } from "json-schema-to-typescript";

const BANNER = "// Generated from schemas/meta by `npm run generate:types`. Do not edit: change the schemas and run it again.";

interface Json {
  [key: string]: unknown;
}

/** The text of src/shared/registry/generated/raw.ts: the types of the registry's files, from their JSON Schemas in `meta`. */
export async function rawTypes(meta: string): Promise<string> {
  const umbrella = underOneRoof(meta);
  return compile(umbrella, "RawFiles", {
    bannerComment: BANNER,
    additionalProperties: false,
    unreachableDefinitions: true,
    format: true,
    style: { printWidth: 120 },
  });
}

/**
 * One schema with every file and every definition once, named by its title: definitions shared between files would
 * come out once per file (`FieldName1`, `FieldName2`, …).
 */
function underOneRoof(meta: string): JSONSchema {
  const definitions: Json = {};
  const titles: Titles = new Map();
  const names = readdirSync(meta).filter((name) => name.endsWith(".schema.json"));
  const schemas = names.map((name) => ({ name, schema: JSON.parse(readFileSync(path.join(meta, name), "utf8")) as Json }));
  const found = new Map(schemas.map(({ name, schema }) => [name, schema]));
  for (const { name, schema } of schemas) {
    titles.set(`${name}#`, titleOf(schema, name));
    for (const [key, definition] of Object.entries((schema.definitions ?? {}) as Record<string, Json>)) {
      titles.set(`${name}#/definitions/${key}`, titleOf(definition, key));
    }
  }
  for (const { name, schema } of schemas) {
    const { definitions: own = {}, $id: _id, $schema: _schema, ...whole } = schema;
    if (whole.type !== undefined) definitions[titleOf(schema, name)] = withRefs(whole, name, titles, found);
    for (const [key, definition] of Object.entries(own as Record<string, Json>)) {
      definitions[titleOf(definition, key)] = withRefs(definition, name, titles, found);
    }
  }
  const files = Object.keys(definitions).filter((title) =>
    schemas.some(({ schema }) => schema.title === title && schema.type !== undefined),
  );
  const properties = Object.fromEntries(files.map((title) => [title, { $ref: `#/definitions/${title}` }]));
  return {
    title: "RawFiles",
    description: "Every kind of file of the registry.",
    type: "object",
    properties,
    required: files,
    definitions,
  } as JSONSchema;
}

/** A definition without title goes by its key. */
function titleOf(schema: Json, key: string): string {
  return typeof schema.title === "string" ? schema.title : key.charAt(0).toUpperCase() + key.slice(1);
}

type Titles = Map<string, string>;

/** The schema with its references pointing below the roof, and nothing beside a reference (it would make a copy of the type); where only some words of a definition stand, these. */
function withRefs(schema: unknown, file: string, titles: Titles, schemas: ReadonlyMap<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withRefs(item, file, titles, schemas));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, "x-words": words, required = [], ...said } = schema as Json;
  if (typeof $ref === "string" && Array.isArray(words)) {
    const [home = "", pointer = ""] = $ref.split("#/definitions/");
    const { title: _title, ...target } = ((schemas.get(home) as Json).definitions as Record<string, Json>)[pointer] as Json;
    const needed = ((target.required ?? []) as readonly string[]).filter((name) => words.includes(name));
    const properties = Object.fromEntries(words.map((name) => [name, (target.properties as Json)[name]]));
    return withRefs({ ...target, ...said, properties, required: [...needed, ...(required as string[])] }, home, titles, schemas);
  }
  if (typeof $ref === "string") {
    const title = titles.get($ref.startsWith("#") ? file + $ref : $ref.includes("#") ? $ref : `${$ref}#`);
    if (title === undefined) throw new Error(`${file}: nothing stands at ${$ref}`);
    return { $ref: `#/definitions/${title}` };
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withRefs(value, file, titles, schemas)]));
}
