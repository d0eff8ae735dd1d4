import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { mergeParams, NO_PARAMS, type Params, parseForm, plainParams } from "../../base/params.ts";
import { ok } from "../../http/envelope.ts";
import type { Services } from "../../http/services.ts";
import { AtOnce } from "./in/at-once.ts";
import { takeInCall } from "./in/in-call.ts";
import type { Turn } from "./in/take-in.ts";
import { OUT } from "./key/acts.ts";
import { countCall } from "./key/count-call.ts";
import { findKey, type KeyHolder } from "./key/find-key.ts";
import { pageOf } from "./key/page-of.ts";
import { buildOpenApi } from "./openapi/build-openapi.ts";
import { takeOut } from "./out/take-out.ts";
import type { Taking } from "./out/turn-feed.ts";

/** Their addresses. */
export const KEYED_ROUTES = { in: "/api/In/:entity", out: "/api/Out/:entity", openApi: "/api/openapi.json" } as const;

const UNKNOWN = "接口密钥不正确、已吊销或已到期，或其责任人已停用";

/** Who calls with which request. */
const holders = new WeakMap<FastifyRequest, KeyHolder>();

/** Addresses for programs, which call with a key (docs/decisions/112). */
export function addKeyedRoutes(app: FastifyInstance, services: Services, taking: Taking): void {
  const { database, registry, now, admission, budget, stopping } = services;
  const atOnce = new AtOnce();

  const find = async ({ headers }: FastifyRequest, at: Date): Promise<KeyHolder> => {
    const holder = await findKey({ db: database.kysely, registry: registry.current(), now: at }, headers.authorization);
    if (holder === null) throw new ApiError(CODE.signedOut, UNKNOWN);
    return holder;
  };
  /** Before the body is read: who may not call need not be listened to. */
  const enter = async (request: FastifyRequest) => {
    const at = now();
    const holder = await find(request, at);
    await countCall(database.kysely, holder, at);
    holders.set(request, holder);
    return holder;
  };

  app.route({
    method: "POST",
    url: KEYED_ROUTES.out,
    config: { access: "key" },
    onRequest: async (request) => void (await enter(request)),
    handler: async (request) => {
      const holder = holderOf(request);
      const { context } = holder;
      const params = paramsOf(request);
      const module = pageOf(holder, nameOf(request), OUT, params.mdl);
      budget.checkRows(asKey(holder));
      const result = await admission.run(askerOf(holder), "heavy", () => takeOut(database, context, module, params, taking));
      await budget.countRows(asKey(holder), result.rows.length);
      return ok(result);
    },
  });

  app.route({
    method: "GET",
    url: KEYED_ROUTES.openApi,
    config: { access: "key" },
    handler: async (request, reply) => {
      const { headers } = request;
      // Whoever shows a key is answered for it; whoever shows none is told how to call, and nothing of what there is.
      const opened = headers.authorization === undefined ? null : await enter(request);
      const { title, version } = registry.current();
      return reply.type("application/json; charset=utf-8").send(buildOpenApi({ opened, title, version, publicUrl: services.publicUrl }));
    },
  });

  app.register(async (scope) => {
    // Read as it comes, by whoever takes it.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    scope.route({
      method: "POST",
      url: KEYED_ROUTES.in,
      config: { access: "key", takes: "rows" },
      onRequest: async (request) => void (await enter(request)),
      handler: async (request, reply) => {
        const holder = holderOf(request);
        const asker = askerOf(holder);
        const turn: Turn = async (work) => {
          if (stopping.aborted) throw new ApiError(CODE.unavailable, "服务正在停止");
          const again = await find(request, now());
          if (again.context.registry !== holder.context.registry) throw new ApiError(CODE.unavailable, "系统配置已更新");
          return admission.run(asker, "heavy", () => work(again.context));
        };
        const ended = atOnce.begin(holder);
        return takeInCall({ holder, entity: nameOf(request), params: queryOf(request), turn, ended }, request, reply);
      },
    });
  });
}

function holderOf(request: FastifyRequest): KeyHolder {
  const holder = holders.get(request);
  if (holder === undefined) throw new Error("a route for keys was reached without one");
  return holder;
}

/** A key has a day's rows and a turn of its own, beside those of who answers for it. */
const asKey = ({ prefix, context: { viewer } }: KeyHolder) => ({ ...viewer, userId: prefix });
const askerOf = ({ prefix, context: { viewer } }: KeyHolder) => ({ user: prefix, party: `${viewer.shopId} `, shop: viewer.shopId });

const nameOf = ({ params }: FastifyRequest): string => (params as { readonly entity?: string }).entity ?? "";

const queryOf = (request: FastifyRequest): Params => plainParams(parseForm((request.query as { readonly text?: string }).text ?? ""));

/** Parameters of the address and of a body of plain values. */
const paramsOf = (request: FastifyRequest): Params =>
  mergeParams(queryOf(request), plainParams((request.body as Params | null | undefined) ?? NO_PARAMS));
