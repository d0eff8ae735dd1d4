import type { EntityInfo } from "../catalogue.ts";
import { dict } from "../dict.ts";
import type { Dict, Entity, Lines, Module } from "../model.ts";
import type { WholeModule } from "../whole-types.ts";
import { buildColumns } from "./columns.ts";

const NO_SORT = dict<string>([]);
const SECTION_TITLE = "基本信息";

/** The field that names one row in headings: what the entity says, the number of a document, else the first column. */
export function titleFieldOf(raw: WholeModule, entity: Pick<EntityInfo, "raw" | "fields"> | undefined): string {
  const [first] = raw.columns;
  const column = typeof first === "string" ? first : (first?.field ?? "Id");
  return entity?.raw.label ?? (entity?.fields.has("Billid") ? "Billid" : column);
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
  return (raw.show?.lines ?? info.raw.show?.lines ?? []).map(({ entity: name, columns, sums = [] }) => {
    const line = entities[name];
    if (!line) throw new Error(`no line entity ${name}: the checks must have refused it`);
    return { entity: name, title: line.title, columns: buildColumns(columns, line, NO_SORT), sums };
  });
}
