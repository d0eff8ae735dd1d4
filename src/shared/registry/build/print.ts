import type { EntityInfo } from "../catalogue.ts";
import type { RawPrint } from "../generated/raw.ts";
import type { PrintTemplate } from "../model.ts";
import { alignOf, TYPE_DEFAULTS } from "./type-defaults.ts";

/** A print template with titles and alignment of its columns. `rows` is the entity whose rows fill the table. */
export function buildPrint(raw: RawPrint, rows: EntityInfo): PrintTemplate {
  const column = ({ field, title, width, align }: RawPrint["columns"][number]): PrintTemplate["columns"][number] => {
    const own = rows.fields.get(field)?.raw;
    const format = own?.format ?? TYPE_DEFAULTS[own?.type ?? "string"].format;
    return { field, title: title ?? own?.title ?? field, width, align: align ?? alignOf(format) };
  };
  return {
    key: raw.key,
    title: raw.title,
    entity: raw.entity,
    paper: raw.paper,
    header: raw.header,
    lines: raw.lines ?? null,
    columns: raw.columns.map(column),
    pageSum: raw.pageSum ?? [],
    total: raw.total ?? [],
    capitals: raw.capitals ?? null,
    summary: raw.summary ?? [],
    footer: raw.footer ?? [],
    signatures: raw.signatures ?? [],
    notes: raw.notes ?? [],
  };
}
