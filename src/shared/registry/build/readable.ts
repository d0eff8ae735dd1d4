import type { EntityInfo } from "../catalogue.ts";
import { linkOf } from "../links.ts";
import type { Audience, Entity, Module, PrintTemplate, Transition } from "../model.ts";
import type { WholeModule } from "../whole-types.ts";

const SIDES: readonly Audience[] = ["shop", "mall", "supplier"];
/** Every row needs them to be addressed and changed. */
const ALWAYS = ["Id", "rowver"];

/** What of a built module names fields. */
export type NamingParts = Pick<
  Module,
  "titleField" | "columns" | "filters" | "footer" | "defaultSort" | "sortMap" | "actions" | "sections" | "labels" | "tree"
>;

/** Side to the fields it may read: those the module names for it, less what is hidden from it. */
export function buildReadable(
  raw: WholeModule,
  parts: NamingParts,
  info: EntityInfo,
  entity: Entity,
  prints: readonly PrintTemplate[],
): Module["readable"] {
  const named = namedFields(raw, parts, entity, prints);
  const readable = (side: Audience) => {
    if (!raw.audience.includes(side)) return [];
    const filtered = parts.filters.filter(({ audience }) => audience.includes(side)).map(({ field }) => field);
    const all = [...ALWAYS, ...named, ...filtered].filter((name) => entity.fields[name]);
    const hidden = hiddenOf(raw, info, side);
    return [...new Set([...all, ...all.flatMap((name) => sourcesOf(entity, name))])].filter((name) => !hidden.includes(name));
  };
  return Object.fromEntries(SIDES.map((side) => [side, readable(side)])) as Record<Audience, string[]>;
}

/** Side to the fields that are kept from it, whether it would read them or not. */
export function buildHidden(raw: WholeModule, info: EntityInfo): Module["hidden"] {
  return Object.fromEntries(SIDES.map((side) => [side, hiddenOf(raw, info, side)])) as Record<Audience, readonly string[]>;
}

/** What the module and its entity keep from a side. */
export function hiddenOf(raw: Pick<WholeModule, "hide">, info: EntityInfo | undefined, side: Audience): readonly string[] {
  return [...(raw.hide?.[side] ?? []), ...(info?.raw.hide?.[side] ?? [])];
}

function namedFields(raw: WholeModule, parts: NamingParts, entity: Entity, prints: readonly PrintTemplate[]): string[] {
  return [
    parts.titleField,
    ...parts.columns.map(({ field }) => field),
    ...(parts.footer?.sums.flatMap(({ field, ratio }) => [field, ...(ratio ?? [])]) ?? []),
    ...parts.defaultSort.map(({ field }) => field),
    ...Object.values(parts.sortMap),
    ...parts.sections.flatMap(({ fields }) => fields),
    ...parts.actions.flatMap(({ transition }) => transitionFields(entity.transitions[transition ?? ""])),
    ...(raw.tables ?? []).map(({ on }) => linkOf(on).field),
    ...prints.flatMap(printedFields),
    ...pageFields(raw, parts.tree, entity),
  ];
}

/** The state that a button changes, and what is read before. */
function transitionFields(transition: Transition | undefined): string[] {
  if (transition === undefined) return [];
  const { columns, totals } = transition.preview ?? { columns: [], totals: [] };
  return [transition.field, ...[...columns, ...totals].map(({ field }) => field)];
}

/** What a template prints of the head row; of every row, where the rows are its lines. */
function printedFields({ lines, header, barcode, columns, sums, capitals, summary, footer }: PrintTemplate): string[] {
  const table = lines === null ? [...columns.map(({ field }) => field), ...sums] : [];
  return [...header, ...(barcode === null ? [] : [barcode]), ...table, ...capitals, ...summary, ...footer];
}

/** What the page's own kind reads. */
function pageFields({ form, cards, charts = [] }: WholeModule, tree: Module["tree"], { fields }: Entity): string[] {
  const ofForm = form ? [form.value, fields[form.value ?? ""]?.setting, ...(form.fields ?? [])] : [];
  const ofTree = tree ? [tree.key, tree.label] : [];
  const measures = [...(cards ?? []), ...charts.flatMap((chart) => chart.measures)];
  const ofStats = [...measures.map(({ field }) => field), ...charts.map(({ by }) => by)];
  return [...ofForm, ...ofTree, ...ofStats].filter((name) => name !== undefined && name !== null);
}

/** The status field whose text a label field shows. */
function sourcesOf(entity: Entity, name: string): string[] {
  const computed = entity.fields[name]?.computed;
  return computed?.kind === "label" ? [computed.label] : [];
}
