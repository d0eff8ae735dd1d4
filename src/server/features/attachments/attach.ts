import { UPLOAD_RULES } from "../../../shared/domain/upload-rules.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity, Module, Transition } from "../../../shared/registry/model.ts";
import { functionRefused } from "../../base/refused.ts";
import { previewWork } from "../../engine/preview.ts";
import { Causes } from "../../engine/refusals/cause.ts";
import { refusalNow, runTransition } from "../../engine/run-transition.ts";
import { runWork, type UserWork, type WithNotice } from "../../engine/run-work.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { isOwnAttachment } from "../../engine/uploads/attachments.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";
import { type AttachmentStep, attachmentTransition } from "../../screens/attachment-step.ts";
import { sideOfPicture, urlsOf } from "./attached.ts";

/** A row, and pictures to put there or to take away. */
export interface AttachRequest {
  readonly id: number;
  readonly urls: readonly string[];
  readonly idempotencyKey: string | undefined;
}

/** Whether the user may upload to the row now, in words where not. */
export async function mayAttach(
  ctx: QueryContext,
  module: Module,
  id: number,
): Promise<{ readonly ok: boolean; readonly msg: string; readonly cause?: string }> {
  await readByIds(listPlan(ctx, module), [id], []);
  const entity = entityOf(ctx.registry, module.entity);
  const transition = stepOf(entity, "attach");
  const store = sqlStore(ctx.db, ctx.viewer.shopId);
  const key = transition.key ?? "";
  const isHeld = ctx.viewer.rights.get(module.id)?.has(key) === true;
  const refused = isHeld
    ? await refusalNow(store, { ...previewWork(ctx, module), entity, transition, id })
    : functionRefused(ctx.registry, module, key);
  return refused === null ? { ok: true, msg: "" } : { ok: false, msg: refused.message, cause: await new Causes(ctx).of(refused) };
}

/** Puts pictures that the user has uploaded to a row, e.g. a bill (docs/decisions/36). The caller has checked the right. */
export async function attach(ctx: QueryContext, module: Module, { id, urls, idempotencyKey }: AttachRequest): Promise<Attached> {
  return runWork(ctx, module, { body: ["attach", id, urls], idempotencyKey }, async (at) => {
    await readByIds(listPlan(at.ctx, module), [id], []);
    // guard scope: tests/server/money/attachments.test.ts
    await checkPictures(at.ctx, urls);
    return run(at, module, "attach", id, urls);
  });
}

/**
 * Takes pictures of the user's own side from a row (docs/decisions/36); without addresses all of them. The caller has checked the right.
 */
export async function detach(ctx: QueryContext, module: Module, { id, urls, idempotencyKey }: AttachRequest): Promise<Attached> {
  return runWork(ctx, module, { body: ["detach", id, urls], idempotencyKey }, async (at) => {
    await readByIds(listPlan(at.ctx, module), [id], []);
    return run(at, module, "detach", id, urls.length > 0 ? urls : await ownPictures(at, module, id));
  });
}

/** The row's pictures as they are now. */
export interface Attached extends WithNotice {
  readonly id: number;
  readonly attachurl: string;
}

async function run(
  { store, work }: UserWork,
  module: Module,
  step: AttachmentStep,
  id: number,
  urls: readonly string[],
): Promise<Attached> {
  const entity = entityOf(work.registry, module.entity);
  const transition = stepOf(entity, step);
  let attachurl = "";
  for (const url of urls)
    attachurl = String((await runTransition(store, { ...work, entity, transition, id, reason: url })).attachurl ?? "");
  return { id, attachurl };
}

/** The caller has seen to it that the rows of the page take pictures. */
function stepOf(entity: Entity, step: AttachmentStep): Transition {
  const transition = attachmentTransition(entity, step);
  if (!transition) throw new Error(`${entity.name} takes no pictures: it has no transition to ${step} them`);
  return transition;
}

/** With no picture of the own side there is nothing to take: the first one that is there answers why. */
async function ownPictures({ store, work }: UserWork, module: Module, id: number): Promise<string[]> {
  const [row = {}] = await store.lock(entityOf(work.registry, module.entity), [id]);
  const own: string[] = [];
  for (const url of urlsOf(row)) if ((await sideOfPicture({ store, work }, row, url)) === work.actor.kind) own.push(url);
  return own.length > 0 ? own : [urlsOf(row)[0] ?? "-"];
}

/** Only files of this portal, and only those the user may see: an address from outside is never kept. */
async function checkPictures(ctx: QueryContext, urls: readonly string[]): Promise<void> {
  if (await isOwnAttachment(ctx, urls, "images")) return;
  if (await isOwnAttachment(ctx, urls)) throw new ApiError(CODE.rule, UPLOAD_RULES.image.wrongType);
  throw new ApiError(CODE.badInput, "参数 attachurl 不是您上传的附件");
}
