import { dict } from "../dict.ts";
import type { RawLines, RawModule } from "../generated/raw.ts";
import type { Dict, Entity, Lines, Module } from "../model.ts";
import { buildColumns } from "./columns.ts";

const NO_SORT = dict<string>([]);
const SECTION_TITLE = "基本信息";

/** The field that names one row in headings. */
export function titleFieldOf(raw: RawModule, fields: { has(name: string): boolean }): string {
  const [first] = raw.columns;
  return raw.titleField ?? (fields.has("Billid") ? "Billid" : typeof first === "string" ? first : (first?.field ?? "Id"));
}

/** Groups of label-value pairs of the detail page; left out: one with the columns. */
export function buildSections(raw: RawModule): Module["sections"] {
  const fields = raw.columns.map((column) => (typeof column === "string" ? column : column.field));
  return raw.show?.sections ?? [{ title: SECTION_TITLE, fields }];
}

/** Tables of line entities of the detail page; left out: every line entity with what says something about the line itself. */
export function buildLines(raw: RawModule, entity: Entity, entities: Dict<Entity>): Lines[] {
  const usual = entity.lines.map((name): RawLines => ({ entity: name, columns: usualColumns(entities[name]) as RawLines["columns"] }));
  return (raw.show?.lines ?? usual).map(({ entity: name, title, columns, sums = [] }) => {
    const line = entities[name];
    if (!line) throw new Error(`no line entity ${name}: the checks must have refused it`);
    return { entity: name, title: title ?? line.title, columns: buildColumns(columns, line, NO_SORT), sums };
  });
}

/** Not the row's key, nor what it has in common with its head. */
function usualColumns(line: Entity | undefined): string[] {
  if (!line) return [];
  const inherited = ["Id", "SHOP_ID", "rowver", line.supplierField, line.head?.field];
  return Object.keys(line.fields).filter((name) => !inherited.includes(name));
}
