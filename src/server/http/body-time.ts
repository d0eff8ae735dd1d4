import type { IncomingMessage, Server } from "node:http";
import { answerClientError } from "./raw-failures.ts";

/** A body has come within this time, headers and all; Node's own limit is for whoever takes longer by right. */
const USUAL_MS = 30_000;

const waiting = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Cuts off who sends his body too slowly (docs/decisions/61). Whoever reads a body that may take its time says so ({@link takesTime}). */
export function addBodyTime(server: Server): void {
  server.on("request", (request: IncomingMessage) => {
    const timer = setTimeout(() => {
      if (!request.complete)
        answerClientError(Object.assign(new Error("the body is too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), request.socket);
    }, USUAL_MS).unref();
    waiting.set(request, timer);
    request.once("close", () => clearTimeout(timer));
  });
}

/** The body of this request is read as it comes, by whoever says how long he waits for more. */
export function takesTime(request: IncomingMessage): void {
  clearTimeout(waiting.get(request));
}
