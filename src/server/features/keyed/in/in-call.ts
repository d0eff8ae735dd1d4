import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError, CODE } from "../../../../shared/protocol/envelope.ts";
import { badInput, type Params } from "../../../base/params.ts";
import { functionRefused } from "../../../base/refused.ts";
import { importSpec } from "../../../engine/import/spec.ts";
import { takesTime } from "../../../http/body-time.ts";
import { failed, ok } from "../../../http/envelope.ts";
import { describe, failureOf } from "../../../http/failures.ts";
import { IN } from "../key/acts.ts";
import type { KeyHolder } from "../key/find-key.ts";
import { pageOf } from "../key/page-of.ts";
import { AnswerLines } from "./answer-lines.ts";
import { batchNumber, openBatch } from "./batch.ts";
import { WAIT_MS } from "./limits.ts";
import { partsOfArray, partsOfLines } from "./parts.ts";
import { type Totals, type Turn, takeIn } from "./take-in.ts";
import { type RecordEnd, type Taking, takenPart } from "./take-part.ts";

const LINES = /^application\/x-ndjson/i;

/** What an answer to an array tells. */
export interface InResult {
  readonly batch: string;
  readonly totals: Totals;
  readonly rows: readonly RecordEnd[];
  /** What is told now and never again, e.g. first passwords; left out: nothing. */
  readonly notice?: string;
}

const REFUSED = "有数据被拒绝，整批没有写入（atomic）";

/** A call that brings a batch in. */
export interface InCall {
  readonly holder: KeyHolder;
  readonly entity: string;
  readonly params: Params;
  readonly turn: Turn;
  /** The batch has ended, however. */
  readonly ended: () => void;
}

/** A batch is brought in: an array is answered with an envelope, lines with lines. */
export async function takeInCall(call: InCall, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  const { turn, ended } = call;
  let isGoingOn = false;
  try {
    const taking = await begin(call, request);
    const body = patiently(request.body as Readable | null);
    closeWhenAnswered(request, reply);
    if (!LINES.test(request.headers["content-type"] ?? "")) return await answerArray(taking, body, turn);
    takesTime(request.raw);
    const answer = new AnswerLines((part) => takenPart(taking.ctx.db, taking, part));
    isGoingOn = true;
    void answerLines(taking, body, turn, answer)
      .catch((error: unknown) => {
        const { code, message, status } = failureOf(error);
        // Whoever sent it is gone himself.
        if (status >= 500 && !request.raw.destroyed) request.log.error({ failure: describe(error) }, "a batch was cut off");
        answer.fail(code, `${message}；可用同一批号重发整批，已写入的行不会重复写入`);
      })
      .finally(ended);
    return reply.type("application/x-ndjson; charset=utf-8").send(answer.stream);
  } finally {
    if (!isGoingOn) ended();
  }
}

async function answerArray(taking: Taking, body: AsyncIterable<Uint8Array>, turn: Turn): Promise<object> {
  const [rows, notices]: [RecordEnd[], string[]] = [[], []];
  const { totals } = await takeIn(taking, partsOfArray(body, taking), turn, (_part, end) => {
    rows.push(...end.ends);
    notices.push(...end.notices);
  });
  const result: InResult = { batch: taking.batch.number, totals, rows, ...(notices.length > 0 && { notice: notices.join("\n") }) };
  return isUndone(taking, totals) ? failed(CODE.rule, REFUSED, result) : ok(result);
}

async function begin({ holder, entity, params }: InCall, request: FastifyRequest): Promise<Taking> {
  const { context: ctx, prefix } = holder;
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw badInput(`不支持的 Content-Encoding：${encoding.slice(0, 40)}，请直接发送未压缩的内容`);
  const header = request.headers["idempotency-key"];
  const number = batchNumber(typeof header === "string" ? header : undefined, params.batch);
  const module = pageOf(holder, entity, IN, params.mdl);
  const spec = importSpec(ctx, module);
  if (spec === null) throw functionRefused(ctx.registry, module, "import");
  const [goesThrough, isAtomic] = [flag(params, "then"), flag(params, "atomic")];
  if (goesThrough && spec.next.length === 0) throw new ApiError(CODE.forbidden, `接口密钥没有开放 ${entity} 送入后的流转，不能用 then`);
  const batch = { prefix, number, what: JSON.stringify([module.id, goesThrough, isAtomic]) };
  return { ctx, module, spec, goesThrough, isAtomic, batch, cut: await openBatch(ctx.db, batch, ctx.now) };
}

function flag(params: Params, name: string): boolean {
  const text = params[name] ?? "";
  if (!["", "0", "1", "true", "false"].includes(text)) throw badInput(`参数 ${name} 应为 true 或 false`);
  return text === "1" || text === "true";
}

async function answerLines(taking: Taking, body: AsyncIterable<Uint8Array>, turn: Turn, answer: AnswerLines): Promise<void> {
  // Of what is undone nothing is kept that could be read again: it is one part, and told at once.
  const { parts, totals } = await takeIn(taking, partsOfLines(body, taking), turn, (part, end) => answer.tell(part, end));
  const isBad = isUndone(taking, totals);
  await answer.finish(parts, totals, isBad ? CODE.rule : CODE.ok, isBad ? REFUSED : "");
}

const isUndone = ({ isAtomic }: Taking, { refused }: Totals): boolean => isAtomic && refused > 0;

/** The pieces of a body; fails where nothing comes for too long. Left before its end it stays open, so that there is an answer. */
async function* patiently(body: Readable | null): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const pieces = body.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  for (;;) {
    const next = await within(pieces.next());
    if (next.done === true) return;
    yield next.value;
  }
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(badInput(`${WAIT_MS / 1000} 秒内没有收到数据，连接已结束`)), WAIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const LINGER_MS = 2000;

/** Whoever is answered before he has sent everything may read the answer; what he sends on is thrown away for a while, then nobody listens. */
function closeWhenAnswered({ raw: request }: FastifyRequest, { raw: response }: FastifyReply): void {
  response.once("finish", () => {
    if (request.complete) return;
    request.resume();
    setTimeout(() => request.destroy(), LINGER_MS).unref();
  });
}
