import { layoutFrom } from "../screens/own/own-json.ts";
import { keepLayout } from "../screens/own/own-list.ts";
import { projectScreen } from "../screens/project-screen.ts";
import { ok } from "./envelope.ts";
import { required } from "./required.ts";
import type { ModuleRoute } from "./route.ts";

/** Keeps how the user has arranged the module's columns: `layout`, what is not as the module has it, as JSON; `{}` forgets it. */
export const saveLayout: ModuleRoute = {
  path: "/Module/:mdl/SaveLayout",
  access: { function: "query" },
  handle: async ({ context, module, params }) => {
    await keepLayout(context, projectScreen(context, module), layoutFrom(required(params, "layout"), "layout"));
    return ok(null);
  },
};
