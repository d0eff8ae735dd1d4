import { createHash } from "node:crypto";
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type PageResult, WAITS, type WireRow } from "../../shared/protocol/list.ts";
import type { Entity, Field, Module } from "../../shared/registry/model.ts";
import { actionsOf } from "../../shared/registry/rights/offered-actions.ts";
import { readableSums } from "../../shared/registry/rights/readable.ts";
import { KEY } from "../base/technical.ts";
import { KEEPS_PLAN } from "../db/driver/kept-plan.ts";
import { stepsOn } from "../db/driver/steps.ts";
import { AskedPages } from "./asked-pages.ts";
import type { QueryContext } from "./context.ts";
import { isInParts, type ListPlan, listPlan, PLAN_ALIAS } from "./list-plan.ts";
import type { Filter } from "./parse-filter.ts";
import { type ListParameters, type ListRequest, parseListRequest, type SortBy } from "./parse-list-request.ts";
import { answerPresenter, neededFields, withVersion } from "./present.ts";
import { inSql, readCells, selectFields } from "./read-cells.ts";
import { readTogether } from "./scope.ts";
import type { Rows } from "./scoped.ts";
import { askTotals, listTotals, type Summed } from "./sums.ts";
import { asksForWaits, waitsOrder } from "./waiting.ts";
import { hasWindows } from "./window-rows.ts";
import { withNames } from "./with-names.ts";

/** One page of a module's rows, with their number and sums over the whole filter. Throws ApiError 400 for bad parameters. */
export async function listPage(ctx: QueryContext, module: Module, parameters: ListParameters): Promise<PageResult> {
  const page = await asked.find(ctx, module, parameters, () => preparePage(ctx, module, parameters), isOfParametersAlone);
  const { rows, sums, request } = page;
  // Where others wait for as long as a statement takes, the sums are read in steps.
  const isInSteps = stepsOn(ctx.db) !== null;
  const [answers = [], [summed] = []] = await readTogether(ctx, isInSteps ? [rows] : [rows, sums.select]);
  const totals = isInSteps ? await listTotals(listPlan(ctx, module), request.filter, sums.of) : sums.read(summed);
  const isTruncated = request.isCapped && request.page * request.size < totals.count;
  return { rows: answers.map(page.present), total: totals.count, footer: totals.sums, ...(isTruncated && { truncated: true }) };
}

/** A page before it is read. */
interface PreparedPage extends Pick<OpenedList, "request" | "present"> {
  readonly rows: CompiledQuery;
  readonly sums: { readonly of: readonly Summed[]; readonly select: CompiledQuery; readonly read: ReturnType<typeof askTotals>["read"] };
}

const asked = new AskedPages<PreparedPage>();

async function preparePage(ctx: QueryContext, module: Module, parameters: ListParameters): Promise<PreparedPage> {
  const { plan, request, fields, present } = await openList(ctx, module, parameters);
  const of = readableSums(module, plan.readable);
  const totals = askTotals(plan, request.filter, of);
  const rows = withPlan(plan, pageRows(plan, request, fields)).compile();
  return { rows, sums: { of, select: totals.rows.compile(), read: totals.read }, request, present };
}

/** For a text that is looked for the names were looked up in which it is found. */
const isOfParametersAlone = ({ request: { filter } }: PreparedPage): boolean => filter === null || !looksForText(filter);

function looksForText(filter: Filter): boolean {
  return "parts" in filter ? filter.parts.some(looksForText) : filter.operator === "contains";
}

/** A list that was asked for, before any of its rows is read. */
export interface OpenedList {
  readonly plan: ListPlan;
  readonly request: ListRequest;
  /** What is selected of each row, besides its key. */
  readonly fields: readonly Field[];
  /** An answer of the database as it travels. */
  readonly present: (answer: Readonly<Record<string, unknown>>) => WireRow;
}

/**
 * Reads the parameters of a list. `isTaken`: its rows are taken away, and carry neither what may be done with them nor their version. Throws
 * ApiError 400 for bad parameters.
 */
export async function openList(ctx: QueryContext, module: Module, parameters: ListParameters, isTaken = false): Promise<OpenedList> {
  const plan = listPlan(ctx, module);
  const { entity, readable, scope, columns } = plan;
  const asked = parseListRequest(parameters, module, readable);
  const request = { ...asked, filter: await withNames(plan, asked.filter) };
  const actions = isTaken ? null : actionsOf(ctx.viewer, module, entity);
  const shown = isTaken ? request.columns : withVersion(request.columns, readable.fields);
  const names = shown.map(({ name }) => name);
  const fields = inSql([...neededFields(names, entity, module.labels, actions ?? []), ...groupedBy(entity)], columns);
  const present = answerPresenter({ entity, env: scope.env, fields: shown, labels: module.labels, actions }, fields);
  return {
    plan,
    request,
    fields,
    present: (answer) => present(answer, keyOf(plan, answer)),
  };
}

/** A view of many tables takes PostgreSQL much longer to plan than to read. */
function withPlan({ entity }: ListPlan, rows: Rows): Rows {
  return (entity.view?.parts.length ?? 0) > 1 ? rows.withPlugin(KEEPS_PLAN) : rows;
}

const PAGE = "p";
/** By which part a row was found: to work it out once more takes PostgreSQL longer to plan than the page to read. */
const IS_WAITING = "waiting";
const DEEP = 500;

/**
 * The page's rows. Unless they are simply the newest, their keys are found first: filtering, sorting and skipping is then
 * done in an index that carries the fields, and values that come from other rows are computed for the page alone.
 */
function pageRows(plan: ListPlan, request: ListRequest, fields: readonly Field[]): Rows {
  const { columns, key, entity } = plan;
  const start = (request.page - 1) * request.size;
  if (key !== null && asksOfWaits(request) && isInParts(plan)) return pageOfParts(plan, request, fields, key);
  const limited = ordered(plan.rows(request.filter), plan, request).limit(request.size).offset(start);
  if (key === null) return selectFields(limited, fields, columns);
  // What looks at all rows anyway is not looked at twice.
  if ((isNewest(request) && start < DEEP) || hasWindows(entity)) return selectFields(limited, fields, columns).select(key.as(KEY));
  const found = rowsWith(plan, limited.select(key.as(KEY)), key);
  return selectFields(ordered(found, plan, request), fields, columns).select(key.as(KEY));
}

/** The rows with these keys. */
function rowsWith({ scope, entity }: ListPlan, keys: Rows, key: RawBuilder<unknown>): Rows {
  const isOnPage = sql<boolean>`${sql.ref(`${PAGE}.${KEY}`)} = ${key}`;
  return scope.rows(entity, PLAN_ALIAS).innerJoin(keys.as(PAGE), (join) => join.on(isOnPage)) as unknown as Rows;
}

/** The page's rows from the two parts: the first of each, of which the page is cut. */
function pageOfParts(plan: ListPlan, request: ListRequest, fields: readonly Field[], key: RawBuilder<unknown>): Rows {
  const { scope, columns } = plan;
  const start = (request.page - 1) * request.size;
  // Within a part all wait, or none does.
  const within = { ...request, sort: request.sort.filter(({ field }) => field !== WAITS) };
  const [waiting, rest] = plan.parts(request.filter).map((part, at) => {
    return scope
      .over(
        ordered(part, plan, within)
          .limit(start + request.size)
          .select([key.as(KEY), (at === 0 ? sql`true` : sql`false`).as(IS_WAITING)]),
        `w${at}`,
      )
      .selectAll();
  });
  if (waiting === undefined || rest === undefined) throw new Error("a plan has two parts");
  const found = ordered(rowsWith(plan, waiting.unionAll(rest), key), plan, request, sql.ref(`${PAGE}.${IS_WAITING}`));
  return selectFields(found.limit(request.size).offset(start), fields, columns).select(key.as(KEY));
}

const asksOfWaits = ({ filter, sort }: ListRequest) => sort.some(({ field }) => field === WAITS) || asksForWaits(filter);

function isNewest({ filter, sort }: ListRequest): boolean {
  return filter === null && sort.every(({ field }) => field === KEY);
}

/** As asked for, and always down to a single row: pages must not overlap. `waits`: whether a row waits for whoever asks, where that is known. */
export function ordered(rows: Rows, { columns, key, entity }: ListPlan, { sort }: ListRequest, waits?: RawBuilder<unknown>): Rows {
  const own = (name: string) => (name === KEY && key !== null ? key : name === WAITS ? (waits ?? waitsOrder(columns)) : columns.expr(name));
  const last: readonly SortBy[] =
    key === null ? groupedBy(entity).map((field) => ({ field, order: "asc" })) : [{ field: KEY, order: "desc" }];
  const all = [...sort, ...last.filter(({ field }) => !sort.some((by) => by.field === field))];
  return all.reduce((sorted, { field, order }) => sorted.orderBy(own(field), order), rows);
}

function groupedBy(entity: Entity): readonly string[] {
  return entity.view?.groupBy ?? [];
}

/** The row's key; rows of a grouped view get one made of what they are grouped by, to tell them apart on the screen. */
function keyOf({ key, entity, columns }: ListPlan, answer: Readonly<Record<string, unknown>>): string | number {
  if (key !== null) return Number(answer[KEY]);
  const cells = readCells(answer, inSql(groupedBy(entity), columns));
  const values = groupedBy(entity).map((name) => String(cells[name] ?? ""));
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16);
}
