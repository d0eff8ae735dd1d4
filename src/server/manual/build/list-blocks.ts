import type { FilterControl, ScreenColumn, ScreenFilter, ScreenModel } from "../../../shared/protocol/screen.ts";
import type { Filter, Module } from "../../../shared/registry/model.ts";
import { type Block, entry, headedTable } from "../manual.ts";
import type { PageSource } from "./page-source.ts";
import texts from "./texts.json" with { type: "json" };

const HOW: Readonly<Record<FilterControl, string>> = texts.filters;
const HOW_EXACT: Partial<Readonly<Record<Filter["operator"], string>>> = texts.exactFilters;
const READY: Readonly<Record<NonNullable<Filter["initial"]>, string>> = texts.readyFilters;

/** How to search on the page, what one row's page holds, and what the names mean. */
export function listBlocks(page: PageSource): Block[] {
  return [...filterBlocks(page), ...detailBlocks(page.screen), ...noteBlocks(page)];
}

/** What the page shows at once. */
export function shownBlocks({ columns, footer, stats, tree, settings, page }: ScreenModel): Block[] {
  if (settings?.mode === "own") return [];
  const titleOf = (field: string) => columns.find((column) => column.field === field)?.title ?? "";
  const sums = footer?.sums.map(({ field }) => titleOf(field)).filter((title) => title !== "") ?? [];
  return [
    ...(stats === null ? [] : [entry("汇总数字", sentence(stats.cards)), entry("图表", sentence(stats.charts))]),
    ...(tree === null ? [] : [entry("页面内容", "左侧列出各组，右侧按菜单列出模块和功能，勾选即授予，取消勾选即收回。")]),
    ...(page === "form" ? [entry("页面内容", "各项按组排列，右侧是当前值，可以直接修改。")] : []),
    ...(columns.length > 0 && page !== "form" && tree === null ? [entry("列表内容", sentence(columns))] : []),
    ...(sums.length > 0 ? [entry(footer?.label ?? "", `表尾按当前查询条件汇总${sums.join("、")}，不限于当前页。`)] : []),
  ];
}

/** Pages of rows have a page for one row; boards, groups and settings are a page of their own. */
function detailBlocks({ show, page, settings }: ScreenModel): Block[] {
  if (show.sections.length === 0 || (page !== "list" && page !== "override" && settings?.mode !== "own")) return [];
  const sections = show.sections.map(({ title, fields }) => [title, titlesOf(fields)]);
  const lines = show.lines.map(({ title, columns }) => [title.endsWith("明细") ? title : `${title}明细`, titlesOf(columns)]);
  return headedTable(settings?.mode === "own" ? "页面内容" : "详情页", { 部分: 2.4, 内容: 10 }, [...sections, ...lines]);
}

function filterBlocks({ screen, module }: PageSource): Block[] {
  const rows = screen.filters.map((filter) => [filter.title, howText(filter), readyText(module, filter)]);
  return headedTable("查询条件", { 条件: 3, 填写方式: 7, 打开页面时: 3 }, rows);
}

function howText({ control, operator, options }: ScreenFilter): string {
  const how = (control === "text" ? HOW_EXACT[operator] : undefined) ?? HOW[control];
  return control === "choice" && options.length > 0 ? `${how}：${[...new Set(options.map(({ text }) => text))].join("、")}` : how;
}

function readyText({ filters }: Module, { field }: ScreenFilter): string {
  const initial = filters.find((filter) => filter.field === field)?.initial ?? null;
  return initial === null ? "不限" : READY[initial];
}

/** What the files explain about the fields the page shows, and what their codes mean. */
function noteBlocks({ screen, entity, words }: PageSource): Block[] {
  const shown = [...screen.columns, ...screen.show.sections.flatMap(({ fields }) => fields)];
  const unique = [...new Map(shown.map((column) => [column.field, column])).values()].filter(({ field }) => words.canRead(field));
  const coded = unique.filter(({ format, labels }) => format === "status" && labels.length > 1);
  const codes = new Map(coded.map(({ title, labels }) => [title, [...new Set(labels.map(({ text }) => text))].join("、")]));
  const notes = new Map(unique.map(({ field, title }) => [title, entity.fields[field]?.note ?? ""]));
  const titles = [...new Set([...codes.keys(), ...[...notes].filter(([, note]) => note !== "").map(([title]) => title)])];
  const rows = titles.map((title) => [title, [notes.get(title), codes.get(title)].filter(Boolean).join("。取值：")]);
  return headedTable("项目说明", { 项目: 3, 说明: 10 }, rows);
}

function titlesOf(columns: readonly Pick<ScreenColumn, "title">[]): string {
  return [...new Set(columns.map(({ title }) => title))].join("、");
}

function sentence(items: readonly { readonly title: string }[]): string {
  return `${titlesOf(items)}。`;
}
