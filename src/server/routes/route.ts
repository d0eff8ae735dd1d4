import type { FastifyBaseLogger } from "fastify";
import type { Module } from "../../shared/registry/model.ts";
import type { Session } from "../auth/session.ts";
import type { Params } from "../plugins/params.ts";
import type { QueryContext } from "../query/context.ts";
import type { Services } from "./services.ts";

/** One request, freed from HTTP. */
export interface Call {
  readonly params: Params;
  readonly services: Services;
  readonly ip: string;
  /** The header User-Agent. */
  readonly agent: string;
  /** Value of the header Idempotency-Key. */
  readonly requestKey: string | undefined;
  readonly log: FastifyBaseLogger;
  /** A signal that aborts when the client goes away or the server stops. */
  readonly gone: () => AbortSignal;
}

/** A call of somebody signed in. One registry and one instant serve it from start to end. */
export interface SessionCall extends Call {
  readonly session: Session;
  readonly context: QueryContext;
}

/** A call on one module that the user is granted, with the function key the route asks for. */
export interface ModuleCall extends SessionCall {
  readonly module: Module;
}

/**
 * One address below /api and who may call it. The answer is a whole envelope, or what the specification wants instead.
 * `function` null: the module's grant is enough; further keys are checked by the handler.
 */
export type Route =
  | { readonly path: string; readonly access: "public"; readonly handle: (call: Call) => Promise<object> }
  | { readonly path: string; readonly access: "session"; readonly handle: (call: SessionCall) => Promise<object> }
  | {
      readonly path: string;
      readonly access: { readonly function: string | null };
      readonly handle: (call: ModuleCall) => Promise<object>;
    };

export type Access = Route["access"];
