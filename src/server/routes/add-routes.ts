import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authenticate } from "../auth/authenticate.ts";
import { grantedModule, requireFunction } from "../auth/authorize.ts";
import { mergeParams, NO_PARAMS, type Params, parseForm } from "../plugins/params.ts";
import { required } from "./required.ts";
import type { Call, ModuleCall, Route, SessionCall } from "./route.ts";
import { API_ROUTES, TOKEN_ROUTE } from "./route-table.ts";
import type { Services } from "./services.ts";

/** Both spellings the specification uses (section 7: `/api`, and `/API` for the upload). */
const PREFIXES = ["/api", "/API"];

/** Makes every route of the table reachable by POST. */
export function addRoutes(app: FastifyInstance, services: Services): void {
  addRoute(app, services, TOKEN_ROUTE, TOKEN_ROUTE.path);
  for (const route of API_ROUTES) for (const prefix of PREFIXES) addRoute(app, services, route, prefix + route.path);
}

function addRoute(app: FastifyInstance, services: Services, route: Route, url: string): void {
  const isOpen = route.access === "public";
  const isQuiet = "isQuiet" in route;
  app.route({
    method: "POST",
    url,
    config: { access: route.access },
    ...(isQuiet ? { logLevel: "warn" as const } : {}),
    // Before the body is read: who may not call need not be listened to.
    ...(isOpen ? {} : { onRequest: (request: FastifyRequest) => authenticate(request, services, isQuiet) }),
    handler: (request, reply) => answer(route, callOf(request, reply, services), request),
  });
}

async function answer(route: Route, call: Call, request: FastifyRequest): Promise<object> {
  if (route.access === "public") return route.handle(call);
  const sessionCall = withSession(call, request);
  if (route.access === "session") return route.handle(sessionCall);
  return route.handle(withModule(sessionCall, request, route.access.function));
}

function callOf(request: FastifyRequest, reply: FastifyReply, services: Services): Call {
  const query = (request.query as { readonly text?: string }).text ?? "";
  const requestKey = request.headers["idempotency-key"];
  return {
    params: mergeParams(parseForm(query), (request.body as Params | null | undefined) ?? NO_PARAMS),
    services,
    ip: request.ip,
    agent: request.headers["user-agent"] ?? "",
    requestKey: typeof requestKey === "string" ? requestKey : undefined,
    log: request.log,
    gone: () => goneSignal(reply, services.stopping),
  };
}

function withSession(call: Call, { session }: FastifyRequest): SessionCall {
  if (session === null) throw new Error("a route for sessions was reached without one");
  const { database, registry, now } = call.services;
  return { ...call, session, context: { db: database.kysely, registry: registry.current(), viewer: session.viewer, now: now() } };
}

function withModule(call: SessionCall, request: FastifyRequest, functionKey: string | null): ModuleCall {
  const { mdl } = request.params as { readonly mdl?: string };
  const { registry } = call.context;
  const module = grantedModule(registry, call.session, mdl ?? required(call.params, "mdl"));
  if (functionKey !== null) requireFunction(registry, call.session, module, functionKey);
  return { ...call, module };
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
