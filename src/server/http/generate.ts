import { actionsOf } from "../../shared/registry/rights/offered-actions.ts";
import { actionRefused } from "../base/refused.ts";
import { personasOf } from "../base/viewer.ts";
import { jobOf } from "../engine/jobs/job.ts";
import { jobProgress, openJob } from "../engine/jobs/job-store.ts";
import { runWork } from "../engine/run-work.ts";
import { entityOf } from "../engine/values/names.ts";
import { ok } from "./envelope.ts";
import { required, wantedOptions } from "./required.ts";
import type { ModuleCall, ModuleRoute } from "./route.ts";

/** Starts the job that makes rows of the module's entity for a period; the same one under way is joined. Answers at once. */
export const generateRows: ModuleRoute = {
  path: "/Module/:mdl/Generate",
  access: { function: null },
  handle: async (call) => {
    const { module, params, services, requestKey } = call;
    const { name, key } = jobOfPage(call);
    const [viewer] = personasOf(call.context.viewer, module.id, key);
    const context = { ...call.context, viewer };
    const wanted = jobOf(context.registry, name).params(context, module, params);
    const { shopId, userName } = viewer;
    const { id } = await runWork(context, module, { body: ["generate", wanted], idempotencyKey: requestKey }, async ({ ctx }) => ({
      id: await openJob(ctx.db, context.registry, { shopId, name, params: wanted, creator: userName, now: context.now }),
    }));
    services.jobs.wake();
    return ok(await jobProgress(context, id));
  },
};

/** Whom it can be made for alone; asked for as the choices of a form's field are. */
export const generateOptions: ModuleRoute = {
  path: "/Module/:mdl/GenerateOptions",
  access: { function: null },
  handle: async (call) =>
    ok(await jobOf(call.context.registry, jobOfPage(call).name).choices(call.context, call.module, wantedOptions(call.params))),
};

/** How far it is. */
export const generateStatus: ModuleRoute = {
  path: "/Module/:mdl/GenerateStatus",
  access: { function: null },
  handle: async (call) => {
    jobOfPage(call);
    return ok(await jobProgress(call.context, required(call.params, "job")));
  },
};

/** The job of the page, for who may start it. */
function jobOfPage({ context, module }: ModuleCall) {
  const entity = entityOf(context.registry, module.entity);
  const action = actionsOf(context.viewer, module, entity).find(({ name, transition }) => name === "generate" && transition === null);
  // guard key as entity.job === null: tests/server/app/generate.test.ts
  if (entity.job === null || !action) throw actionRefused(context.registry, module, "generate");
  return { name: entity.job, key: action.functionKey };
}
