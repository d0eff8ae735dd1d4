import { readStats } from "../query/stats.ts";
import { ok } from "./envelope.ts";
import type { ModuleRoute } from "./route.ts";

/** The numbers of a board, over the rows that the filter leaves. */
export const getStats: ModuleRoute = {
  path: "/Module/:mdl/GetStats",
  access: { function: "query" },
  handle: async ({ context, module, params }) => ok(await readStats(context, module, params)),
};
