import type { FastifyRequest } from "fastify";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import { findSession } from "../auth/session-store.ts";
import { tokenOf } from "../auth/token.ts";
import type { Services } from "./services.ts";

const SIGNED_OUT = "登录已失效，请重新登录";

/** Finds who calls, from the Authorization header alone, or throws 401. Text that cannot be a token costs no read. */
export async function authenticate(request: FastifyRequest, { database, registry, now }: Services, isQuiet: boolean): Promise<void> {
  const token = tokenOf(request.headers.authorization);
  request.session = token === null ? null : await findSession(database.kysely, registry.current(), token, now(), isQuiet);
  if (request.session === null) throw new ApiError(CODE.signedOut, SIGNED_OUT);
}
