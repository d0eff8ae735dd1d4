import type { Module } from "../../shared/registry/model.ts";
import { envOf } from "../base/viewer.ts";
import type { QueryContext } from "../query/context.ts";
import type { Work } from "./effects/effect.ts";

/** Work as the user would do it; nothing is done with it. */
export function previewWork({ registry, viewer, now }: QueryContext, module: Module): Work {
  const actor = { kind: viewer.side, userId: viewer.userId, userName: viewer.userName };
  return { registry, actor, env: envOf(registry, viewer, module, now), now, reason: "-", reqkey: "", moduleId: module.id, viewer };
}
