import { sql } from "kysely";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { shownText, type Tone, toneKey } from "../../../shared/protocol/screen.ts";
import type { FoundBill, FoundBills } from "../../../shared/protocol/search.ts";
import type { Field, Module } from "../../../shared/registry/model.ts";
import { oneByOne } from "../../base/one-by-one.ts";
import { KEY } from "../../base/technical.ts";
import { PLANS_ONCE } from "../../db/driver/kept-plan.ts";
import type { QueryContext } from "../context.ts";
import { filterSql } from "../filter-sql.ts";
import type { ListPlan } from "../list-plan.ts";
import type { Filter, FilterTest, FilterValue } from "../parse-filter.ts";
import { neededFields, presenter } from "../present.ts";
import { inSql, readCells, selectFields } from "../read-cells.ts";
import { scoped } from "../scope.ts";
import type { Rows } from "../scoped.ts";
import { dayOfInstant } from "../sql-type.ts";
import { withNames } from "../with-names.ts";
import { type AskedTerms, askedTerms } from "./asked-terms.ts";
import { type SearchedPage, searchedPages } from "./searched-pages.ts";

/*
 * Documents by number, amount, invoice number and supplier over every page that the viewer has (docs/decisions/115). Each page is asked by its
 * own plan, so that nobody finds what no list shows him; each question is one that an index answers from its newest end, so that the age and
 * the number of documents do not matter. Long on purpose: the questions, and how each is kept to an index, are one.
 */

/** Documents that are told; all that have just this number, as each kind of document may have one with its digits. */
const MOST = 10;
const MOST_EXACT = 40;
/** Suppliers whose name fits, of whom the shortest names are taken: a name that is hardly more than what was typed is meant. */
const MOST_SUPPLIERS = 5;
/** Behind every text that begins so, in the order in which texts are stored. */
const LAST = "\u{10ffff}";

/** One question of one page: rows that fit, the newest of which are asked for. */
interface Branch {
  readonly page: SearchedPage;
  readonly filter: Filter;
  /** What the index has behind what is asked for. */
  readonly newest: string;
  /** A number that is told with the row; null: the question is about none. */
  readonly number: string | null;
}

interface Candidate {
  readonly page: SearchedPage;
  readonly id: number;
  readonly day: string;
  readonly isExact: boolean;
}

/** The documents on these pages, all of which the viewer may open, that somebody means by what he typed, pasted or scanned. */
export async function findBills(ctx: QueryContext, open: readonly Module[], typed: string): Promise<FoundBills> {
  const terms = askedTerms(typed);
  if (terms === null) return { bills: [], hasMore: false };
  const pages = searchedPages(ctx, open);
  const byNumber = pages.flatMap((page) => numberBranches(page, terms));
  const byAmount = pages.flatMap((page) => amountBranch(page, terms));
  const bySupplier = await supplierBranches(ctx, pages, terms);
  const exact = new Set([...terms.numbers, ...(terms.digits === null ? [] : [terms.digits])]);
  const asked = await oneByOne([byNumber, byAmount, bySupplier].flatMap(ofEachWall), (each) => ask(each, exact));
  const candidates = distinct(asked.flat().sort(meantFirst));
  const exactly = candidates.filter(({ isExact }) => isExact).length;
  const most = Math.min(MOST_EXACT, Math.max(MOST, exactly));
  return { bills: await tellBills(candidates.slice(0, most)), hasMore: candidates.length > most };
}

const test = (field: Field | undefined, operator: FilterTest["operator"], ...values: FilterValue[]): FilterTest => {
  if (field === undefined) throw new Error("a page is searched by a field that it does not have");
  return { field, operator, values };
};

/** What begins so, as a range: an index answers it, whatever letters there are. */
function begins(field: Field | undefined, text: string): Filter {
  return { operator: "and", parts: [test(field, "gte", text), test(field, "lt", `${text}${LAST}`)] };
}

/** One for each beginning: an index is walked from the end of each range. */
function numberBranches(page: SearchedPage, { numbers, digits }: AskedTerms): Branch[] {
  const { entity } = page.plan;
  return page.numbers.flatMap((name) => {
    const prefix = entity.number?.field === name ? entity.number.prefix : "";
    const beginnings = [...numbers, ...(digits === null || prefix === "" ? [] : [`${prefix}${digits}`])];
    const possible = beginnings.filter((text) => text.length <= (entity.fields[name]?.length ?? text.length));
    return [...new Set(possible)].map((text) => ({ page, filter: begins(entity.fields[name], text), newest: name, number: name }));
  });
}

function amountBranch(page: SearchedPage, { amount }: AskedTerms): Branch[] {
  if (amount === null || page.amount === null) return [];
  return [{ page, filter: test(page.plan.entity.fields[page.amount], "eq", amount), newest: KEY, number: null }];
}

/** Suppliers that somebody means by a part of the name, or by the first letters of its sound. */
async function supplierBranches(ctx: QueryContext, pages: readonly SearchedPage[], { name }: AskedTerms): Promise<Branch[]> {
  if (name === null) return [];
  const codes = new Map<string, FilterValue[]>();
  const branches = await oneByOne(pages, async (page): Promise<Branch[]> => {
    const field = page.plan.entity.fields[page.supplier ?? ""];
    if (field === undefined || field.ref === null) return [];
    const { entity, key } = field.ref;
    const some = codes.get(entity) ?? (await suppliersNamed(ctx, entity, key, name));
    codes.set(entity, some);
    return some.length === 0 ? [] : [{ page, filter: test(field, "in", ...some), newest: KEY, number: null }];
  });
  return branches.flat();
}

const ALIAS = "p";

async function suppliersNamed(ctx: QueryContext, entityName: string, key: string, name: string): Promise<FilterValue[]> {
  const scope = scoped(ctx);
  const entity = scope.entity(entityName);
  const label = entity.fields[entity.label ?? key];
  const filter = await withNames({ ctx, scope, entity }, test(label, "contains", name));
  const columns = scope.columns(entity, ALIAS);
  if (filter === null || label === undefined) return [];
  const rows = scope.rows(entity, ALIAS, "reference").where(filterSql(filter, columns)).select(columns.expr(key).as("code"));
  const found = await rows
    .orderBy(sql`char_length(${columns.expr(label.name)})`)
    .orderBy(columns.expr(key))
    .limit(MOST_SUPPLIERS)
    .execute();
  return found.map(({ code }) => String(code));
}

/** The branches that may stand in one statement: what is read of a mall's market is read as somebody else (docs/decisions/85). */
function ofEachWall(branches: readonly Branch[]): Branch[][] {
  const [own, market] = [false, true].map((isMarket) => branches.filter(({ page }) => page.plan.scope.isMarket === isMarket));
  return [own ?? [], market ?? []].filter((each) => each.length > 0);
}

/** All in one statement, which is planned once: it has a branch for each page and number, and to plan them takes ten times as long as to answer. */
async function ask(branches: readonly Branch[], exact: ReadonlySet<string>): Promise<Candidate[]> {
  const [first, ...others] = branches.map(rowsOf);
  if (first === undefined) return [];
  const all = others.reduce((rows, more) => rows.unionAll(more), first);
  const answers = await all.withPlugin(PLANS_ONCE).execute();
  return answers.flatMap(({ branch, id, day, number }) => {
    const page = branches[Number(branch)]?.page;
    const told = String(number ?? "").toUpperCase();
    const prefix = page?.plan.entity.number?.prefix ?? "";
    const isExact = [...exact].some((text) => told === text.toUpperCase() || told === `${prefix}${text}`.toUpperCase());
    return page === undefined ? [] : [{ page, id: Number(id), day: String(day ?? ""), isExact }];
  });
}

function rowsOf({ page: { plan }, filter, newest, number }: Branch, at: number): Rows {
  const { columns, scope, key } = plan;
  const id = key ?? columns.expr(KEY);
  const rows = plan
    .rows(filter)
    .select([
      sql<number>`cast(${at} as integer)`.as("branch"),
      sql<string>`cast(${id} as text)`.as("id"),
      sql<string>`cast(${dayIn(plan)} as text)`.as("day"),
      sql<string | null>`cast(${number === null ? null : columns.expr(number)} as text)`.as("number"),
    ])
    .orderBy(newest === KEY ? id : columns.expr(newest), "desc")
    .limit(MOST + 1);
  return scope.over(rows, `b${at}`).selectAll();
}

/** The day of a document, of those that its page tells: the one it is given when it is new, else the one it was entered on, else the first. */
function dayField({ module, readable }: ListPlan): Field | undefined {
  const isDay = ({ type, computed }: Field) => computed === null && (type === "date" || type === "datetime");
  const told = [...readable.fields.values()].filter(isDay);
  const opened = (by: "today" | "now") => told.find(({ opening }) => opening !== null && by in opening);
  const columns = module.columns.flatMap(({ field }) => told.filter(({ name }) => name === field));
  return opened("today") ?? opened("now") ?? columns[0];
}

function dayIn(plan: ListPlan) {
  const field = dayField(plan);
  if (field === undefined) return sql`cast(null as text)`;
  const value = plan.columns.expr(field.name);
  return field.type === "date" ? value : dayOfInstant(value);
}

function meantFirst(one: Candidate, other: Candidate): number {
  if (one.isExact !== other.isExact) return one.isExact ? -1 : 1;
  return other.day.localeCompare(one.day) || other.id - one.id;
}

/** Each document once. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const one of candidates) {
    const key = `${one.page.plan.entity.name} ${one.id}`;
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}

/** As the pages tell them, in their order; a row that has gone meanwhile is not told. */
async function tellBills(candidates: readonly Candidate[]): Promise<FoundBill[]> {
  const pages = [...new Set(candidates.map(({ page }) => page))];
  const told = await oneByOne(pages, (page) => {
    const some = candidates.filter((one) => one.page === page);
    return readBills(page, some);
  });
  const bills = new Map(told.flat().map((bill) => [`${bill.mdl} ${bill.id}`, bill]));
  return candidates.flatMap(({ page, id }) => bills.get(`${page.plan.module.id} ${id}`) ?? []);
}

async function readBills({ plan, amount, numbers }: SearchedPage, some: readonly Candidate[]): Promise<FoundBill[]> {
  const { module, entity, readable, scope, columns } = plan;
  const supplier = [...readable.fields.values()].find((field) => isSupplierName(plan, field))?.name ?? null;
  const state = module.pinned.find((name) => (module.labels[statusOf(entity.fields[name])]?.length ?? 0) > 0) ?? null;
  // A page may call its documents otherwise than by their number: then both are told.
  const title = readable.fields.has(module.titleField) ? module.titleField : null;
  const number = title !== null && numbers.includes(title) ? null : (numbers[0] ?? null);
  const day = dayField(plan)?.name ?? null;
  const names = [number, title, supplier, amount, day, state].filter((name) => name !== null);
  const shown = [...new Set(names)].flatMap((name) => readable.fields.get(name) ?? []);
  const fields = inSql(neededFields(names, entity, module.labels, []), columns);
  const id = plan.key ?? columns.expr(KEY);
  const ids = some.map((one) => one.id);
  const answers = await selectFields(plan.rows().where(sql<boolean>`${id} in (${sql.join(ids)})`), fields, columns)
    .select(id.as(KEY))
    .execute();
  const present = presenter({ entity, env: scope.env, fields: shown, labels: module.labels, actions: null });
  const text = (row: WireRow, name: string | null) => (name === null ? "" : String(row[name] ?? ""));
  return answers.map((answer) => {
    const row = present(readCells(answer, fields), Number(answer[KEY]));
    return {
      mdl: module.id,
      path: module.entry.path,
      page: module.entry.title,
      id: Number(answer[KEY]),
      number: [text(row, number), text(row, title)].filter((part) => part !== "").join(" "),
      supplier: text(row, supplier),
      amount: text(row, amount),
      day: text(row, day).slice(0, DAY_LENGTH),
      state: state === null ? "" : (shownText(row, state) ?? ""),
      tone: state === null ? "plain" : ((row[toneKey(state)] as Tone | undefined) ?? "plain"),
      isExact: some.some((one) => one.id === Number(answer[KEY]) && one.isExact),
    };
  });
}

const DAY_LENGTH = "2025-06-30".length;

/** A status, or the text of one. */
const statusOf = (field: Field | undefined): string => (field?.computed?.kind === "label" ? field.computed.label : (field?.name ?? ""));

/** Whether the field holds the name of whoever the document is with. */
function isSupplierName({ entity, scope }: ListPlan, { derived, computed }: Field): boolean {
  const copy = derived?.kind === "copy" ? derived : computed?.kind === "copy" ? computed.copy : null;
  const ref = entity.supplierField === null ? null : (entity.fields[entity.supplierField]?.ref ?? null);
  return copy !== null && ref !== null && copy.field === scope.entities[ref.entity]?.label;
}
