import type { EntityInfo } from "../catalogue.ts";
import type { RawPrint } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
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
    titles: (raw.titles ?? []).map((other) => ({ when: other.when as Predicate, title: other.title })),
    entity: raw.entity,
    paper: raw.paper,
    header: raw.header,
    lines: raw.lines ?? null,
    via: raw.via ?? null,
    group: raw.group ? { by: raw.group.by, sums: raw.group.sums, collapse: raw.group.collapse ?? false } : null,
    columns: raw.columns.map(column),
    pageSum: raw.pageSum ?? [],
    total: raw.total ?? [],
    capitals: [raw.capitals ?? []].flat(),
    summary: raw.summary ?? [],
    footer: raw.footer ?? [],
    signatures: raw.signatures ?? [],
    notes: raw.notes ?? [],
    stamp: raw.stamp ? { when: raw.stamp.when as Predicate, text: raw.stamp.text } : null,
  };
}
