import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { failed } from "./envelope.ts";
import { transportFailure } from "./failures.ts";
import { commonHeaders } from "./headers.ts";

/** What Node's parser refuses, to the status it means; everything else is 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Answers bytes that are no HTTP request: there is no request and no reply, only the socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const { status, code, message } = transportFailure(STATUS_OF[error.code ?? ""] ?? 400);
  const body = JSON.stringify(failed(code, message));
  const headers = { ...rawHeaders(body), connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${REASON[status] ?? "Bad Request"}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** Answers `Expect:` with anything but 100-continue, which Node would answer with an empty 417. */
export function addExpectationFailure(server: Server): void {
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    const { status, code, message } = transportFailure(417);
    const body = JSON.stringify(failed(code, message));
    response.writeHead(status, { ...rawHeaders(body) }).end(body);
  });
}

const REASON: Readonly<Record<number, string>> = {
  408: "Request Timeout",
  413: "Payload Too Large",
  431: "Request Header Fields Too Large",
};

function rawHeaders(body: string): Record<string, string> {
  return {
    ...commonHeaders(randomUUID()),
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
  };
}

/** Whether the head of an answer is out already: a second one would be read as its body. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: message } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return message?.headersSent === true;
}
