import { gzipSync } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Answers, and those web files that lie there without a compressed twin. */
const COMPRESSIBLE = /^(application\/(json|x-ndjson)|text\/(html|css|javascript)|application\/javascript|image\/svg)/;
/** Of a smaller answer the compressed one is hardly smaller. Bytes. */
const PAYS_FROM = 2048;
/** What is written at once may take so long that others would wait. Characters. */
const MOST_AT_ONCE = 64 * 1024;
/** A fifth less work than the usual 6, and a tenth more bytes. */
const LEVEL = 3;
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;

/**
 * Compresses what pays. The answer to most calls is a text of a few pages: it is compressed in one piece where it is written, as a stream, its
 * threads and its three messages cost ten times the compression (docs/decisions/133). Whatever is longer, or comes bit by bit, is compressed as a stream.
 */
export async function addCompression(app: FastifyInstance): Promise<void> {
  app.addHook("onSend", (request, reply, payload, done) =>
    done(null, isPiece(request, reply, payload) ? inOnePiece(reply, payload) : payload),
  );
  await app.register(compress, { encodings: ["gzip"], threshold: PAYS_FROM, customTypes: COMPRESSIBLE, zlibOptions: { level: LEVEL } });
}

function isPiece({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string {
  return (
    typeof payload === "string" &&
    payload.length <= MOST_AT_ONCE &&
    (payload.length >= PAYS_FROM || Buffer.byteLength(payload) >= PAYS_FROM) &&
    COMPRESSIBLE.test(String(reply.getHeader("content-type"))) &&
    TAKES_GZIP.test(String(headers["accept-encoding"])) &&
    !reply.hasHeader("content-encoding")
  );
}

function inOnePiece(reply: FastifyReply, text: string): Buffer {
  const piece = gzipSync(text, { level: LEVEL });
  // Fastify counts it anew.
  reply.removeHeader("content-length");
  reply.header("content-encoding", "gzip");
  reply.header("vary", "accept-encoding");
  return piece;
}
