import shipped from "../../schemas/shipped.json" with { type: "json" };
import { loadFiles } from "../../src/server/registry/registry-files.ts";
import { storedFields, tablesOf } from "../../src/server/tables/tables-of.ts";
import { buildEntity } from "../../src/shared/registry/build/entity.ts";
import type { EntityInfo } from "../../src/shared/registry/catalogue.ts";
import { contextOf } from "../../src/shared/registry/context.ts";
import type { RawEnumValue } from "../../src/shared/registry/generated/raw.ts";
import type { Entity, Field, FieldType } from "../../src/shared/registry/model.ts";
import { formatProblem } from "../../src/shared/registry/problem.ts";
import { readSources } from "../../src/shared/registry/sources.ts";

const BANNER = `// Generated from the entities (schemas/entities, schemas/shared) by \`npm run generate:types\`. Do not edit: change them and run it again.
import { type CodeOf, codes } from "../base/codes.ts";`;
const WIDTH = 140;

/**
 * The text of src/server/generated/entities.ts: what the code of the features may know of the entities that have a table. Types are
 * aliases, because an interface cannot be read as a row of unknown fields. Throws where the files have no readable shape.
 */
export function entityTypes(dir: string): string {
  const { infos, entities } = readEntities(dir);
  const tables = tablesOf({ entities: Object.fromEntries(entities.map((entity) => [entity.name, entity])) });
  const lists = new Map<string, string>();
  const rows: string[] = [];
  const computed: string[] = [];
  for (const { entity, columns } of tables) {
    const info = infos.get(entity.name);
    if (!info) throw new Error(`${entity.name} has no file`);
    const typeOf = (field: Field) => cellType(field, info, lists);
    const nullable = new Map(columns.map(({ name, isNotNull }) => [name, !isNotNull]));
    const stored = storedFields(entity).map((field) => `${field.name}: ${typeOf(field)}${nullable.get(field.name) ? " | null" : ""};`);
    rows.push(`/** ${entity.title} */\nexport type ${entity.name}Row = Readonly<{\n${filled(stored, "  ")}\n}>;`);
    const others = Object.values(entity.fields).filter((field) => field.computed !== null);
    if (others.length > 0) {
      computed.push(
        `  ${entity.name}: {\n${filled(
          others.map((field) => `readonly ${field.name}: ${typeOf(field)} | null;`),
          "    ",
        )}\n  };`,
      );
    }
  }
  const owners = tables.map(({ entity }) => entity);
  return [
    BANNER,
    [...lists]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join("\n"),
    ...rows,
    dictionary("Entity to its rows as the store reads them: the stored fields.", "Rows", owners, ({ name }) => ` ${name}Row`),
    `/** Entity to its fields that are computed when asked for. */\nexport interface Computed {\n${computed.join("\n")}\n}`,
    dictionary("Entity to the names of its transitions, where it has any.", "Transitions", owners, ({ transitions }) =>
      member(Object.keys(transitions)),
    ),
    dictionary("Entity to its line entities, where it has any.", "Lines", owners, ({ lines }) => member(lines)),
    "",
  ].join("\n\n");
}

/** The entities that the product ships as they are built, and as their files say them. */
export function readEntities(dir: string): { infos: ReadonlyMap<string, EntityInfo>; entities: readonly Entity[] } {
  const { files, problems: unreadable } = loadFiles(dir);
  const { sources, problems: shape } = readSources(files);
  const { context, problems: patches } = contextOf(sources, {});
  const problems = [...unreadable, ...shape, ...patches];
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join("\n"));
  // What somebody adds is data alone: no code of the product knows it by name (docs/decisions/78).
  const infos = new Map([...context.entities].filter(([name]) => shipped.entities.includes(name)));
  return { infos, entities: [...infos.values()].map((info) => buildEntity(info, infos, {})).sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** The type of each kind of field's cells (src/shared/domain/cell.ts). */
const CELL: Readonly<Record<Exclude<FieldType, "enum">, string>> = {
  id: "number",
  int: "number",
  money: "bigint",
  price: "bigint",
  quantity: "bigint",
  rate: "bigint",
  bool: "boolean",
  string: "string",
  text: "string",
  ref: "string",
  url: "string",
  images: "string",
  date: "string",
  datetime: "string",
};

/** A cell of the field without null. A list that needs a type of its own is added to `lists`. */
function cellType(field: Field, info: EntityInfo, lists: Map<string, string>): string {
  if (field.type !== "enum") return CELL[field.type];
  const known = info.fields.get(field.name);
  const values = known?.values ?? [];
  const isNamed = values.every(({ name }) => name !== undefined);
  const shared = known?.raw.enum;
  if (shared === undefined && !isNamed) return union(values.map(({ code }) => code));
  const name = shared ?? `${info.name}${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}`;
  lists.set(name, isNamed ? constantOf(name, values) : `export type ${name} = ${union(values.map(({ code }) => code))};`);
  return name;
}

function constantOf(name: string, values: readonly RawEnumValue[]): string {
  const entries = values.map((value) => `${value.name}: ${JSON.stringify(value.code)},`);
  const inner = entries.join(" ").slice(0, -1);
  const line = `export const ${name} = codes("${name}", { ${inner} });`;
  const written = line.length <= WIDTH ? line : `export const ${name} = codes("${name}", {\n${filled(entries, "  ")}\n});`;
  return `${written}\nexport type ${name} = CodeOf<typeof ${name}>;`;
}

function dictionary(about: string, name: string, entities: readonly Entity[], typeOf: (entity: Entity) => string): string {
  const members = entities.flatMap((entity) => (typeOf(entity) === "" ? [] : [`  ${entity.name}:${typeOf(entity)};`]));
  return `/** ${about} */\nexport interface ${name} {\n${members.join("\n")}\n}`;
}

function union(codes: readonly (string | number)[]): string {
  return codes.map((code) => JSON.stringify(code)).join(" | ");
}

/** Names as the type of a member, on lines of their own where there are many; empty where there is none. */
function member(names: readonly string[]): string {
  const line = union(names);
  if (names.length === 0 || line.length <= WIDTH - 40) return names.length === 0 ? "" : ` ${line}`;
  return `\n${filled(
    names.map((name) => `| ${JSON.stringify(name)}`),
    "    ",
  )}`;
}

/** Words on as few lines as hold them. */
function filled(words: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines.join("\n");
}
