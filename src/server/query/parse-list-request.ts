import { WAITS } from "../../shared/protocol/list.ts";
import type { Field, Module } from "../../shared/registry/model.ts";
import type { Readable } from "../../shared/registry/rights/readable.ts";
import { KEY_COPY } from "../base/technical.ts";
import { isInSql } from "./computed-kinds.ts";
import { type Filter, parseFilter } from "./parse-filter.ts";
import { withWaitsReadable } from "./waiting.ts";
import { WireProblems } from "./wire-problems.ts";

/** Parameters of GetPage and its like, as they came: texts, checked here and nowhere else. Others are not looked at. */
export type ListParameters = Readonly<Partial<Record<"page" | "rows" | "sort" | "order" | "filter" | "columns", unknown>>>;

export interface ListRequest {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  /** The size asked for was larger than one answer may be. */
  readonly isCapped: boolean;
  readonly sort: readonly SortBy[];
  readonly filter: Filter | null;
  /** Fields to answer with, besides the key. */
  readonly columns: readonly Field[];
}

export interface SortBy {
  readonly field: string;
  readonly order: "asc" | "desc";
}

/** Rows of one answer at most (docs/decisions/20). */
const PAGE_CAP = 5000;
const DEFAULT_SIZE = 35;
const MOST_SORTS = 5;
const LONGEST_LIST = 4000;

/** Reads the parameters, or throws Code 400 that names everything wrong with them. */
export function parseListRequest(parameters: ListParameters, module: Module, readable: Readable): ListRequest {
  const problems = new WireProblems();
  const text = (name: keyof ListParameters) => textOf(parameters[name], name, problems);
  const page = readCount(text("page"), "page", 1, problems);
  const rows = readCount(text("rows"), "rows", DEFAULT_SIZE, problems);
  const request = {
    page,
    // guard check as rows: tests/server/query/list-request.test.ts
    size: Math.min(rows, PAGE_CAP),
    isCapped: rows > PAGE_CAP,
    sort: readSort(text("sort"), text("order"), module, readable, problems),
    filter: parseFilter(text("filter"), withWaitsReadable(readable), problems),
    columns: readColumns(text("columns"), module, readable, problems),
  };
  problems.throwIfAny();
  return request;
}

function textOf(value: unknown, name: string, problems: WireProblems): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  problems.add(name, "应为单个值");
  return "";
}

function readCount(text: string, name: string, usual: number, problems: WireProblems): number {
  if (text === "") return usual;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  problems.add(name, "应为1到999999999的整数");
  return usual;
}

function listOf(text: string, name: string, problems: WireProblems): string[] {
  if (text.length > LONGEST_LIST) problems.add(name, "过长");
  return text === "" || text.length > LONGEST_LIST ? [] : text.split(",");
}

function readSort(sort: string, order: string, module: Module, readable: Readable, problems: WireProblems): SortBy[] {
  const names = listOf(sort, "sort", problems);
  const orders = listOf(order, "order", problems);
  if (names.length === 0) {
    if (orders.length > 0) problems.add("order", "没有排序字段");
    return module.defaultSort.filter(({ field }) => readable.fields.has(field));
  }
  // guard check: tests/server/query/list-request.test.ts
  if (names.length > MOST_SORTS) problems.add("sort", `不能超过${MOST_SORTS}个`);
  if (orders.length !== 0 && orders.length !== names.length) problems.add("order", "应与sort一一对应");
  const offered = sortsOf(module, readable);
  const sorts = names.flatMap((name, index): SortBy[] => {
    const field = offered.get(name) ?? offered.get(canonical(name, offered));
    if (field === undefined) problems.addUnknown(`sort[${index}]`, "排序字段", name, offered.keys());
    return field === undefined ? [] : [{ field, order: readOrder(orders[index], index, problems) }];
  });
  if (new Set(sorts.map(({ field }) => field)).size < sorts.length) problems.add("sort", "字段重复");
  return sorts;
}

/** Whether rows of a list may be put together by a field: a column that it can be sorted by, or one of states, in which there are few groups. */
export function isGrouping(module: Module, readable: Readable, name: string): boolean {
  const field = readable.fields.get(name);
  const isState = field?.type === "enum" && isInSql(field);
  return module.columns.some((column) => column.field === name) && (isState || sortsOf(module, readable).get(name) === name);
}

/** Sort name to field: what the module offers and this side may read. */
export function sortsOf(module: Module, readable: Readable): Map<string, string> {
  const columns = module.columns.filter((column) => column.sortable).map(({ field }) => [field, field] as const);
  // The order a page begins with may be asked for by name, as the web app does.
  const usual = module.defaultSort.map(({ field }) => [field, field] as const);
  const all = [...columns, ...usual, ...Object.entries(module.sortMap)];
  const offered = all.filter(([, name]) => {
    const field = readable.fields.get(name);
    // guard key as true: tests/server/query/list-request.test.ts
    return field !== undefined && isInSql(field);
  });
  return new Map([...offered, [WAITS, WAITS]]);
}

function canonical(name: string, offered: ReadonlyMap<string, string>): string {
  const same = [...offered.keys()].filter((each) => each.toLowerCase() === name.toLowerCase());
  return same.length === 1 && same[0] !== undefined ? same[0] : name;
}

function readOrder(text: string | undefined, index: number, problems: WireProblems): "asc" | "desc" {
  if (text === undefined || text === "asc") return "asc";
  if (text !== "desc") problems.addUnknown(`order[${index}]`, "排序方向", text, ["asc", "desc"]);
  return "desc";
}

function readColumns(text: string, module: Module, readable: Readable, problems: WireProblems): Field[] {
  if (text === "") return listedFields(module, readable);
  const fields = new Map<string, Field>();
  for (const [index, name] of listOf(text, "columns", problems).entries()) {
    const field = readable.find(name);
    if (field) fields.set(field.name, field);
    else if (name !== KEY_COPY) problems.addUnknown(`columns[${index}]`, "字段", name, readable.fields.keys());
  }
  return [...fields.values()];
}

/** What a list shows, filters, sorts and sums by; what only the detail page or a print shows costs nothing here. */
function listedFields(module: Module, readable: Readable): Field[] {
  const columns = [module.titleField, ...module.columns.map(({ field }) => field)];
  const statuses = columns.flatMap((name) => {
    const computed = readable.fields.get(name)?.computed;
    return computed?.kind === "label" ? [computed.label] : [];
  });
  const others = [
    ...module.filters.map(({ field }) => field),
    ...Object.values(module.sortMap),
    // The browser sums ticked rows: also what a ratio is made of.
    ...(module.footer?.sums.flatMap(({ field, ratio }) => [field, ...(ratio ?? [])]) ?? []),
  ];
  return [...new Set([...columns, ...statuses, ...others])].flatMap((name) => readable.fields.get(name) ?? []);
}
