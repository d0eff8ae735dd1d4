import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Session } from "../auth/session.ts";
import { findSession } from "../auth/session-store.ts";
import { tokenOf } from "../auth/token.ts";
import { mergeParams, NO_PARAMS, type Params, parseForm, plainParams } from "../base/params.ts";
import { Refused } from "../base/refused.ts";
import { tenantOf } from "../base/tenant.ts";
import { registryOf } from "../base/viewer.ts";
import { forTenant, writtenBy } from "../db/driver/tenant-statements.ts";
import { Causes } from "../engine/refusals/cause.ts";
import type { QueryContext } from "../query/context.ts";
import { answerModule, answerSession } from "./answer-call.ts";
import type { Feature } from "./feature.ts";
import { FileAnswer, sendFile } from "./file-answer.ts";
import { LinesAnswer, sendLines } from "./lines-answer.ts";
import { mustEnrol } from "./must-enrol.ts";
import { addMultipart, receiveFile } from "./received-file.ts";
import type { Call, ModuleRoute, PublicUploadRoute, Receiving, Route, SessionCall, SessionRoute, UploadRoute } from "./route.ts";
import { apiRoutes, TOKEN_ROUTE } from "./route-table.ts";
import type { Services } from "./services.ts";

/** Both spellings the specification uses (`/api`, and `/API` for the upload). */
const PREFIXES = ["/api", "/API"];

/** Makes every route of the table and of these features reachable by POST. */
export function addRoutes(app: FastifyInstance, services: Services, features: readonly Feature[]): void {
  addRoute(app, services, TOKEN_ROUTE, TOKEN_ROUTE.path);
  const addAll = (scope: FastifyInstance, routes: readonly Route[]) => {
    for (const route of routes) for (const prefix of PREFIXES) addRoute(scope, services, route, prefix + route.path);
  };
  const routes = apiRoutes(features);
  const plain = routes.filter((route) => !takesFile(route));
  addAll(app, plain);
  app.register(async (scope) => {
    await addMultipart(scope);
    addAll(scope, routes.filter(takesFile));
  });
}

function addRoute(app: FastifyInstance, services: Services, route: Route, url: string): void {
  const isOpen = route.access === "public";
  const isQuiet = "isQuiet" in route;
  app.route({
    method: "POST",
    url,
    config: takesFile(route) ? { access: route.access, takes: route.takes } : { access: route.access },
    ...(isQuiet ? { logLevel: "warn" as const } : {}),
    ...("mostBytes" in route ? { bodyLimit: route.mostBytes } : {}),
    // Before the body is read: who may not call need not be listened to.
    ...(isOpen ? {} : { onRequest: (request: FastifyRequest) => authenticate(request, services, route) }),
    handler: async (request, reply) => {
      const answer = await answerOf(route, callOf(route, request, reply, services), request, reply).catch((error: unknown) =>
        withCause(error, request.session === null ? null : contextOf(services, request.session)),
      );
      if (answer instanceof LinesAnswer) return sendLines(reply, answer);
      return answer instanceof FileAnswer ? sendFile(reply, answer) : answer;
    },
  });
}

function takesFile(route: Route): route is UploadRoute | PublicUploadRoute {
  return "takes" in route;
}

function isOfModule(route: SessionRoute | ModuleRoute): route is ModuleRoute {
  return route.access !== "session";
}

async function answerOf(route: Route, call: Call, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  if (route.access === "public") return takesFile(route) ? route.handle(withFile(call, request, reply)) : route.handle(call);
  const sessionCall = withSession(call, request);
  // How long a file takes is up to the client.
  if (takesFile(route)) return route.handle(withFile(sessionCall, request, reply));
  if (isOfModule(route)) return answerModule(route, sessionCall, (request.params as { readonly mdl?: string }).mdl);
  return answerSession(route, sessionCall);
}

function callOf(route: Route, request: FastifyRequest, reply: FastifyReply, services: Services): Call {
  const query = (request.query as { readonly text?: string }).text ?? "";
  const requestKey = request.headers["idempotency-key"];
  const params = mergeParams(parseForm(query), (request.body as Params | null | undefined) ?? NO_PARAMS);
  return {
    params: "takesFields" in route ? params : plainParams(params),
    services,
    ip: request.ip,
    agent: request.headers["user-agent"] ?? "",
    requestKey: typeof requestKey === "string" ? requestKey : undefined,
    log: request.log,
    gone: () => goneSignal(reply, services.stopping),
    left: () => leftSignal(reply),
  };
}

function withSession(call: Call, { session }: FastifyRequest): SessionCall {
  if (session === null) throw new Error("a route for sessions was reached without one");
  return { ...call, session, context: contextOf(call.services, session) };
}

function contextOf({ database, registry, now }: Services, { viewer }: Session): QueryContext {
  const own = writtenBy(database.kysely, viewer.userId);
  return {
    db: forTenant(own, tenantOf(viewer)),
    registry: registryOf(registry.current(), viewer.shopId),
    viewer,
    now: now(),
  };
}

/** Throws it again; a refusal that knows what it comes from with that beside its text (docs/decisions/101). */
async function withCause(error: unknown, context: QueryContext | null): Promise<never> {
  const cause = context === null || !(error instanceof Refused) ? "" : await new Causes(context).of(error);
  throw error instanceof Refused && cause !== "" ? new ApiError(error.code, error.message, undefined, { cause }) : error;
}

function withFile<C extends Call>(call: C, request: FastifyRequest, reply: FastifyReply): C & Receiving {
  return {
    ...call,
    receive: (maxBytes) => receiveFile(request, call.services.storage, maxBytes),
    isGone: () => reply.raw.destroyed,
  };
}

/** Aborted when the answer can no longer be sent, or the server begins to stop. */
function goneSignal(reply: FastifyReply, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort();
  if (stopping.aborted) abort();
  stopping.addEventListener("abort", abort, { once: true });
  reply.raw.once("close", () => {
    stopping.removeEventListener("abort", abort);
    abort();
  });
  return gone.signal;
}

/** Aborted when the answer can no longer be sent: whoever asked is not there any more. What is sent is not given up: each time that costs a stack. */
function leftSignal({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  const leave = () => raw.writableFinished || left.abort();
  if (raw.destroyed) leave();
  else raw.once("close", leave);
  return left.signal;
}

const SIGNED_OUT = "登录已失效，请重新登录";
const CHANGE_FIRST = "请先把初始密码改为自己的密码";
const ENROL_FIRST = "您的权限要求两步验证，请重新登录并设置";

/**
 * Finds who calls, from the Authorization header alone, or throws 401. Text that cannot be a token costs no read. Throws 403 for whoever has
 * not chosen his password yet, or must set up a second factor first, but on the addresses that are for that (docs/decisions/82, 86).
 */
async function authenticate(request: FastifyRequest, services: Services, route: Route): Promise<void> {
  const token = tokenOf(request.headers.authorization);
  const found = token === null ? null : await findSession(services, token, services.now(), "isQuiet" in route);
  request.session = found;
  if (found === null) throw new ApiError(CODE.signedOut, SIGNED_OUT);
  // guard key: tests/server/app/given-password.test.ts
  if (found.mustChange && !("isForGiven" in route)) throw new ApiError(CODE.forbidden, CHANGE_FIRST);
  // guard key: tests/server/app/second-factor.test.ts
  if (!found.mustChange && !("isForEnrolment" in route) && mustEnrol(services, found)) throw new ApiError(CODE.forbidden, ENROL_FIRST);
}

/** Refuses to build an application with a route that does not say who may call it. Must run before any route is added. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook("onRoute", ({ url, method, config }) => {
    // guard key: tests/server/app/routes.test.ts
    if (config?.access === undefined) throw new Error(`the route ${String(method)} ${url} declares no access`);
  });
}
