import type { EntityInfo } from "../catalogue.ts";
import { dict } from "../dict.ts";
import type { Dict, Entity, Lines, Module } from "../model.ts";
import type { WholeModule } from "../whole-types.ts";
import { buildColumns } from "./columns.ts";

const NO_SORT = dict<string>([]);
const SECTION_TITLE = "基本信息";

/** The field that names one row in headings. */
export function titleFieldOf(raw: WholeModule, fields: { has(name: string): boolean }): string {
  const [first] = raw.columns;
  return raw.titleField ?? (fields.has("Billid") ? "Billid" : typeof first === "string" ? first : (first?.field ?? "Id"));
}

/** Groups of label-value pairs of the detail page: the module's, else its entity's; neither: one with the columns. */
export function buildSections(raw: WholeModule, info: EntityInfo): Module["sections"] {
  const fields = raw.columns.map((column) => (typeof column === "string" ? column : column.field));
  return raw.show?.sections ?? info.raw.show?.sections ?? [{ title: SECTION_TITLE, fields }];
}

/**
 * Tables of line entities of the detail page; neither module nor entity names any: none, because only named fields are ever read
 * (docs/decisions/03).
 */
export function buildLines(raw: WholeModule, info: EntityInfo, entities: Dict<Entity>): Lines[] {
  return (raw.show?.lines ?? info.raw.show?.lines ?? []).map(({ entity: name, title, columns, sums = [] }) => {
    const line = entities[name];
    if (!line) throw new Error(`no line entity ${name}: the checks must have refused it`);
    return { entity: name, title: title ?? line.title, columns: buildColumns(columns, line, NO_SORT), sums };
  });
}
