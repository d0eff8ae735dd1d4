import type { RawColumn } from "../generated/raw.ts";
import type { Column, Dict, Entity, Module } from "../model.ts";
import { alignOf, formatOf, markWidth, widthOf } from "./type-defaults.ts";

/** A field in a list as an object, also where only its name stands there. */
export function asField(raw: RawColumn): Exclude<RawColumn, string> {
  return typeof raw === "string" ? { field: raw } : raw;
}

/** The names of a list of fields. */
export function fieldNames(raw: readonly RawColumn[]): string[] {
  return raw.map((each) => asField(each).field);
}

type Fielded = Pick<Entity, "name" | "fields">;

/** The columns of a table of this entity's rows. A column can be sorted by when the sort map knows its name. `labels`: where the page has words of its own. */
export function buildColumns(raw: readonly RawColumn[], entity: Fielded, sortMap: Dict<string>, labels?: Module["labels"]): Column[] {
  return raw.map((each) => buildColumn(asField(each), entity, sortMap, labels));
}

function buildColumn(raw: Exclude<RawColumn, string>, entity: Fielded, sortMap: Dict<string>, labels?: Module["labels"]): Column {
  const field = fieldOf(entity, raw.field);
  const title = raw.title ?? field.title;
  const format = formatOf(raw.format) ?? field.format;
  // The field's own words are in its width already, or its file says another.
  const own = format === "status" ? (labels?.[field.name] ?? []).filter((value) => !field.values.includes(value)) : [];
  const usual = title === field.title ? field.width : widthOf(field.width, title);
  return {
    field: field.name,
    title,
    format,
    width: raw.width ?? Math.max(usual, markWidth(own)),
    align: alignOf(format),
    fixed: raw.fixed ? "left" : null,
    sortable: sortMap[field.name] !== undefined,
    isCarried: raw.carried ?? false,
  };
}

/** A field that the checks have seen to exist. */
export function fieldOf(entity: Fielded, name: string): Entity["fields"][string] {
  const field = entity.fields[name];
  if (!field) throw new Error(`${entity.name} has no field ${name}: the checks must have refused it`);
  return field;
}
