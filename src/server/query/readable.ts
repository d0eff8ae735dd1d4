import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Entity, Module } from "../../shared/registry/model.ts";
import { type Readable, readableBy } from "../../shared/registry/rights/readable.ts";
import type { QueryContext } from "./context.ts";

/** What this viewer may read of the module. Refused when that is nothing. */
export function readableOf(ctx: QueryContext, module: Module, entity: Entity): Readable {
  const readable = readableBy(ctx.viewer, module, entity);
  // guard key: tests/server/query/list-page.test.ts
  if (readable.fields.size === 0) throw new ApiError(CODE.forbidden, ctx.registry.messages.NOFUNC);
  return readable;
}
