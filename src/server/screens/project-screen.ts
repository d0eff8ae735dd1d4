import type { ScreenFilter, ScreenModel } from "../../shared/protocol/screen.ts";
import type { Module, Registry } from "../../shared/registry/model.ts";
import { audienceOf, fits } from "../base/audience.ts";
import type { QueryContext } from "../query/context.ts";
import { readableSums } from "../query/list-page.ts";
import { isKeyed } from "../query/list-plan.ts";
import { actionsOf } from "../query/offered-actions.ts";
import { type Readable, readableOf } from "../query/readable.ts";
import { projectAction } from "./project-action.ts";
import { columnsOf, entityOf, linesOf, statusLabels } from "./project-columns.ts";
import { projectForm } from "./project-form.ts";
import { initialOf } from "./project-initial.ts";
import { projectStats } from "./project-stats.ts";

/** The module as this user may see it: readable columns, filters of his side, sums he may read, actions and prints he may use. */
export function projectScreen(ctx: QueryContext, module: Module): ScreenModel {
  const { registry, viewer, now } = ctx;
  const own = audienceOf(viewer);
  const entity = entityOf(registry, module.entity);
  const readable = readableOf(ctx, module, entity);
  const held = viewer.rights.get(module.id) ?? new Set<string>();
  const isShown = ({ field, audience }: Module["filters"][number]) => readable.fields.has(field) && fits(audience, own);
  return {
    MdlId: module.id,
    name: module.entry.name,
    title: module.entry.title,
    path: module.entry.path,
    page: module.page,
    override: module.entry.override,
    help: module.help ?? "",
    tableKey: module.tableKey,
    columns: columnsOf(
      registry,
      module,
      readable,
      module.columns.filter(({ isCarried }) => !isCarried).map(({ field }) => field),
    ),
    filters: module.filters.filter(isShown).map(projectFilter(module, now)),
    footer: projectFooter(module, readable),
    defaultSort: module.defaultSort.filter(({ field }) => readable.fields.has(field)),
    actions: actionsOf(viewer, module, entity).map(projectAction(registry, viewer, entity)),
    functions: [...held],
    show: projectShow(registry, module, readable),
    print: held.has("print") ? module.prints : [],
    form: projectForm(ctx, module),
    settings: module.form,
    tree: module.tree === null ? null : { key: module.tree.key, label: module.tree.label },
    stats: projectStats(registry, module, readable),
    version: registry.version,
  };
}

function projectFilter(module: Module, now: Date) {
  return ({ field, title, control, operator, initial }: Module["filters"][number]): ScreenFilter => ({
    field,
    title,
    control,
    operator,
    options: statusLabels(module.labels[field]),
    initial: initialOf(initial, operator, now),
  });
}

/** Without any sum there is no footer. */
function projectFooter(module: Module, readable: Readable): ScreenModel["footer"] {
  const sums = readableSums(module, readable).map(({ field, decimals }) => ({ field, decimals }));
  return module.footer === null || sums.length === 0 ? null : { label: module.footer.label, sums };
}

/** Rows that are sums over others have no document of their own. */
function projectShow(registry: Registry, module: Module, readable: Readable): ScreenModel["show"] {
  const hasKey = isKeyed(entityOf(registry, module.entity));
  const sections = (hasKey ? module.sections : []).map(({ title, fields }) => ({
    title,
    fields: columnsOf(registry, module, readable, fields),
  }));
  return {
    titleField: module.titleField,
    sections: sections.filter(({ fields }) => fields.length > 0),
    lines: module.lines.map((lines) => linesOf(registry, lines, readable)),
  };
}
