import type { PageResult } from "../../shared/protocol/list.ts";
import type { Module } from "../../shared/registry/model.ts";
import { openModules } from "../auth/authorize.ts";
import { badInput, type Params } from "../base/params.ts";
import { tooLong } from "../engine/exports/export-desk.ts";
import { preview } from "../engine/preview.ts";
import { runAction } from "../engine/run-action.ts";
import { openRow, runOpened } from "../engine/save/open-row.ts";
import { tryAction } from "../engine/try-action.ts";
import { listGroups } from "../query/list-groups.ts";
import { listPage, openList } from "../query/list-page.ts";
import { showRow } from "../query/show/show-row.ts";
import { sessionSettings } from "../query/site-settings.ts";
import { readStats } from "../query/stats.ts";
import { noteOpened } from "../screens/own/shortcuts.ts";
import { documentTables } from "../screens/project-columns.ts";
import type { Weight } from "./admission.ts";
import { ok } from "./envelope.ts";
import { reading } from "./read-call.ts";
import { optionalCount, optionalIds, required, requiredId, requiredIds, seenVersions } from "./required.ts";
import type { ModuleCall, ModuleRoute } from "./route.ts";
import { takeAway } from "./take-away.ts";

const MOST_ACTION_IDS = 500;
const MOST_TICKED = 2000;

/** One page of a list. `purpose=export` asks for rows to take away: its own right, and a line in the log. */
export const getPage: ModuleRoute = {
  path: "/Module/:mdl/GetPage",
  access: { function: "query" },
  handle: async (call) => {
    const { module, params } = call;
    if (params.purpose === undefined && (params.page ?? "1") === "1") call.services.opened(call.session.viewer, module);
    return ok(await pageOfList(call, module));
  },
  weight: weightOfList,
};

/** One row with its lines. Opening it clears its unread mark. */
export const getRow: ModuleRoute = {
  path: "/Module/:mdl/Get",
  access: { function: "query" },
  handle: async ({ context, session, module, params }) => {
    const id = requiredId(params, "id");
    await runOpened(context, module, id);
    const open = openModules(context.registry, session);
    const shown = await showRow(context, module, id, open);
    const tables = await documentTables(context, module, shown.row, open);
    await openRow(context, module, id);
    await noteOpened(context, module, id);
    return ok(module.tables.length === 0 ? shown : { ...shown, tables: tables.filter((table) => table !== null) });
  },
};

/** An action on rows; its function key is checked where the action is known. */
export const runModuleAction: ModuleRoute = {
  path: "/Module/:mdl/Action",
  access: { function: null },
  takesFields: true,
  waits: ({ context, module, params }) => {
    const transition = module.actions.find(({ name }) => name === params.action)?.transition ?? "";
    return (context.registry.entities[module.entity]?.transitions[transition]?.asks ?? null) !== null;
  },
  handle: async ({ context, module, params, requestKey, services }) => {
    const ids = optionalIds(params, "ids", MOST_ACTION_IDS);
    const request = {
      action: required(params, "action"),
      ids,
      reason: params.reason,
      seen: seenVersions(params, ids),
      ticked: optionalIds(params, "lines", MOST_TICKED) ?? undefined,
      isEach: readEach(params),
      idempotencyKey: requestKey,
    };
    return ok(await runAction(context, module, request, services.outside));
  },
  weight: weightOfMany,
};

/** A list, its sums and its numbers go over all rows that the filter leaves. */
function weightOfList({ services, session, module, params: { filter } }: ModuleCall): Weight {
  return services.longLists.isLong({ viewer: session.viewer, module, filter }) ? "long" : "usual";
}

/** So many rows a hand ticks. */
const FEW = 20;

/** Of a whole filter, or of more rows than a page is ticked. */
function weightOfMany({ params: { ids = "" } }: ModuleCall): Weight {
  return ids === "" || ids.split(",", FEW + 1).length > FEW ? "long" : "usual";
}

/** Whether each row is to be done by itself (`each=1`). */
function readEach({ each = "" }: Params): boolean {
  if (each !== "" && each !== "1") throw badInput("参数 each 只支持 1");
  return each === "1";
}

/** What an action would be answered by the next rows of a filter: nothing is done. Its function key is checked where the action is known. */
export const tryModuleAction: ModuleRoute = {
  path: "/Module/:mdl/TryAction",
  access: { function: "query" },
  handle: async ({ context, module, params }) => {
    const request = { action: required(params, "action"), filter: params.filter, after: optionalCount(params, "after") ?? 0 };
    return ok(await tryAction(context, module, request));
  },
  weight: () => "long",
};

/** What an action would do to rows, for its preview: nothing is done. */
export const previewAction: ModuleRoute = {
  path: "/Module/:mdl/Preview",
  access: { function: "query" },
  handle: async ({ context, module, params, services }) =>
    ok(await preview(context, module, services.outside, required(params, "action"), requiredIds(params, "ids", MOST_ACTION_IDS))),
  weight: weightOfMany,
};

/** What the rows of a list come to, put together by the values of one column (`group`). */
export const getGroups: ModuleRoute = {
  path: "/Module/:mdl/GetGroups",
  access: { function: "query" },
  handle: async (call) => {
    const { module, params, services, session } = call;
    services.budget.checkRows(session.viewer);
    const result = await reading(call, (at) => listGroups(at, module, params));
    await services.budget.countRows(session.viewer, result.groups.length);
    return ok(result);
  },
  weight: weightOfList,
};

/** The numbers of a board, over the rows that the filter leaves. */
export const getStats: ModuleRoute = {
  path: "/Module/:mdl/GetStats",
  access: { function: "query" },
  handle: async (call) => ok(await reading(call, (at) => readStats(at, call.module, call.params))),
  weight: weightOfList,
};

/** One page of a list, to be seen or to be taken away; its rows count for the day. */
export async function pageOfList(call: ModuleCall, page: Module): Promise<PageResult> {
  const { context, params, services, session } = call;
  await checkExport(call, page);
  services.budget.checkRows(session.viewer);
  const result = await reading(call, (at) => listPage(at, page, params));
  services.longLists.note({ viewer: session.viewer, module: page, filter: params.filter }, result.total);
  const { "export.maxRows": most } = sessionSettings(context, ["export.maxRows"]);
  // guard rate: tests/server/settings/settings-act.test.ts
  if (params.purpose === "export" && result.total > most) throw tooLong(most, result.total);
  await services.budget.countRows(session.viewer, result.rows.length);
  return result;
}

/** Rows of a list that are asked for to be taken away (`purpose=export`): that needs its own right, and leaves a line in the log. */
async function checkExport(call: ModuleCall, page: Module): Promise<void> {
  const { context, params } = call;
  const { purpose } = params;
  if (purpose === undefined) return;
  if (purpose !== "export") throw badInput("参数 purpose 只支持 export");
  // It comes in pieces; it is counted once.
  await takeAway(call, {
    read: () => openList(context, page, params),
    told: () => ({ page: params.page, rows: params.rows }),
    isFirst: (params.page ?? "1") === "1",
  });
}
