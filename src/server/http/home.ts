import { sql } from "kysely";
import type { HomeBanner, HomeData, UnfinishedResult } from "../../shared/protocol/home.ts";
import type { Module } from "../../shared/registry/model.ts";
import { openModules } from "../auth/authorize.ts";
import { oneByOne } from "../base/one-by-one.ts";
import { readBegin } from "../query/begin.ts";
import type { QueryContext } from "../query/context.ts";
import { readBanners, readNews } from "../query/news.ts";
import { scoped } from "../query/scope.ts";
import { readTodos } from "../query/todos.ts";
import { readHomeCharts } from "../screens/home-charts.ts";
import { ok } from "./envelope.ts";
import { reading } from "./read-call.ts";
import type { SessionCall, SessionRoute } from "./route.ts";

/** Everything the home page shows. It asks again by itself, so that keeps no session alive. */
export const getHomePageData: SessionRoute = {
  path: "/login/GetHomePageData",
  access: "session",
  isQuiet: true,
  handle: async (call) => ok((await reading(call, (at) => homeOf(at, call))) satisfies HomeData),
};

async function homeOf(at: QueryContext, { session }: SessionCall): Promise<HomeData> {
  const open = openModules(at.registry, session);
  const remindcount = await unreadMessages(at);
  const todos = await readTodos(at, open);
  const panels = await oneByOne(open, (page) => readNews(at, page));
  const banners = await bannersOf(at, open);
  const charts = await oneByOne(open, (page) => readHomeCharts(at, page));
  const begin = await readBegin(at, open);
  const news = panels.filter((panel) => panel !== null);
  const modules = session.user.CurMdl.map(({ MdlId }) => MdlId);
  return { remindcount, modules, todos, news, banners, charts: charts.flat(), ...(begin.length > 0 && { begin }) };
}

/** Statements and payment bills that somebody still has to confirm or pay, of the pages the user has. */
export const getNoFinishBalance: SessionRoute = {
  path: "/Comm/GetNoFinishBalance",
  access: "session",
  handle: async (call) => {
    const open = openModules(call.context.registry, call.session);
    const items = await reading(call, (at) => readTodos(at, open, ({ isUnfinished }) => isUnfinished));
    return ok({ total: items.reduce((sum, { count }) => sum + count, 0), items } satisfies UnfinishedResult);
  },
};

/** The pictures at the top of the home page: announcements to the user whose file is a picture. */
export const getDHbanner: SessionRoute = {
  path: "/Comm/GetDHbanner",
  access: "session",
  handle: async (call) => {
    const open = openModules(call.context.registry, call.session);
    return ok((await reading(call, (at) => bannersOf(at, open))) satisfies HomeBanner[]);
  },
};

/** Of the pages whose news have pictures. */
async function bannersOf(at: QueryContext, open: readonly Module[]): Promise<HomeBanner[]> {
  return (await oneByOne(open, (page) => readBanners(at, page))).flat();
}

const MESSAGE = "Message";

/** The badge of the title bar. */
export const getRemindCount: SessionRoute = {
  path: "/Comm/GetRemindCount",
  access: "session",
  isQuiet: true,
  handle: async (call) => ok({ remindcount: await reading(call, unreadMessages) }),
};

/** Unread messages to the viewer: to his side of the shop, or to himself. */
async function unreadMessages(context: QueryContext): Promise<number> {
  const scope = scoped(context);
  const count = await scope
    .rows(scope.entity(MESSAGE), "m")
    .where("m.isread", "=", false)
    .where((where) => where.or([where("m.USER_ID", "is", null), where("m.USER_ID", "in", ["", context.viewer.userId])]))
    .select(sql<number>`count(*)::int`.as("unread"))
    .executeTakeFirst();
  return Number(count?.unread ?? 0);
}
