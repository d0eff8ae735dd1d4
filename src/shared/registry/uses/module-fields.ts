import type { ModuleInfo } from "../context.ts";
import type { RawLines } from "../generated/raw.ts";
import type { Place } from "../place.ts";
import type { WholeModule } from "../whole/types.ts";
import { entries, keys, listed, type Named, ordered, single } from "./named.ts";
import { type TodoUse, todosOf } from "./todos.ts";

/** What a module uses a field for. */
export type Purpose =
  | "column"
  | "sortable"
  | "filter"
  | "sum"
  | "sumColumn"
  | "defaultSort"
  | "sortMap"
  | "label"
  | "section"
  | "title"
  | "form"
  | "tree"
  | "measure"
  | "axis"
  | "hide"
  | "open"
  | "todo"
  | "news"
  | "lineColumn"
  | "lineSum";

/** A field that a module names, of its own entity or of one of its lines. */
export interface ModuleFieldUse extends Named {
  readonly purpose: Purpose;
  readonly entity: string;
  /** Sides it is for; undefined: all of the module's. */
  readonly sides?: WholeModule["audience"] | undefined;
}

type Found = readonly (readonly [Purpose, readonly (Named & Pick<ModuleFieldUse, "sides">)[]])[];

/** Every field a module names outside conditions. */
export function moduleFields(module: ModuleInfo): ModuleFieldUse[] {
  const { raw, at } = module;
  const own: Found = [
    ["column", entries(raw.columns, "field", at.in("columns"))],
    ["sortable", sortableColumns(raw, at)],
    ["filter", entries(raw.filters, "field", at.in("filters"))],
    ["title", single(raw.titleField, at.in("titleField"))],
    ["label", keys(raw.labels, at.in("labels"))],
    ["defaultSort", ordered(raw.sort?.default, at.in("sort", "default"))],
    ["sortMap", values(raw.sort?.map, at.in("sort", "map"))],
    ["section", (raw.show?.sections ?? []).flatMap(({ fields }, index) => listed(fields, at.in("show", "sections", index, "fields")))],
    ["hide", Object.entries(raw.permissions ?? {}).flatMap(([side, { hide }]) => listed(hide, at.in("permissions", side, "hide")))],
    ["open", openedFields(raw, at.in("actions"))],
    ["todo", todosOf(module).flatMap((todo) => todoFields(todo))],
    ["news", newsFields(raw, at.in("news"))],
    ...footerFields(raw, at.in("footer", "sums")),
    ...pageFields(raw, at),
  ];
  const lines = (raw.show?.lines ?? []).flatMap((table, index) => lineFields(table, at.in("show", "lines", index)));
  return [...own.flatMap(([purpose, names]) => names.map((named) => ({ ...named, purpose, entity: raw.entity }))), ...lines];
}

/** Fields of the row that another page starts with. */
function openedFields(raw: WholeModule, at: Place): Named[] {
  return (raw.actions ?? []).flatMap((action, index) =>
    typeof action === "object" ? values(action.open?.with, at.in(index, "open", "with")) : [],
  );
}

function todoFields({ raw, at, sides }: TodoUse): (Named & Pick<ModuleFieldUse, "sides">)[] {
  return entries(raw.filters, "field", at.in("filters")).map((named) => ({ ...named, sides: [...sides] as WholeModule["audience"] }));
}

function newsFields({ news }: WholeModule, at: Place): Named[] {
  return (["time", "isread", "pinned", "note", "picture"] as const).flatMap((name) => single(news?.[name], at.in(name)));
}

function sortableColumns(raw: WholeModule, at: Place): Named[] {
  return raw.columns.flatMap((column, index) =>
    typeof column === "object" && column.sortable ? [{ name: column.field, at: at.in("columns", index, "sortable") }] : [],
  );
}

/** With a ratio the field only says in which column it stands; what is summed is the ratio's two. */
function footerFields(raw: WholeModule, at: Place): Found {
  return entries(raw.footer?.sums, "field", at).flatMap((named, index): Found => {
    const sum = raw.footer?.sums[index];
    if (typeof sum !== "object") return [["sum", [named]]];
    const { audience: sides, ratio } = sum;
    if (ratio === undefined) return [["sum", [{ ...named, sides }]]];
    return [
      ["sumColumn", [named]],
      ["sum", listed(ratio, at.in(index, "ratio")).map((part) => ({ ...part, sides }))],
    ];
  });
}

function pageFields({ form, tree, stats }: WholeModule, at: Place): Found {
  const ofForm = (["group", "label", "value", "valueType", "fallback"] as const).flatMap((name) =>
    single(form?.[name], at.in("form", name)),
  );
  const cards = (stats?.cards ?? []).map(({ measure }, index) => ({ measure, at: at.in("stats", "cards", index, "measure") }));
  const bars = (stats?.charts ?? []).flatMap(({ measures }, chart) =>
    measures.map((measure, index) => ({ measure, at: at.in("stats", "charts", chart, "measures", index) })),
  );
  return [
    ["form", [...ofForm, ...listed(form?.editable, at.in("form", "editable"))]],
    ["tree", (["key", "label"] as const).flatMap((name) => single(tree?.[name], at.in("tree", name)))],
    ["measure", [...cards, ...bars].flatMap(({ measure, at: place }) => single(measure.field, place.in("field")))],
    ["axis", (stats?.charts ?? []).flatMap(({ by }, index) => single(by, at.in("stats", "charts", index, "by")))],
  ];
}

function lineFields({ entity, columns, sums }: RawLines, at: Place): ModuleFieldUse[] {
  const found: Found = [
    ["lineColumn", entries(columns, "field", at.in("columns"))],
    ["lineSum", listed(sums, at.in("sums"))],
  ];
  return found.flatMap(([purpose, names]) => names.map((named) => ({ ...named, purpose, entity })));
}

function values(map: Readonly<Record<string, string>> | undefined, at: Place): Named[] {
  return Object.entries(map ?? {}).map(([key, name]) => ({ name, at: at.in(key) }));
}
