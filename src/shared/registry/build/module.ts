import type { EntityInfo } from "../catalogue.ts";
import type { Predicate } from "../language.ts";
import type { Dict, Entity, Module, ModuleEntry, PrintTemplate } from "../model.ts";
import type { WholeModule } from "../whole/types.ts";
import { buildActions } from "./actions.ts";
import { buildColumns } from "./columns.ts";
import { buildFilters } from "./filters.ts";
import { fixedValuesOf } from "./fixed-values.ts";
import { buildFooter } from "./footer.ts";
import { buildForm } from "./form.ts";
import { buildFunctionSides, buildFunctions } from "./functions.ts";
import { buildLabels } from "./labels.ts";
import { buildReadable } from "./readable.ts";
import { buildLines, buildSections, titleFieldOf } from "./show.ts";
import { defaultSortOf, sortMapOf } from "./sort.ts";
import { buildStats } from "./stats.ts";
import { buildNews, buildTodos } from "./todos.ts";

/** Everything a module is built with besides its own file. */
export interface ModuleSurroundings {
  readonly entry: ModuleEntry;
  readonly file: string;
  readonly info: EntityInfo;
  readonly entities: Dict<Entity>;
  readonly prints: Dict<PrintTemplate>;
}

/** One page as every reader works with it. */
export function buildModule(raw: WholeModule, { entry, file, info, entities, prints }: ModuleSurroundings): Module {
  const entity = entities[raw.entity];
  if (!entity) throw new Error(`${file} names the unknown entity ${raw.entity}: the checks must have refused it`);
  const uses = (raw.print ?? []).map((use) => (typeof use === "string" ? { template: use } : use));
  const templates = uses.flatMap(({ template }) => prints[template] ?? []);
  const sortMap = sortMapOf(raw, info);
  const parts = {
    titleField: titleFieldOf(raw, info.fields),
    columns: buildColumns(raw.columns, entity, sortMap),
    filters: buildFilters(raw, entity),
    footer: buildFooter(raw),
    defaultSort: defaultSortOf(raw),
    sortMap,
    labels: buildLabels(raw, entity),
    actions: buildActions(raw, entity),
    sections: buildSections(raw, info),
  };
  const functions = buildFunctions(entity, parts.actions, templates.length > 0);
  return {
    id: entry.id,
    entry,
    file,
    entity: raw.entity,
    page: raw.page,
    audience: raw.audience,
    help: raw.help ?? info.raw.help ?? null,
    when: (raw.when ?? null) as Predicate | null,
    where: (raw.where ?? null) as Predicate | null,
    reach: raw.reach ?? "shop",
    ...parts,
    lines: buildLines(raw, info, entities),
    tables: (raw.tables ?? []).map((table) => ({ ...table, through: table.through ?? null })),
    fixedValues: fixedValuesOf((raw.where ?? null) as Predicate | null),
    prints: uses.map(({ template, title }) => ({ template, title: title ?? prints[template]?.title ?? template })),
    form: buildForm(raw.form),
    tree: raw.tree ?? null,
    stats: buildStats(raw.stats, entity),
    todos: buildTodos(raw, entity, parts.actions),
    news: buildNews(raw.news),
    readable: buildReadable(raw, parts, info, entity, templates),
    tableKey: raw.tableKey ?? entry.id,
    functions,
    functionSides: buildFunctionSides(entity, parts.actions, functions),
  };
}
