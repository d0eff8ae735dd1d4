import type { MenuEntry, MenuResult } from "../../shared/protocol/screen.ts";
import type { Audience, Group, ModuleEntry, Registry } from "../../shared/registry/model.ts";
import { audienceOf, fits } from "../../shared/registry/rights/audience.ts";
import { limitOf } from "../auth/authorize.ts";
import { profileOf, type Viewer } from "../base/viewer.ts";
import { siteSettings } from "../query/site-settings.ts";
import { isNothing, ownList } from "../screens/own/own-list.ts";
import { projectScreen } from "../screens/project-screen.ts";
import { type TitleSounds, titleSounds } from "../screens/title-pinyin.ts";
import { ok } from "./envelope.ts";
import { required } from "./required.ts";
import type { ModuleRoute, SessionRoute } from "./route.ts";

const WATCH_MS = 25_000;

/** The menu of this user. */
export const getModules: SessionRoute = {
  path: "/Registry/GetModules",
  access: "session",
  handle: async ({ context, session }) => {
    const limit = limitOf(context.registry, session);
    const menu = projectMenu(context, await titleSounds(context.registry), limit);
    const { "site.title": title } = await siteSettings(context, ["site.title"]);
    return ok({ ...menu, title: title ?? menu.title });
  },
};

/** One module's screen as this user may see it. */
export const getModule: ModuleRoute = {
  path: "/Registry/GetModule",
  access: { function: null },
  handle: async ({ context, module }) => {
    const screen = projectScreen(context, module);
    const own = await ownList(context, { module, screen });
    return ok(isNothing(own) ? screen : { ...screen, own });
  },
};

/** Answers when the registry is no longer the version the caller knows, or after 25 s with the same version. */
export const watch: SessionRoute = {
  path: "/Registry/Watch",
  access: "session",
  isQuiet: true,
  waits: () => true,
  handle: async ({ params, services, gone }) => {
    const version = required(params, "version");
    await Promise.race([services.registry.waitForChange(version, WATCH_MS), aborted(gone())]);
    return ok({ version: services.registry.current().version });
  },
};

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

interface MenuSource {
  readonly registry: Registry;
  readonly viewer: Viewer;
}

/**
 * The menu of a user: granted modules in their groups; a group without any is left out. Of the others it tells no more than the
 * addresses. `limit`: the only ones open to him.
 */
function projectMenu({ registry, viewer }: MenuSource, sounds: TitleSounds, limit: MenuResult["limit"]): MenuResult {
  const { modules } = profileOf(registry, viewer.shopId);
  const isGranted = ({ id }: ModuleEntry) => viewer.rights.has(id) && modules[id] !== undefined;
  const own = audienceOf(viewer);
  const pageEntry = (entry: ModuleEntry) => ({ ...moduleEntry(entry, sounds.get(entry.id) ?? ""), ...reminderOf(entry, own) });
  const groups = registry.groups.map((group) => groupEntry(group, group.modules.filter(isGranted).map(pageEntry)));
  const others = registry.groups.flatMap((group) => group.modules.filter((entry) => !isGranted(entry)));
  return {
    title: registry.title,
    version: registry.version,
    modules: groups.filter(({ children }) => children.length > 0),
    closed: others.map(({ path, aliases }) => ({ path, aliases })),
    limit,
  };
}

function groupEntry({ id, path, title, icon, drawing, alwaysShow }: Group, children: readonly MenuEntry[]): MenuEntry {
  const flags = { hidden: false, alwaysShow, affix: false };
  return { MdlId: id, PrtId: 0, path, aliases: [], name: path.slice(1), title, pinyin: "", icon, drawing, ...flags, children };
}

function moduleEntry({ id, groupId, path, aliases, name, title, icon, hidden, affix }: ModuleEntry, pinyin: string): MenuEntry {
  return { MdlId: id, PrtId: groupId, path, aliases, name, title, pinyin, icon, hidden, alwaysShow: false, affix, children: [] };
}

function reminderOf({ reminder }: ModuleEntry, own: Audience): Pick<MenuEntry, "reminder"> {
  return reminder !== null && fits(reminder.audience, own) ? { reminder: reminder.call } : {};
}
