import { limitOf } from "../auth/contract.ts";
import { projectMenu } from "../screens/project-menu.ts";
import { projectScreen } from "../screens/project-screen.ts";
import { titleSounds } from "../screens/title-pinyin.ts";
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
    return ok(projectMenu(context, await titleSounds(context.registry), limit));
  },
};

/** One module's screen as this user may see it. */
export const getModule: ModuleRoute = {
  path: "/Registry/GetModule",
  access: { function: null },
  handle: async ({ context, module }) => ok(projectScreen(context, module)),
};

/** Answers when the registry is no longer the version the caller knows, or after 25 s with the same version. */
export const watch: SessionRoute = {
  path: "/Registry/Watch",
  access: "session",
  isQuiet: true,
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
