import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** Lines of JSON as they come, instead of an envelope. */
export class LinesAnswer {
  constructor(readonly lines: Readable) {}
}

const LINES_TYPE = "application/x-ndjson";

export function sendLines(reply: FastifyReply, { lines }: LinesAnswer): FastifyReply {
  return reply.header("content-type", LINES_TYPE).send(lines);
}
