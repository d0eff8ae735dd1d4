import { fieldsOfPredicate } from "../../domain/predicate.ts";
import { asField, fieldNames } from "../build/columns.ts";
import { todosOf } from "../build/todo-sides.ts";
import { asListFilter, conditionParts } from "../build/todos.ts";
import type { EntityInfo, FieldInfo, ModuleInfo } from "../catalogue.ts";
import type { Calc, Predicate } from "../language.ts";
import { comparedWithin } from "../lists/compared.ts";
import { isMadeOf } from "../lists/of-row.ts";
import type { TodoFilter } from "../model.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { viewParts } from "../view-parts.ts";

/** Rows that a number or a chart of the home page is about. */
interface Counted {
  readonly at: Place;
  readonly title: string;
  readonly where: Predicate;
  /** What rows are put together by, and what is summed of them; nothing where they are counted. */
  readonly by: readonly string[];
  readonly sums: readonly string[];
  /** A mean or the greatest of all is kept nowhere. */
  readonly isKept: boolean;
}

/**
 * What stands on the home page is counted each time somebody looks: told by a rollup, or of rows that an index leads to. An index by state does not help
 * where the state is the one that rows stay in.
 *
 * @param pages all pages of the entity: what their lists are filtered and sorted by has indexes
 */
export function homeProblems(page: ModuleInfo, entity: EntityInfo, pages: readonly ModuleInfo[]): Problem[] {
  const fixed = (page.raw.where ?? null) as Predicate | null;
  return countedOf(page).flatMap(({ at, title, ...asked }) => {
    const conditions = [asked.where, ...(fixed === null ? [] : [fixed])];
    if (conditions.some((condition) => leadsToFew(condition, entity, pages)) || isTold(entity, { ...asked, conditions })) return [];
    return [at.problem(`to count ${title} all rows of ${entity.name} are read each time: no rollup knows them, and no index leads to few`)];
  });
}

/** The same of a view: of the rows that a part of it is made of, by the part's own condition. `of`: an entity that grows with its pages, else undefined. */
export function homeProblemsOfView(
  page: ModuleInfo,
  view: EntityInfo,
  of: (entity: string) => { readonly entity: EntityInfo; readonly pages: readonly ModuleInfo[] } | undefined,
): Problem[] {
  const read = viewParts(view).flatMap(({ raw }) => {
    const source = of(raw.of ?? "");
    return source && !(raw.where && leadsToFew(raw.where as Predicate, source.entity, source.pages)) ? [source.entity.name] : [];
  });
  if (read.length === 0) return [];
  const names = [...new Set(read)].join(", ");
  return countedOf(page).map(({ at, title }) =>
    at.problem(`to count ${title} all rows of ${names} are read each time: no index leads to few`),
  );
}

function countedOf(page: ModuleInfo): Counted[] {
  const todos = todosOf(page).map(({ raw, at }) => {
    return { at: at.in("where"), title: raw.title, where: raw.where as Predicate, by: [], sums: [], isKept: true };
  });
  const charts = (page.raw.charts ?? []).flatMap(({ title, by, measures, home }, index) => {
    if (home === undefined) return [];
    const at = page.at.in("charts", index, "home");
    const sums = measures.flatMap(({ of, field }) => (of === "sum" && field !== undefined ? [field] : []));
    const isKept = measures.every(({ of, field }) => of === "sum" || (of === "count" && field === undefined));
    return [{ at, title, where: home as Predicate, by: [by], sums, isKept }];
  });
  return [...todos, ...charts];
}

type Asked = Pick<Counted, "by" | "sums" | "isKept"> & { readonly conditions: readonly Predicate[] };

function isTold(entity: EntityInfo, { conditions, by, sums, isKept }: Asked): boolean {
  const limits = Object.values(entity.raw.visibleTo ?? {}) as Predicate[];
  const asked = [...by, ...[...conditions, ...limits].flatMap(fieldsOfPredicate)];
  return (entity.raw.rollups ?? []).some((rollup) => {
    const groups = new Set<string>(rollup.by);
    return (
      isKept && asked.every((name) => isMadeOf(entity, name, groups)) && sums.every((name) => rollup.sums.some((kept) => kept === name))
    );
  });
}

function leadsToFew(condition: Predicate, entity: EntityInfo, pages: readonly ModuleInfo[]): boolean {
  if (comparedWithin(condition, (name) => calcOf(entity.fields.get(name))).length > 0) return true;
  return conditionParts(condition).some((part) => {
    const filter = asListFilter(part.condition);
    const field = entity.fields.get(filter?.field ?? "");
    if (!filter || !field || field.raw.computed) return false;
    if (filter.operator === "nnull") return isDeclared(entity, field.name);
    const isIndexed = isDeclared(entity, field.name) || isAskedBy(pages, field);
    return isIndexed && (field.values.length > 0 ? isOfOpen(field, filter) : FROM_ON.has(filter.operator));
  });
}

function calcOf(field: FieldInfo | undefined): Calc | null | undefined {
  const computed = field?.raw.computed;
  return computed === undefined ? field && null : (computed.calc as Calc | undefined);
}

/** What an index is read from some value on by, or at it: of days, before one there are ever more. */
const FROM_ON: ReadonlySet<string> = new Set(["eq", "in", "gt", "gte", "between"]);

/** Whether an index begins with it that the entity's file names. */
const isDeclared = ({ raw: { indexes = [], unique = [] } }: EntityInfo, name: string) =>
  [...indexes, ...unique].some(([first]) => first === name || first === `-${name}`);

/** Whether lists are filtered or sorted by it, and so have an index of it. */
function isAskedBy(pages: readonly ModuleInfo[], { name, raw: { type } }: FieldInfo): boolean {
  return pages.some(({ raw }) => {
    const isSorted = raw.columns.some((column) => typeof column !== "string" && column.field === name && asField(column).sortable === true);
    return isSorted || (["enum", "date", "datetime"].includes(type) && fieldNames(raw.filters ?? []).includes(name));
  });
}

/** Whether in each of these states something is to be done yet. In those where nothing is, rows stay for good. */
function isOfOpen({ values }: FieldInfo, { operator, value }: TodoFilter): boolean {
  const meets = MEETS[operator];
  const done = values.filter(({ tone }) => tone === "success" || tone === "muted");
  return meets !== undefined && done.length > 0 && !done.some(({ code }) => meets(code, value));
}

/** What an index of states is asked by, and which codes are meant. */
const MEETS: Partial<Record<TodoFilter["operator"], (code: number | string, value: unknown) => boolean>> = {
  eq: (code, value) => code === value,
  in: (code, value) => [value].flat().includes(code),
  lt: (code, value) => Number(code) < Number(value),
  lte: (code, value) => Number(code) <= Number(value),
  gt: (code, value) => Number(code) > Number(value),
  gte: (code, value) => Number(code) >= Number(value),
};
