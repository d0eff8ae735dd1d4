/**
 * Writes the TypeScript types of the registry's files from their JSON Schemas (`schemas/meta`).
 * `--check` writes nothing and fails when the file on disk is not what would be written.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compile, type JSONSchema } from "json-schema-to-typescript";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const META = path.join(ROOT, "schemas/meta");
const TARGET = path.join(ROOT, "src/shared/registry/generated/raw.ts");
const BANNER = "// Generated from schemas/meta by `npm run generate:types`. Do not edit: change the schemas and run it again.";

interface Json {
  [key: string]: unknown;
}

/** The text of the generated file, made from the meta-schemas as they are now. */
export async function generateTypes(): Promise<string> {
  const umbrella = underOneRoof(readdirSync(META).filter((name) => name.endsWith(".schema.json")));
  return compile(umbrella, "RawFiles", { bannerComment: BANNER, additionalProperties: false, format: true, style: { printWidth: 120 } });
}

/** The path of the generated file. */
export const generatedFile = TARGET;

/**
 * One schema with every file and every definition once, named by its title: definitions shared between files would
 * come out once per file (`FieldName1`, `FieldName2`, …).
 */
function underOneRoof(names: readonly string[]): JSONSchema {
  const definitions: Json = {};
  const titles = new Map<string, string>();
  const schemas = names.map((name) => ({ name, schema: JSON.parse(readFileSync(path.join(META, name), "utf8")) as Json }));
  for (const { name, schema } of schemas) {
    titles.set(`${name}#`, titleOf(schema, name));
    for (const [key, definition] of Object.entries((schema.definitions ?? {}) as Record<string, Json>)) {
      titles.set(`${name}#/definitions/${key}`, titleOf(definition, key));
    }
  }
  for (const { name, schema } of schemas) {
    const { definitions: own = {}, $id: _id, $schema: _schema, ...whole } = schema;
    if (whole.type !== undefined) definitions[titleOf(schema, name)] = withRefs(whole, name, titles);
    for (const [key, definition] of Object.entries(own as Record<string, Json>)) {
      definitions[titleOf(definition, key)] = withRefs(definition, name, titles);
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

/** The schema with its references pointing below the roof, and nothing beside a reference (it would make a copy of the type). */
function withRefs(schema: unknown, file: string, titles: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withRefs(item, file, titles));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref } = schema as Json;
  if (typeof $ref === "string") {
    const title = titles.get($ref.startsWith("#") ? file + $ref : $ref.includes("#") ? $ref : `${$ref}#`);
    if (title === undefined) throw new Error(`${file}: nothing stands at ${$ref}`);
    return { $ref: `#/definitions/${title}` };
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withRefs(value, file, titles)]));
}

async function main(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== "--check");
  if (unknown !== undefined) {
    console.error(`generate-types: unknown argument ${unknown}; only --check is known`);
    return 2;
  }
  const text = await generateTypes();
  const name = path.relative(ROOT, TARGET);
  if (existsSync(TARGET) && readFileSync(TARGET, "utf8") === text) {
    console.log(`${name} is up to date`);
    return 0;
  }
  if (args.includes("--check")) {
    console.error(`${name} is not what schemas/meta says: run npm run generate:types`);
    return 1;
  }
  mkdirSync(path.dirname(TARGET), { recursive: true });
  writeFileSync(TARGET, text);
  console.log(`${name} written`);
  return 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main(process.argv.slice(2));
}
