import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import { personasOf } from "../base/viewer.ts";
import type { QueryContext } from "../query/context.ts";

/**
 * Does it as the user himself, or else for somebody who has given him the function for a while (docs/decisions/103): what one of them is
 * forbidden, as a node of approval that belongs to another group, the next may do. Throws the first refusal where none may.
 */
export async function asPersona<T>(ctx: QueryContext, moduleId: number, key: string, run: (ctx: QueryContext) => Promise<T>): Promise<T> {
  const [first, ...others] = personasOf(ctx.viewer, moduleId, key);
  try {
    return await run({ ...ctx, viewer: first });
  } catch (error) {
    if (!isForbidden(error)) throw error;
    for (const viewer of others) {
      try {
        return await run({ ...ctx, viewer });
      } catch (another) {
        if (!isForbidden(another)) throw another;
      }
    }
    throw error;
  }
}

const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.code === CODE.forbidden;
