import type { Action } from "../../../shared/registry/model.ts";
import { actionsOf } from "../../../shared/registry/rights/offered-actions.ts";
import { badInput } from "../../base/params.ts";
import { actionRefused } from "../../base/refused.ts";
import { personasOf } from "../../base/viewer.ts";
import { entityOf, transitionOf } from "../../engine/values/names.ts";
import { ok } from "../../http/envelope.ts";
import { required, requiredId } from "../../http/required.ts";
import type { Call, ModuleCall, ModuleRoute } from "../../http/route.ts";
import type { QueryContext } from "../../query/context.ts";
import { type AttachmentStep, attachmentStep } from "../../screens/attachment-step.ts";
import { type AttachRequest, attach, detach, mayAttach } from "./attach.ts";

const MOST_PICTURES = 9;
/** The customer's texts, verbatim. */
export const UPLOADED = "上传成功";

type Asked = Pick<Call, "params" | "requestKey">;

/** Which pictures are to be put to the row. */
export function attachRequest({ params, requestKey }: Asked, id: number): AttachRequest {
  return { id, urls: picturesOf(required(params, "attachurl")), idempotencyKey: requestKey };
}

/** One picture or several, or without `attachurl` all of the caller's side. */
export function detachRequest({ params: { attachurl = "" }, requestKey }: Asked, id: number): AttachRequest {
  return { id, urls: attachurl === "" ? [] : picturesOf(attachurl), idempotencyKey: requestKey };
}

function picturesOf(text: string): string[] {
  const urls = text.split(",").map((url) => url.trim());
  if (urls.length > MOST_PICTURES) throw badInput(`参数 attachurl 最多 ${MOST_PICTURES} 个地址`);
  if (urls.includes("") || new Set(urls).size < urls.length) throw badInput("参数 attachurl 有空的或重复的地址");
  return urls;
}

/** Whether the user may upload to the row now: `ok`, and in words why not. */
export const uploadAttachCheck: ModuleRoute = {
  path: "/Module/:mdl/UploadAttachCheck",
  access: { function: "query" },
  handle: async (call) => {
    checkPage(call);
    return ok(await mayAttach(call.context, call.module, requiredId(call.params, "id")));
  },
};

/** Puts pictures to a row of any page whose entity takes them; the payment page has calls of its own. */
export const uploadAttach: ModuleRoute = {
  path: "/Module/:mdl/UploadAttach",
  access: { function: null },
  handle: async (call) => {
    const context = contextFor(call, "attach");
    return ok(await attach(context, call.module, attachRequest(call, requiredId(call.params, "id"))), UPLOADED);
  },
};

/** Takes pictures from a row. */
export const deleteAttach: ModuleRoute = {
  path: "/Module/:mdl/DeleteAttach",
  access: { function: null },
  handle: async (call) => {
    const context = contextFor(call, "detach");
    return ok(await detach(context, call.module, detachRequest(call, requiredId(call.params, "id"))));
  },
};

/** The page takes pictures by a button; who may press it is the answer's to say. */
function checkPage({ context, module }: ModuleCall): void {
  const entity = entityOf(context.registry, module.entity);
  const steps = module.actions.flatMap(({ transition }) => (transition === null ? [] : attachmentStep(transitionOf(entity, transition))));
  // guard key: tests/server/money/attachments.test.ts
  if (!steps.includes("attach")) throw actionRefused(context.registry, module, "attach");
}

/** As whom the user may press the button on this page (docs/decisions/103); he must hold it. */
function contextFor({ context, module }: ModuleCall, step: AttachmentStep): QueryContext {
  const { registry, viewer } = context;
  const entity = entityOf(registry, module.entity);
  const isStep = ({ transition }: Action) => transition !== null && attachmentStep(transitionOf(entity, transition)) === step;
  const held = actionsOf(viewer, module, entity).find(isStep);
  // guard key: tests/server/money/attachments.test.ts
  if (!held) throw actionRefused(registry, module, module.actions.find(isStep)?.name ?? step);
  return { ...context, viewer: personasOf(viewer, module.id, held.functionKey)[0] };
}
