import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { extensionOf } from "../../../shared/domain/upload-rules.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import {
  IMPORT_EXTENSIONS,
  IMPORT_TOO_LARGE,
  type ImportForm,
  type ImportMode,
  type ImportNotices,
  MOST_IMPORT_MB,
} from "../../../shared/protocol/import.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { grantedModule } from "../../auth/authorize.ts";
import { oneByOne } from "../../base/one-by-one.ts";
import { badInput } from "../../base/params.ts";
import { Semaphore } from "../../base/semaphore.ts";
import { TooLargeError } from "../../base/storage/storage.ts";
import { openJob } from "../../engine/jobs/job-store.ts";
import { runTransition } from "../../engine/run-transition.ts";
import { runWork } from "../../engine/run-work.ts";
import { entityOf, transitionOf } from "../../engine/values/names.ts";
import { type ImportRunRow, ImportRunStt } from "../../generated/entities.ts";
import { ok } from "../../http/envelope.ts";
import { FileAnswer } from "../../http/file-answer.ts";
import { required, requiredId } from "../../http/required.ts";
import type { ModuleRoute, UploadCall, UploadRoute } from "../../http/route.ts";
import type { QueryContext } from "../../query/context.ts";
import { headingsOf } from "./headings.ts";
import { firstPhase, IMPORT_JOB } from "./import-job.ts";
import { type Importing, importingOn } from "./importing.ts";
import { KeptFile } from "./kept-file.ts";
import { previewFile } from "./preview-file.ts";
import { problemBook } from "./problem-file.ts";
import { createRun, importingOfRun, listOfRuns, mayImport, ownRun, ownRuns, patchRun, runView, shownRun } from "./runs.ts";
import { stageFile } from "./stage-file.ts";
import { templateBook, templateCsv } from "./template.ts";
import { UNDO_JOB } from "./undo-job.ts";
import { refuseUndo } from "./undo-rows.ts";

/*
 * Long on purpose: the calls of an import in the order in which somebody makes them, each with what it refuses.
 */

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const MB = 1024 * 1024;
/** Files are read one at a time: each takes up to 150 MB while it is read. */
const reading = new Semaphore(1);

/** POST /Import/GetForm (mdl): what can be brought in on the page, and the viewer's own latest runs there. */
const getForm: ModuleRoute = {
  path: "/Import/GetForm",
  access: { function: null },
  handle: async ({ context, module }) => {
    const { spec } = importingOn(context, module);
    const headings = headingsOf(spec);
    const runs = await ownRuns(context, module);
    return ok({
      title: spec.title,
      columns: spec.columns.map((column) => {
        const { name, isKey, isRequired, isUpdatable } = column;
        return { name, title: headings.get(column) ?? column.title, isKey, isRequired, isUpdatable };
      }),
      follow: spec.next.map(({ title }) => title),
      mayCreate: spec.mayCreate,
      mayUpdate: spec.mayUpdate,
      runs: await oneByOne(runs, (run) => viewOf(context, module, run)),
    } satisfies ImportForm);
  },
};

/** POST /Import/Template (mdl, format): the file to fill in. */
const getTemplate: ModuleRoute = {
  path: "/Import/Template",
  access: { function: null },
  handle: async ({ context, module, params }) => {
    const { spec } = importingOn(context, module);
    const { format = "xlsx" } = params;
    if (format !== "xlsx" && format !== "csv") throw badInput("参数 format 只支持 xlsx 或 csv");
    const bytes = format === "csv" ? templateCsv(spec) : await templateBook(spec, context.now);
    return fileOf(bytes, format === "csv" ? "text/csv" : XLSX, `${module.entry.title}-导入模板.${format}`);
  },
};

/** POST /Import/Upload?mdl=… : takes a file, reads it and keeps its rows; nothing is brought in yet. */
const uploadFile: UploadRoute = {
  path: "/Import/Upload",
  access: "session",
  takes: "file",
  handle: async (call) => {
    const { context, services, session, params } = call;
    const module = grantedModule(context.registry, session, required(params, "mdl"));
    const importing = importingOn(context, module);
    await services.budget.spend("uploads", session.viewer);
    return ok(await viewOf(context, module, await takeFile(call, importing)));
  },
};

async function takeFile({ receive, isGone, log }: UploadCall, importing: Importing): Promise<ImportRunRow> {
  const { ctx, spec } = importing;
  const { draft, name } = await receive(MOST_IMPORT_MB * MB).catch((error: unknown) => {
    throw error instanceof TooLargeError ? new ApiError(CODE.rule, IMPORT_TOO_LARGE) : error;
  });
  try {
    const extensions: readonly string[] = IMPORT_EXTENSIONS;
    if (!extensions.includes(extensionOf(name))) throw new ApiError(CODE.rule, `只支持 ${extensions.join("、")} 文件`);
    return await reading.run(async () => {
      // Whoever left will never learn of the run.
      if (isGone()) throw new ApiError(CODE.badInput, "上传已中断");
      const bytes = Uint8Array.from(await draft.read());
      const digest = createHash("sha256").update(bytes).digest("hex");
      const file = new KeptFile(ctx.db, ctx.viewer.shopId, randomUUID());
      const staged = await stageFile(file, spec, bytes, ctx.now);
      log.info({ import: digest, user: ctx.viewer.userId, ...staged }, "a file to be imported was read");
      return createRun(importing, { key: file.id, name, digest, ...staged });
    });
  } finally {
    await draft.discard();
  }
}

/** POST /Import/Preview (mdl, run): what would become of the first rows. */
const preview: ModuleRoute = {
  path: "/Import/Preview",
  access: { function: null },
  handle: async ({ context, module, params, log }) => {
    const importing = importingOn(context, module);
    const run = await ownRun(context, module, requiredId(params, "run"));
    return ok(await previewFile(importing, run, (line) => log.error(line)));
  },
};

/** POST /Import/Start (mdl, run, mode, follow): begins to bring the rows in. */
const start: ModuleRoute = {
  path: "/Import/Start",
  access: { function: null },
  handle: async ({ context, module, params, requestKey, services }) => {
    const { ctx, spec } = importingOn(context, module);
    const run = await ownRun(context, module, requiredId(params, "run"));
    const mode = modeOf(required(params, "mode"));
    const audits = params.follow === "true";
    if (audits && spec.next.length === 0) throw badInput("不能在导入后处理：没有这个权限，或这种数据没有下一步");
    await runWork(
      ctx,
      module,
      { body: ["import", run.Id, mode, audits], idempotencyKey: requestKey },
      async ({ ctx: inside, store, work }) => {
        const entity = entityOf(ctx.registry, "ImportRun");
        const transition = transitionOf(entity, "start");
        await patchRun(store, ctx.registry, run, { mode, audits, phase: firstPhase(mode, spec, run) });
        await runTransition(store, { ...work, entity, transition, id: run.Id });
        const { shopId, userName } = ctx.viewer;
        const job = { shopId, name: IMPORT_JOB, params: { run: run.Id }, creator: userName, now: ctx.now };
        await openJob(inside.db, ctx.registry, job);
        return {};
      },
    );
    services.jobs.wake();
    return ok(await viewOf(context, module, await ownRun(context, module, run.Id)));
  },
};

function modeOf(text: string): ImportMode {
  if (text !== "all" && text !== "good") throw badInput("参数 mode 只支持 all 或 good");
  return text;
}

/** POST /Import/Status (mdl, run): a run as it stands; on the page of all runs any of them. */
const getStatus: ModuleRoute = {
  path: "/Import/Status",
  access: { function: null },
  handle: async ({ context, module, params }) =>
    ok(await viewOf(context, module, await shownRun(context, module, requiredId(params, "run")))),
};

/** POST /Import/BadRows (mdl, run): the rows that were refused, each with what is wrong, as a workbook. For who may import there. */
const getBadRows: ModuleRoute = {
  path: "/Import/BadRows",
  access: { function: null },
  handle: async ({ context, module, params }) => {
    const run = await shownRun(context, module, requiredId(params, "run"));
    const { spec } = importingOfRun(context, run);
    const file = fileOfRun(context, run);
    const headings = await file.headings();
    if (headings === null || (run.refused ?? 0) === 0) throw new ApiError(CODE.missing, "没有问题行，或文件内容已被清理");
    return fileOf(await problemBook(spec, headings, file), XLSX, `${run.Billid}-问题行.xlsx`);
  },
};

/** POST /Import/Notices (mdl, run): what the importer is told once, such as first passwords; afterwards it is known nowhere. */
const takeNotices: ModuleRoute = {
  path: "/Import/Notices",
  access: { function: null },
  handle: async ({ context, module, params }) => {
    const run = await ownRun(context, module, requiredId(params, "run"));
    const notices = await context.db
      .transaction()
      .execute((trx) => new KeptFile(trx, context.viewer.shopId, run.fileKey ?? "").takeNotices());
    return ok({ notices } satisfies ImportNotices);
  },
};

/** POST /Import/Undo (mdl, run): takes back all that a run has brought in, or is refused with the first rows that are in the way. */
const undo: ModuleRoute = {
  path: "/Import/Undo",
  access: { function: null },
  handle: async ({ context, module, params, requestKey, services }) => {
    const run = await shownRun(context, module, requiredId(params, "run"));
    const { ctx, module: page } = importingOfRun(context, run);
    await runWork(ctx, page, { body: ["undo-import", run.Id], idempotencyKey: requestKey }, async ({ ctx: inside, store, work }) => {
      const entity = entityOf(ctx.registry, "ImportRun");
      await runTransition(store, { ...work, entity, transition: transitionOf(entity, "undo"), id: run.Id });
      await refuseUndo({ store, work }, run);
      await patchRun(store, ctx.registry, run, { phase: "undo", done: 0, message: null });
      const { shopId, userId, userName } = ctx.viewer;
      const job = { shopId, name: UNDO_JOB, params: { run: run.Id, user: userId }, creator: userName, now: ctx.now };
      await openJob(inside.db, ctx.registry, job);
      return {};
    });
    services.jobs.wake();
    return ok(await viewOf(context, module, await shownRun(context, module, run.Id)));
  },
};

export const IMPORT_CALLS = [getForm, getTemplate, uploadFile, preview, start, getStatus, getBadRows, takeNotices, undo];

const fileOfRun = ({ db, viewer }: QueryContext, run: ImportRunRow) => new KeptFile(db, viewer.shopId, run.fileKey ?? "");

async function viewOf(context: QueryContext, module: Module, run: ImportRunRow) {
  const isOwn = run.USER_ID === context.viewer.userId;
  const hasNotices = isOwn && run.stt === ImportRunStt.done && (await fileOfRun(context, run).hasNotices());
  return runView(context.registry, run, { mayUndo: mayImport(context, run), hasNotices, list: listOfRuns(context, module) });
}

function fileOf(bytes: Buffer, type: string, name: string): FileAnswer {
  return new FileAnswer({ size: bytes.length, bytes: Readable.from([bytes]) }, type, name);
}
