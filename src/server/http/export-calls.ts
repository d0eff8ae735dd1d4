import { exportFileName } from "../../shared/domain/sheet/sheet-plan.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { ExportsResult, ExportView } from "../../shared/protocol/export.ts";
import { requireFunction } from "../auth/authorize.ts";
import { readFormat, rightsMark } from "../engine/exports/export-order.ts";
import type { KeptExport } from "../engine/exports/export-store.ts";
import { ROW_MISSING } from "../query/rows-by-ids.ts";
import { ok } from "./envelope.ts";
import { FileAnswer } from "./file-answer.ts";
import { required } from "./required.ts";
import type { ModuleCall, ModuleRoute } from "./route.ts";
import { takeAway } from "./take-away.ts";

/*
 * Long lists as files (docs/decisions/122). They are their maker's alone, in his shop: for anybody else they are not there.
 */

const MIME = { csv: "text/csv", xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" } as const;
const CHANGED = "您的权限在导出之后有变化，请重新导出";

/** Has the list written to a file in the background: `format` (xlsx or csv), and the list as ExportRows takes it. Answers how it stands. */
export const startExport: ModuleRoute = {
  path: "/Module/:mdl/Export",
  access: { function: "query" },
  handle: async (call) => {
    const { context, module, params, services, session } = call;
    const admitted = await takeAway(call, {
      read: async () => services.exports.admit(context, { viewer: session.viewer, module, format: readFormat(params), params }),
      told: ({ wanted: { format } }) => ({ format }),
    });
    const job = await services.exports.start(admitted);
    return ok((await ownExport(call, job)).view);
  },
};

/** How `job` stands; without it, all of the user's own of the last day (`ExportsResult`), of whatever page. */
export const exportStatus: ModuleRoute = {
  path: "/Module/:mdl/ExportStatus",
  access: { function: "query" },
  handle: async (call) => {
    const { params, services, session } = call;
    if ((params.job ?? "") !== "") return ok((await ownExport(call, required(params, "job"))).view satisfies ExportView);
    const all = await services.exports.store.own(session.viewer);
    return ok({ exports: all.map(({ view }) => view).filter(({ state }) => state !== "cancelled") } satisfies ExportsResult);
  },
};

/** Stops `job`, or removes its file. */
export const cancelExport: ModuleRoute = {
  path: "/Module/:mdl/ExportCancel",
  access: { function: "query" },
  handle: async (call) => {
    const { view } = await ownExport(call, required(call.params, "job"));
    await call.services.exports.cancel(view.job);
    return ok((await ownExport(call, view.job)).view);
  },
};

/** The file of `job`, for a day, as long as its maker may see what is in it. */
export const exportFile: ModuleRoute = {
  path: "/Module/:mdl/ExportFile",
  access: { function: "query" },
  handle: async (call) => {
    const { context, session, module, params, services } = call;
    // guard key: tests/server/app/exports.test.ts
    requireFunction(context.registry, session, module, "export");
    const { view, rights } = await ownExport(call, required(params, "job"));
    // guard key: tests/server/app/exports.test.ts
    if (view.state === "ready" && rights !== rightsMark(context, module)) throw new ApiError(CODE.forbidden, CHANGED);
    const file = view.state === "ready" ? await services.exports.file(view.job) : null;
    if (file === null) throw new ApiError(CODE.missing, "文件尚未生成或已过期，请重新导出");
    return new FileAnswer(file, MIME[view.format], exportFileName(view.title, view.created, view.format));
  },
};

/** The caller's own on this page. Code 404 for any other, as for one that there never was. */
async function ownExport({ services, session, module }: ModuleCall, id: string): Promise<KeptExport> {
  const [found] = await services.exports.store.own(session.viewer, { id, mdl: module.id });
  if (found === undefined) throw new ApiError(CODE.missing, ROW_MISSING);
  return found;
}
