import { lookOf } from "../../shared/domain/list/list-look.ts";
import { listParams, listStateOf } from "../../shared/domain/list/list-state.ts";
import { fitPageSize } from "../../shared/domain/list/page-size.ts";
import { placeOfPath } from "../../shared/domain/page-place.ts";
import { leadsTo } from "../../shared/domain/route-refusal.ts";
import { ApiError, type Envelope } from "../../shared/protocol/envelope.ts";
import { ALL_ROWS, type PageResult } from "../../shared/protocol/list.ts";
import type { Density } from "../../shared/protocol/own-list.ts";
import type { MenuResult, ScreenModel, UserInfo } from "../../shared/protocol/screen.ts";
import type { FirstPage, StartData } from "../../shared/protocol/start-data.ts";
import { collect, type Params } from "../base/params.ts";
import { getUserInfo } from "./account.ts";
import { answerModule, answerSession } from "./answer-call.ts";
import { ok } from "./envelope.ts";
import type { Feature } from "./feature.ts";
import { getPage } from "./module.ts";
import { getModule, getModules } from "./registry.ts";
import { optionalCount } from "./required.ts";
import type { ModuleRoute, SessionCall, SessionRoute } from "./route.ts";

/** px of a window that does not say how high it is. */
const USUAL_HEIGHT = 900;

/**
 * What a browser that opens an address (`address`: its path and query) asks for first, each part by the call that answers it alone, with its
 * rights, its turn and its place in the day's budget (docs/decisions/127). `height`: px of the window, `compact=1`: rows are lower than usual;
 * both decide how many rows fit.
 */
export function startRoute(features: readonly Feature[]): SessionRoute {
  const rowsOf = new Map(features.flatMap(({ rows = {} }) => Object.entries(rows)));
  return {
    path: "/login/GetStartData",
    access: "session",
    // Its parts take their turns one after another; it must not hold one of its own meanwhile.
    waits: () => true,
    handle: async (call) => {
      const user = resultOf<UserInfo>(await answerSession(getUserInfo, call));
      const menu = resultOf<MenuResult>(await answerSession(getModules, call));
      const [path = "", query = ""] = (call.params.address ?? "").split(/\?(.*)/s);
      const { base, rest } = placeOfPath(path);
      const mdl = pageAt(call, base);
      const screen = mdl === null ? null : await unlessRefused<ScreenModel>(() => answerModule(getModule, call, mdl));
      const page = screen === null || rest !== "" ? null : await firstPage(call, screen, query, routeOf(screen, rowsOf));
      return ok({ user, menu, screen, page } satisfies StartData);
    },
  };
}

/** Number of the module whose page has this address; null: none has. */
function pageAt({ context }: SessionCall, base: string): string | null {
  const entries = context.registry.groups.flatMap(({ modules }) => modules);
  const entry = entries.find((each) => leadsTo(each, base));
  return entry === undefined ? null : String(entry.id);
}

/** The call that the rows of a page come from; null: the page is no list, or draws rows in a way of its own. */
function routeOf({ page, override }: ScreenModel, rowsOf: ReadonlyMap<string, ModuleRoute>): ModuleRoute | null {
  return page === "list" ? getPage : (rowsOf.get(override ?? "") ?? null);
}

/** The rows that the page begins with; null: they are refused, all of them are asked for, or there are so many to count that the page need not wait. */
async function firstPage(call: SessionCall, screen: ScreenModel, query: string, route: ModuleRoute | null): Promise<FirstPage | null> {
  if (route === null) return null;
  const height = optionalCount(call.params, "height") ?? USUAL_HEIGHT;
  const usual = call.params.compact === "1" ? "compact" : "small";
  const fit = (density: Density | undefined) => fitPageSize(height, screen.footer !== null, density ?? usual);
  const { current, pageSize, ...asked } = lookOf(listStateOf(new URLSearchParams(query)), screen, fit);
  if (pageSize === ALL_ROWS) return null;
  const params = givenOf({ page: String(current), rows: String(pageSize), ...listParams(asked) });
  const mdl = String(screen.MdlId);
  const { services, session } = call;
  if (services.longLists.isLong({ viewer: session.viewer, module: { id: screen.MdlId }, filter: params.filter })) return null;
  const named = route.module === undefined ? mdl : undefined;
  const result = await unlessRefused<PageResult>(() => answerModule(route, { ...call, params }, named));
  return result === null ? null : { path: route.path.replace(":mdl", mdl), params, result };
}

const givenOf = (params: Readonly<Record<string, string | undefined>>): Params =>
  collect(Object.entries(params).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const])));

/** A call's Result; null: it is refused, and whoever asks by itself is told why. */
async function unlessRefused<T>(answer: () => Promise<object>): Promise<T | null> {
  try {
    return resultOf<T>(await answer());
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

const resultOf = <T>(answer: object): T => (answer as Envelope<T>).Result;
