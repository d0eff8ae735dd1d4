import type { HomeBanner, HomeData, UnfinishedResult } from "../../shared/protocol/home.ts";
import type { Module, News } from "../../shared/registry/model.ts";
import { openModules } from "../auth/authorize.ts";
import { readBanners, readNews } from "../query/news.ts";
import { readTodos } from "../query/todos.ts";
import { ok } from "./envelope.ts";
import { unreadMessages } from "./messages.ts";
import type { SessionCall, SessionRoute } from "./route.ts";

/** Everything the home page shows. It asks again by itself, so that keeps no session alive. */
export const getHomePageData: SessionRoute = {
  path: "/login/GetHomePageData",
  access: "session",
  isQuiet: true,
  handle: async (call) => {
    const { context, session } = call;
    const open = openModules(context.registry, session);
    const news = (as: News["as"]) => {
      const page = newsPage(open, as);
      return page === undefined ? null : readNews(context, page);
    };
    const [remindcount, todos, boards, messages, banners] = await Promise.all([
      unreadMessages(context),
      readTodos(context, open),
      news("boards"),
      news("messages"),
      bannersOf(call, open),
    ]);
    const modules = session.user.CurMdl.map(({ MdlId }) => MdlId);
    return ok({ remindcount, modules, todos, boards, messages, banners } satisfies HomeData);
  },
};

/** Statements and payment bills that somebody still has to confirm or pay, of the pages the user has. */
export const getNoFinishBalance: SessionRoute = {
  path: "/Comm/GetNoFinishBalance",
  access: "session",
  handle: async (call) => {
    const items = await readTodos(call.context, openModules(call.context.registry, call.session), ({ isUnfinished }) => isUnfinished);
    return ok({ total: items.reduce((sum, { count }) => sum + count, 0), items } satisfies UnfinishedResult);
  },
};

/** The pictures at the top of the home page: announcements to the user whose file is a picture. */
export const getDHbanner: SessionRoute = {
  path: "/Comm/GetDHbanner",
  access: "session",
  handle: async (call) => ok((await bannersOf(call, openModules(call.context.registry, call.session))) satisfies HomeBanner[]),
};

/** Announcements have pictures; messages are for one and bring none. */
async function bannersOf({ context }: SessionCall, open: readonly Module[]): Promise<HomeBanner[]> {
  const page = newsPage(open, "boards");
  return page === undefined ? [] : readBanners(context, page);
}

function newsPage(open: readonly Module[], as: News["as"]): Module | undefined {
  return open.find(({ news }) => news?.as === as);
}
