import type { FastifyInstance } from "fastify";
import { countVisit } from "../../auth/visit-limits.ts";
import { pathOf } from "../../http/gate.ts";
import type { Services } from "../../http/services.ts";
import { callbackPath } from "./bank/bank.ts";
import { CHANNELS } from "./bank/gateway.ts";
import { noChannel, takeCallback } from "./take-callback.ts";

const MOST_BYTES = 16 * 1024;

/**
 * Where banks call back (docs/decisions/47): no session, the body as raw bytes, and the answer in the provider's own form. What is not
 * signed counts against its address; what is signed never does, since a bank comes from one address.
 */
export function addBankCallbacks(app: FastifyInstance, { database, registry, outside, now }: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, async (_request: unknown, body: Buffer) => body);
    for (const channel of CHANNELS) {
      scope.route({
        method: "POST",
        url: callbackPath(channel),
        bodyLimit: MOST_BYTES,
        config: { access: "public" },
        handler: async (request, reply) => {
          const gateway = outside.bank.gateway(channel);
          if (gateway === undefined) throw noChannel();
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const at = { db: database.kysely, registry: registry.current(), now: now() };
          const raw = { path: pathOf(request.raw.url), headers: request.headers, body };
          const count = () => countVisit(database.kysely, { kind: "callback", ip: request.ip, now: at.now });
          const { verdict, transid, isTaken } = await takeCallback(at, gateway, raw, request.ip, count);
          const line = { audit: "bank", channel, verdict, transid };
          if (isTaken) request.log.info(line, "callback");
          else request.log.warn(line, "callback not taken");
          const answer = gateway.replyTo(isTaken);
          return reply
            .code(verdict === "unsigned" ? 401 : 200)
            .type(answer.type)
            .send(answer.body);
        },
      });
    }
  });
}
