import type { ColumnFormat } from "../../protocol/screen.ts";
import type { EntityInfo } from "../catalogue.ts";
import { dict } from "../dict.ts";
import type { RawForm } from "../generated/raw.ts";
import type { Predicate, Scalar } from "../language.ts";
import { linkOf } from "../links.ts";
import type { Dict, Entity, EnumValue, Field, Form, Module, ModuleEntry, PrintTemplate } from "../model.ts";
import { pageKindOf } from "../whole-module.ts";
import type { WholeModule } from "../whole-types.ts";
import { buildActions } from "./actions.ts";
import { asField, buildColumns } from "./columns.ts";
import { isAfterReading } from "./computed.ts";
import { buildEnumValue } from "./field.ts";
import { buildFilters } from "./filters.ts";
import { buildFunctionSides, buildFunctions } from "./functions.ts";
import { cardOf, pinnedOf } from "./lead.ts";
import { buildHidden, buildReadable } from "./readable.ts";
import { buildLines, buildPageSections, titleFieldOf } from "./show.ts";
import { buildStats } from "./stats.ts";
import { buildNews, buildTodos } from "./todos.ts";
import { formatOf } from "./type-defaults.ts";

/** Everything a module is built with besides its own file. */
export interface ModuleSurroundings {
  readonly entry: ModuleEntry;
  readonly file: string;
  readonly info: EntityInfo;
  readonly entities: Dict<Entity>;
  /** Its entity as the files and every profile have it. */
  readonly everywhere: readonly Entity[];
  readonly prints: Dict<PrintTemplate>;
}

/** One page as every reader works with it. */
export function buildModule(raw: WholeModule, { entry, file, info, entities, everywhere, prints }: ModuleSurroundings): Module {
  const entity = entities[raw.entity];
  if (!entity) throw new Error(`${file} names the unknown entity ${raw.entity}: the checks must have refused it`);
  const uses = (raw.print ?? []).map((use) => (typeof use === "string" ? { key: use } : use));
  const templates = uses.flatMap(({ key }) => prints[key] ?? []);
  const sortMap = sortMapOf(raw, info);
  const labels = buildLabels(raw, entity);
  const parts = {
    titleField: titleFieldOf(raw, info),
    columns: buildColumns(raw.columns, entity, sortMap, labels),
    filters: buildFilters(raw, entity),
    footer: buildFooter(raw),
    defaultSort: defaultSortOf(raw),
    sortMap,
    labels,
    actions: buildActions(raw, entity),
    sections: buildPageSections(raw, info),
    tree: raw.tree === undefined ? null : treeOf(raw.tree, entity, entities),
  };
  const functions = buildFunctions({ entity, everywhere }, parts.actions, templates.length > 0);
  return {
    id: entry.id,
    entry,
    file,
    entity: raw.entity,
    page: pageKindOf(raw),
    override: pageKindOf(raw) === "override" ? (raw.page ?? null) : null,
    audience: raw.audience,
    help: raw.help ?? info.raw.help ?? null,
    when: (raw.when ?? null) as Predicate | null,
    where: (raw.where ?? null) as Predicate | null,
    reach: raw.market ? "market" : "shop",
    ...parts,
    pinned: pinnedOf(raw, info),
    card: cardOf(raw, info),
    lines: buildLines(raw, info, entities),
    tables: (raw.tables ?? []).map(({ module, on, of: through = null, columns }) => {
      const { field: key, key: field } = linkOf(on);
      return { module, field, key, columns, through };
    }),
    fixedValues: fixedValuesOf((raw.where ?? null) as Predicate | null),
    prints: uses.map(({ key, title }) => ({ template: key, title: title ?? prints[key]?.title ?? key })),
    form: buildForm(raw.form),
    stats: buildStats(raw, entity),
    todos: buildTodos(raw, parts.actions),
    news: buildNews(raw, entity),
    writes: raw.writes ?? {},
    begin: raw.begin === undefined ? null : { ...raw.begin, rows: raw.begin.rows ?? 1, counts: raw.begin.counts ?? null },
    readable: buildReadable(raw, parts, info, entity, templates),
    hidden: buildHidden(raw, info),
    tableKey: raw.tableKey ?? entry.id,
    functions,
    functionSides: buildFunctionSides({ entity, everywhere }, parts.actions, functions),
  };
}

/** What a form page works with; null: the page is none. */
function buildForm(raw: RawForm | undefined): Form | null {
  return raw === undefined ? null : { mode: raw.fields ? "own" : "settings", value: raw.value ?? null, editable: raw.fields ?? [] };
}

/** A tree of groups, as the entity of its grants says it: what their rows name a group by. */
function treeOf(grants: string, entity: Entity, entities: Dict<Entity>): NonNullable<Module["tree"]> {
  const link = Object.values(entities[grants]?.fields ?? {}).find(({ ref }) => ref?.entity === entity.name);
  if (!link?.ref) throw new Error(`rows of ${grants} name no ${entity.name}: the checks must have refused it`);
  return { key: link.ref.key, label: entity.label ?? link.ref.key, grants };
}

/** The codes of every status and flag field as this page shows them: the entity's, with the module's own texts over them. */
function buildLabels(raw: WholeModule, entity: Entity): Dict<readonly EnumValue[]> {
  const coded = Object.values(entity.fields).filter(({ values }) => values.length > 0);
  return dict(coded.map((field) => [field.name, relabelled(field, raw.values?.[field.name]?.map(buildEnumValue) ?? [])] as const));
}

function relabelled(field: Field, own: readonly EnumValue[]): EnumValue[] {
  return field.values.map((value) => own.find(({ code }) => code === value.code) ?? value);
}

const LABEL = "合计";
/** Sums have the decimals of money where the page says nothing (docs/decisions/21). */
const DECIMALS: Readonly<Partial<Record<ColumnFormat, number>>> = { money: 2, quantity: 3, rate: 6 };

/** The sum row; null: the table has none. */
function buildFooter({ footer, audience: all }: WholeModule): Module["footer"] {
  if (!footer) return null;
  const sums = footer.sums.map(asField);
  return {
    label: footer.label ?? LABEL,
    sums: sums.map(({ field, format, ratio = null, audience = all }) => ({
      field,
      decimals: DECIMALS[formatOf(format) ?? "money"] ?? 2,
      ratio,
      audience,
    })),
  };
}

/** What a page's fixed condition says of every row, so that a new row is one of them: its equalities with plain values. */
function fixedValuesOf(where: Predicate | null): Dict<Scalar> {
  return dict(where === null ? [] : equalities(where));
}

function equalities(predicate: Predicate): [string, Scalar][] {
  if ("all" in predicate) return predicate.all.flatMap(equalities);
  if (!("eq" in predicate)) return [];
  const [field, operand] = predicate.eq;
  return typeof operand === "object" ? [] : [[field, operand]];
}

/** What every list may be sorted by where the entity has it. */
const SORT_FIELDS = ["Id", "Remark", "Bala_sum", "Provider", "TotalMoney"];
const DEFAULT_SORT = ["-Id"];

/** Sort name to field: the module's own map or the usual one, and the columns that say `sortable`. */
function sortMapOf(raw: WholeModule, { fields }: EntityInfo): Dict<string> {
  const usual = SORT_FIELDS.filter((name) => fields.has(name) && !isAfterReading(fields.get(name)?.raw.computed));
  const map = raw.sort?.map ?? Object.fromEntries(usual.map((name) => [name, name]));
  const marked = raw.columns.flatMap((column) => (typeof column === "object" && column.sortable ? [column.field] : []));
  return dict([...Object.entries(map), ...marked.map((name) => [name, map[name] ?? name] as const)]);
}

/** The order of a freshly opened page. */
function defaultSortOf(raw: WholeModule): Module["defaultSort"] {
  return (raw.sort?.default ?? DEFAULT_SORT).map((part) =>
    part.startsWith("-") ? { field: part.slice(1), order: "desc" } : { field: part, order: "asc" },
  );
}
