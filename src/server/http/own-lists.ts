import type { SavedViewResult, ShortcutsResult, ViewsResult } from "../../shared/protocol/own-list.ts";
import { openModules } from "../auth/authorize.ts";
import { badInput, type Params } from "../base/params.ts";
import { deleteView, mayShare, saveView } from "../screens/own/list-views.ts";
import { favouritesFrom, layoutFrom, viewStateFrom } from "../screens/own/own-json.ts";
import { keepDefaultView, keepLayout, ownList } from "../screens/own/own-list.ts";
import type { OwnPage } from "../screens/own/own-page.ts";
import { keepFavourites, readShortcuts } from "../screens/own/shortcuts.ts";
import { projectScreen } from "../screens/project-screen.ts";
import { ok } from "./envelope.ts";
import { required } from "./required.ts";
import type { ModuleCall, ModuleRoute, SessionCall, SessionRoute } from "./route.ts";

/* What users make of lists for themselves (docs/decisions/117). All of it is the caller's own: nothing says whose it is. */

/** Keeps how the user has arranged the module's columns: `layout`, what is not as the module has it, as JSON; `{}` forgets it. */
export const saveLayout: ModuleRoute = {
  path: "/Module/:mdl/SaveLayout",
  access: { function: "query" },
  handle: async (call) => {
    await keepLayout(call.context, pageOf(call), layoutFrom(required(call.params, "layout"), "layout"));
    return ok(null);
  },
};

/** The saved views of a module that the user has. */
export const getViews: ModuleRoute = {
  path: "/Module/:mdl/GetViews",
  access: { function: "query" },
  handle: async (call) => ok((await viewsOf(call)) satisfies ViewsResult),
};

/** Saves `state` as a view called `title`: a new one, or over the one of `id`. `shared`: for all of the company. `default`: the list opens with it. */
export const saveListView: ModuleRoute = {
  path: "/Module/:mdl/SaveView",
  access: { function: "query" },
  handle: async (call) => {
    const { context, module, params } = call;
    const draft = {
      title: required(params, "title"),
      isShared: yesNo(params, "shared"),
      state: viewStateFrom(required(params, "state"), "state"),
    };
    const before = params.id ?? "";
    const id = await saveView(context, pageOf(call), before === "" ? null : before, draft);
    if (yesNo(params, "default")) await keepDefaultView(context, module, id);
    return ok({ ...(await viewsOf(call)), id } satisfies SavedViewResult);
  },
};

/** Deletes the view of `id`. */
export const deleteListView: ModuleRoute = {
  path: "/Module/:mdl/DeleteView",
  access: { function: "query" },
  handle: async (call) => {
    await deleteView(call.context, pageOf(call), required(call.params, "id"));
    return ok((await viewsOf(call)) satisfies ViewsResult);
  },
};

/** The list opens with the view of `id` from now on; without one as the module says. */
export const setDefaultView: ModuleRoute = {
  path: "/Module/:mdl/SetDefaultView",
  access: { function: "query" },
  handle: async (call) => {
    const id = call.params.id ?? "";
    if (id !== "" && !(await ownList(call.context, pageOf(call))).views.some((view) => view.id === id))
      throw badInput("参数 id 不是可用的视图");
    await keepDefaultView(call.context, call.module, id === "" ? null : id);
    return ok((await viewsOf(call)) satisfies ViewsResult);
  },
};

/** The user's favourites, and the documents he looked at last. */
export const getShortcuts: SessionRoute = {
  path: "/Usr/GetShortcuts",
  access: "session",
  handle: async (call) => ok(await shortcutsOf(call)),
};

/** Keeps the user's favourites: `favourites`, `[[mdl, view], …]` in their order; view `""` is the page itself. */
export const saveFavourites: SessionRoute = {
  path: "/Usr/SaveFavourites",
  access: "session",
  handle: async (call) => {
    await keepFavourites(call.context, favouritesFrom(required(call.params, "favourites"), "favourites"));
    return ok(await shortcutsOf(call));
  },
};

const pageOf = ({ context, module }: ModuleCall): OwnPage => ({ module, screen: projectScreen(context, module) });

async function viewsOf(call: ModuleCall): Promise<ViewsResult> {
  return { own: await ownList(call.context, pageOf(call)), mayShare: mayShare(call.context.viewer) };
}

function shortcutsOf({ context, session }: SessionCall): Promise<ShortcutsResult> {
  return readShortcuts(context, openModules(context.registry, session));
}

function yesNo(params: Params, name: string): boolean {
  const text = params[name] ?? "";
  if (!["", "0", "1"].includes(text)) throw badInput(`参数 ${name} 应为 0 或 1`);
  return text === "1";
}
