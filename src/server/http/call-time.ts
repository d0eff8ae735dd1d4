import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** How long an answer may be waited for, and how long one that is under way may stand still; docs/decisions/61. */
const LONGEST_MS = 120_000;

/**
 * Answers 503 where nothing has been answered in time. An answer that is under way by then goes on for as long as somebody takes it: a long file on a slow
 * line. Fastify's own limit would cut that off; and it gives up a signal at the end of each call, however it ended, for a twentieth of what a page takes.
 */
export function addCallTime(app: FastifyInstance, longestMs = LONGEST_MS): void {
  app.addHook("onRequest", (request, reply, done) => {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      timer = setTimeout(() => {
        if (isComing(request)) wait();
        else endWait(reply, longestMs);
      }, longestMs);
    };
    wait();
    reply.raw.once("close", () => clearTimeout(timer));
    done();
  });
}

/** Whose body is not there yet is waited for by whoever reads it (http/body-time.ts). */
const isComing = ({ raw }: FastifyRequest) => !raw.complete;

function endWait(reply: FastifyReply, longestMs: number): void {
  if (reply.raw.headersSent) reply.raw.setTimeout(longestMs);
  else void reply.send(Object.assign(new Error("no answer in time"), { statusCode: 503 }));
}
