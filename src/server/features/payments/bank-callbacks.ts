import type { FastifyInstance } from "fastify";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { countVisit } from "../../auth/visit-limits.ts";
import { pathOf } from "../../http/gate.ts";
import type { Services } from "../../http/services.ts";
import type { SettlePaymentDeps } from "./attention.ts";
import { callbackPath } from "./bank/bank.ts";
import { faultPoint } from "./bank/fault-point.ts";
import { CHANNELS, type PaymentGateway, type RawCallback } from "./bank/gateway.ts";
import { TAKEN, type Verdict, writeNotice } from "./bank-notice.ts";
import { settlePayment } from "./settle-payment.ts";

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
          if (gateway === undefined) throw new ApiError(CODE.missing, "支付渠道的接口尚未配置");
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

/** What came of a callback. */
interface TakenCallback {
  readonly verdict: Verdict;
  readonly transid: string | null;
  /** The bank need not tell it again. */
  readonly isTaken: boolean;
}

/** Takes a bank's callback: the signature before anything else, then one effect or none, and always a line in the book. */
async function takeCallback(
  at: SettlePaymentDeps,
  gateway: PaymentGateway,
  raw: RawCallback,
  address: string,
  countUnsigned: () => Promise<void>,
): Promise<TakenCallback> {
  faultPoint("callback:received");
  const { channel } = gateway;
  const signed = gateway.readCallback(raw, at.now);
  if (signed === null) {
    // guard rate: tests/server/payments/bank-flow.test.ts
    await countUnsigned();
    await writeNotice(at.db, { source: "callback", channel, answer: null, verdict: "unsigned", address, body: raw.body });
    return { verdict: "unsigned", transid: null, isTaken: false };
  }
  faultPoint("callback:verified");
  const { nonce, answer } = signed;
  if (answer === null) {
    // Not by its nonce: what cannot be understood stays that, however often it comes.
    await writeNotice(at.db, { source: "callback", channel, answer, verdict: "malformed", address, body: raw.body });
    return { verdict: "malformed", transid: null, isTaken: false };
  }
  const verdict = await settlePayment(at, { source: "callback", channel, answer, nonce, address });
  faultPoint("callback:settled");
  return { verdict, transid: answer.transid, isTaken: TAKEN.has(verdict) };
}
