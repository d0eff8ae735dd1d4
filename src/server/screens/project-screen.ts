import { addDays, dayOf } from "../../shared/domain/day.ts";
import { leadsOn, wayBack } from "../../shared/domain/transition-ways.ts";
import { type Operator, WAITS } from "../../shared/protocol/list.ts";
import type {
  ActionKind,
  ColumnFormat,
  ScreenAction,
  ScreenColumn,
  ScreenFilter,
  ScreenModel,
  ScreenStats,
  SettingsForm,
} from "../../shared/protocol/screen.ts";
import type { Action, Entity, Filter, Form, Measure, Module, Registry, Transition } from "../../shared/registry/model.ts";
import { isNumberField } from "../../shared/registry/rights/number-fields.ts";
import { actionsOf } from "../../shared/registry/rights/offered-actions.ts";
import { ownFields } from "../../shared/registry/rights/own-fields.ts";
import { type Readable, readableFilters, readableStats, readableSums } from "../../shared/registry/rights/readable.ts";
import { todosOf } from "../../shared/registry/rights/todos.ts";
import { envOf, profileOf, type Viewer } from "../base/viewer.ts";
import type { QueryContext } from "../query/context.ts";
import { isKeyed } from "../query/list-plan.ts";
import { readableOf } from "../query/readable.ts";
import { attachmentStep } from "./attachment-step.ts";
import { columnsOf, entityOf, linesOf, statusLabels } from "./project-columns.ts";
import { projectForm } from "./project-form.ts";

/** The module as this user may see it: readable columns, filters of his side, sums he may read, actions and prints he may use. */
export function projectScreen(ctx: QueryContext, module: Module): ScreenModel {
  const { registry, viewer, now } = ctx;
  const entity = entityOf(registry, module.entity);
  const readable = readableOf(ctx, module, entity);
  const held = viewer.rights.get(module.id) ?? new Set<string>();
  const columns = listColumnsOf(ctx, module, readable);
  const usual = module.defaultSort.filter(({ field }) => readable.fields.has(field));
  const waiting = waitingOf(ctx, module, entity);
  return {
    MdlId: module.id,
    name: module.entry.name,
    title: module.entry.title,
    path: module.entry.path,
    page: module.page,
    override: module.override,
    help: module.help ?? "",
    tableKey: module.tableKey,
    columns,
    card: module.card.filter((field) => columns.some((column) => column.field === field)),
    filters: readableFilters(module, readable, viewer).map(projectFilter(registry, module, entity, now)),
    waiting,
    footer: projectFooter(module, readable),
    defaultSort: waiting.length > 0 ? [{ field: WAITS, order: "desc" }, ...usual] : usual,
    actions: projectActions(registry, viewer, module, entity),
    functions: [...held],
    show: projectShow(registry, module, readable),
    print: held.has("print") ? module.prints : [],
    form: projectForm(ctx, module),
    settings: module.form === null ? null : settingsOf(registry, module.form, entity),
    tree: module.tree === null ? null : { key: module.tree.key, label: module.tree.label },
    stats: projectStats(registry, module, readable),
    version: registry.version,
  };
}

/** What waits for the viewer on a page of rows. */
function waitingOf({ registry, viewer, now }: QueryContext, module: Module, entity: Entity): string[] {
  if (module.page !== "list" && module.page !== "override") return [];
  return todosOf(viewer, module, entity, envOf(registry, viewer, module, now)).map(({ title }) => title);
}

/** The columns of the table: those that are always in view first, without the viewer's own code and name. */
function listColumnsOf({ registry, viewer }: QueryContext, module: Module, readable: Readable): ScreenColumn[] {
  const own = ownFields(registry.entities, module, viewer);
  const shown = module.columns.filter(({ isCarried, field }) => !isCarried && !own.has(field)).map(({ field }) => field);
  const pinned = module.pinned.filter((field) => shown.includes(field));
  const rest = shown.filter((field) => !pinned.includes(field));
  const isPinned = new Set(pinned);
  return columnsOf(registry, module, readable, [...pinned, ...rest]).map((column) => ({
    ...column,
    fixed: isPinned.has(column.field) ? "left" : null,
  }));
}

function settingsOf({ settings }: Registry, form: Form, { fields }: Entity): SettingsForm {
  return { ...form, key: fields[form.value ?? ""]?.setting ?? null, declared: form.mode === "settings" ? settings : {} };
}

function projectFilter({ entities }: Registry, module: Module, entity: Entity, now: Date) {
  const isNumber = (name: string) => {
    const field = entity.fields[name];
    return field !== undefined && isNumberField(entities, entity, field);
  };
  return ({ field, title, control, operator, initial }: Module["filters"][number]): ScreenFilter => ({
    field,
    title,
    control,
    operator,
    options: statusLabels(module.labels[field]),
    initial: initialOf(initial, operator, now),
    isNumber: control === "text" && isNumber(field),
  });
}

/** Without any sum there is no footer. */
function projectFooter(module: Module, readable: Readable): ScreenModel["footer"] {
  const sums = readableSums(module, readable).map(({ field, decimals, ratio }) => ({ field, decimals, ...(ratio !== null && { ratio }) }));
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

const DAYS_SHOWN = 31;

/** The ready value of a filter on a freshly opened page, counted from today in Shanghai; both ends belong to a range. */
function initialOf(initial: Filter["initial"], operator: Operator, now: Date): ScreenFilter["initial"] {
  const today = dayOf(now);
  if (initial === null) return null;
  if (operator !== "between") return today;
  if (initial === "last31days") return [addDays(today, 1 - DAYS_SHOWN), today];
  return initial === "thisMonth" ? [`${today.slice(0, 8)}01`, today] : [today, today];
}

/** The cards and charts this side may read, in the order in which their numbers are answered; null: the page is no board. */
function projectStats(registry: Registry, module: Module, readable: Readable): ScreenStats | null {
  const stats = module.page === "stats" ? readableStats(module, readable) : null;
  if (stats === null) return null;
  const entity = entityOf(registry, module.entity);
  return {
    cards: stats.cards.map(({ title, tone, measure }) => ({ title, tone, format: formatOf(measure, entity) })),
    charts: stats.charts.flatMap(({ title, kind, by, measures }) => {
      const [axis] = columnsOf(registry, module, readable, [by]);
      return axis
        ? [{ title, kind, by: axis, measures: measures.map((measure) => ({ ...measure, format: formatOf(measure, entity) })) }]
        : [];
    }),
  };
}

/** A number is drawn as its field is; how many rows there are is a whole number. */
export function formatOf({ of, field }: Measure, { fields }: Entity): ColumnFormat {
  return of === "count" || field === null ? "integer" : (fields[field]?.format ?? "integer");
}

const BUILT_IN = ["create", "edit", "delete", "grant", "restore", "generate", "import"] as const satisfies readonly ActionKind[];

/** The buttons of the page that this user may use. */
function projectActions(registry: Registry, viewer: Viewer, module: Module, entity: Entity): ScreenAction[] {
  const actions = actionsOf(viewer, module, entity);
  const back = actions.flatMap(({ transition, all }) => (all ? [] : (entity.transitions[transition ?? ""] ?? [])));
  return actions.map(projectAction(registry, viewer, entity, back));
}

/** A button as its page draws it. `back`: the transitions by which others may be taken back. */
function projectAction(registry: Registry, viewer: Viewer, entity: Entity, back: readonly Transition[]): (action: Action) => ScreenAction {
  return (action) => {
    const { name, title, functionKey, needsReason, danger, bulk, all, open } = action;
    const transition = action.transition === null ? undefined : entity.transitions[action.transition];
    const undo = transition === undefined ? null : wayBack(transition, back);
    const path = open === null ? "" : (profileOf(registry, viewer.shopId).modules[open.module]?.entry.path ?? "");
    return {
      action: name,
      title,
      functionKey,
      kind: kindOf(action, transition),
      needsReason,
      reasonTitle: transition?.reasonTitle ?? "",
      ticks: transition?.ticks ?? null,
      all,
      open: open === null ? null : { path, page: open.page, with: open.with },
      danger,
      bulk,
      ...(transition?.preview && { hasPreview: true as const }),
      ...(transition !== undefined && leadsOn(entity, transition) && { isNext: true as const }),
      ...(undo !== null && { undo: undo.name }),
    };
  };
}

function kindOf({ name, open }: Action, transition: Transition | undefined): ActionKind {
  if (open !== null) return "open";
  return (transition === undefined ? BUILT_IN.find((kind) => kind === name) : attachmentStep(transition)) ?? "transition";
}
