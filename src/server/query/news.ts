import { sql } from "kysely";
import { ON_SCREEN, valueText } from "../../shared/domain/value-text.ts";
import type { HomeBanner, HomeNews, HomeNewsRow } from "../../shared/protocol/home.ts";
import type { WireRow } from "../../shared/protocol/list.ts";
import { shownText } from "../../shared/protocol/screen.ts";
import type { Module, News } from "../../shared/registry/model.ts";
import { audienceOf, fits } from "../../shared/registry/rights/audience.ts";
import { KEY } from "../base/technical.ts";
import type { QueryContext } from "./context.ts";
import { type ListPlan, listPlan } from "./list-plan.ts";
import { isSetSql, negated, predicateSql } from "./predicate-sql.ts";
import { neededFields, presenter } from "./present.ts";
import { inSql, readCells, selectFields } from "./read-cells.ts";
import type { Rows } from "./scoped.ts";

const ROWS = 6;
const BANNERS = 5;
/** Of the latest rows with a file, those whose file is a picture are banners. */
const LOOKED_AT = 50;
const PICTURE = /\.(png|jpe?g)$/i;

/** The pinned and the first rows of a page of news, as far as they are the viewer's; null: the page is none to him. */
export async function readNews(ctx: QueryContext, module: Module): Promise<HomeNews | null> {
  const { entry, titleField, id } = module;
  const news = newsFor(ctx, module);
  if (news === null) return null;
  const plan = listPlan(ctx, module);
  const rows = await first(plan, news, newsRows(plan, news), ROWS);
  const unread = await unreadOf(plan, news);
  const { key, title, empty } = news;
  return {
    key,
    title,
    empty,
    mdl: id,
    path: entry.path,
    unread,
    rows: rows.map((row) => toNews(row, plan, titleField, news)),
  };
}

/** The page's news, if the panel is for the viewer's side. */
function newsFor({ viewer }: QueryContext, { news }: Module): News | null {
  // guard key as news: tests/server/app/home.test.ts
  return news !== null && fits(news.audience, audienceOf(viewer)) ? news : null;
}

async function unreadOf(plan: ListPlan, news: News): Promise<number> {
  if (news.read === null) return 0;
  const unread = newsRows(plan, news).where(negated(sql`${plan.columns.expr(news.read)}`));
  const answer = await unread.select(sql`count(*)`.as("unread")).executeTakeFirst();
  return Number(answer?.unread ?? 0);
}

/** News with a picture. Its address is the row's page. */
export async function readBanners(ctx: QueryContext, module: Module): Promise<HomeBanner[]> {
  const { entry, titleField } = module;
  const news = newsFor(ctx, module);
  if (news === null || news.picture === null) return [];
  const { picture } = news;
  const plan = listPlan(ctx, module);
  const rows = await first(plan, news, newsRows(plan, news).where(isSetSql(plan.columns, picture)), LOOKED_AT);
  const pictured = rows.flatMap((row) => {
    const img = String(row[picture] ?? "")
      .split(",")
      .find((url) => PICTURE.test(url));
    return img === undefined ? [] : [{ title: textOf(row, titleField), img, url: `${entry.path}/show/${String(row[KEY])}` }];
  });
  return pictured.slice(0, BANNERS);
}

function newsRows({ rows, columns, scope }: ListPlan, { where }: News): Rows {
  return where === null ? rows() : rows().where(predicateSql(where, columns, scope.env));
}

async function first(plan: ListPlan, { sort, read: isRead, help, picture }: News, rows: Rows, limit: number): Promise<WireRow[]> {
  const { columns, entity, module, readable, scope, key } = plan;
  const names = [module.titleField, ...sort.map(({ field }) => field), isRead, help, picture].filter((name) => name !== null);
  const shown = [...new Set(names)].flatMap((name) => readable.fields.get(name) ?? []);
  const read = shown.map(({ name }) => name);
  const fields = inSql(neededFields(read, entity, module.labels, []), columns);
  const inOrder = sort.reduce(
    (sorted: Rows, { field, descending }) => sorted.orderBy(columns.expr(field), (by) => (descending ? by.desc() : by.asc()).nullsLast()),
    rows,
  );
  const ordered = key === null ? inOrder : inOrder.orderBy(key, (by) => by.desc().nullsLast());
  const answers = await selectFields(ordered.limit(limit), [...fields], columns)
    .select((key ?? columns.expr(KEY)).as(KEY))
    .execute();
  const present = presenter({ entity, env: scope.env, fields: shown, labels: module.labels, actions: null });
  return answers.map((answer) => present(readCells(answer, fields), Number(answer[KEY])));
}

function toNews(row: WireRow, { entity }: ListPlan, titleField: string, { time, pinned, read, help }: News): HomeNewsRow {
  const noted = help === null ? undefined : entity.fields[help];
  return {
    id: Number(row[KEY]),
    title: textOf(row, titleField),
    time: textOf(row, time),
    note: noted === undefined ? "" : valueText(noted.format, row[noted.name] ?? "", ON_SCREEN, textOf(row, noted.name)),
    isRead: read === null || row[read] === true,
    isPinned: pinned !== null && row[pinned] === true,
  };
}

/** A code by its text, everything else as it is. */
const textOf = (row: WireRow, name: string): string => shownText(row, name) ?? String(row[name] ?? "");
