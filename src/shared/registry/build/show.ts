import type { EntityInfo } from "../catalogue.ts";
import { dict } from "../dict.ts";
import type { RawSections } from "../generated/raw.ts";
import type { Dict, Entity, Lines, Module } from "../model.ts";
import type { WholeModule } from "../whole-types.ts";
import { asField, buildColumns, fieldNames } from "./columns.ts";

const NO_SORT = dict<string>([]);
const SECTION_TITLE = "基本信息";

/** The field that names one row in headings: what the entity says, the number of a document, else the first column. */
export function titleFieldOf(raw: WholeModule, entity: Pick<EntityInfo, "raw" | "fields"> | undefined): string {
  const [first] = raw.columns;
  const column = first === undefined ? "Id" : asField(first).field;
  return entity?.raw.label ?? (entity?.fields.has("Billid") ? "Billid" : column);
}

/** Groups of label-value pairs of the detail page: the module's, else its entity's; neither: one with the columns. */
export function buildPageSections(raw: WholeModule, info: EntityInfo): Module["sections"] {
  const said = raw.sections ?? info.raw.sections;
  return said ? buildSections(said) : [{ title: SECTION_TITLE, fields: fieldNames(raw.columns) }];
}

/** The same as an entity or a module says it. */
export function buildSections(sections: RawSections = []): Module["sections"] {
  return sections.map(({ title, fields }) => ({ title, fields: fieldNames(fields) }));
}

/**
 * Tables of line entities of the detail page; neither module nor entity names any: none, because only named fields are ever read
 * (docs/decisions/03).
 */
export function buildLines(raw: WholeModule, info: EntityInfo, entities: Dict<Entity>): Lines[] {
  return (raw.lines ?? info.raw.lines ?? []).map(({ entity: name, columns, sums = [] }) => {
    const line = entities[name];
    if (!line) throw new Error(`no line entity ${name}: the checks must have refused it`);
    return { entity: name, title: line.title, columns: buildColumns(columns, line, NO_SORT), sums };
  });
}
