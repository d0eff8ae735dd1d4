import type { FastifyBaseLogger } from "fastify";
import type { Module } from "../../shared/registry/model.ts";
import type { Session } from "../auth/session.ts";
import type { Params } from "../base/params.ts";
import type { QueryContext } from "../query/context.ts";
import type { Weight } from "./admission.ts";
import type { ReceivedFile } from "./received-file.ts";
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
  /** A signal that aborts when the answer can no longer be sent. */
  readonly left: () => AbortSignal;
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

/** The file that a call brings. */
export interface Receiving {
  /** Reads the one file of the body, of at most so many bytes. Whoever calls it discards the draft. */
  readonly receive: (maxBytes: number) => Promise<ReceivedFile>;
  /** Whether the client has gone away. */
  readonly isGone: () => boolean;
}

/** A call that brings a file. */
export interface UploadCall extends SessionCall, Receiving {}

/** The same of somebody who is not signed in. */
export interface PublicUploadCall extends Call, Receiving {}

/** An address, who may call it, and what answers: with a whole envelope, or what the specification wants instead. */
export interface Address<Who, Called> {
  readonly path: string;
  readonly access: Who;
  readonly handle: (call: Called) => Promise<object>;
  /** Its parameters are values of fields, and whoever reads them says at each field what is wrong with it. */
  readonly takesFields?: true;
  /** The call waits for somebody else (a change of the files, a bank, a register), not for the database: others need not wait for it. */
  readonly waits?: (call: Called) => boolean;
  /** How hard it is on the others; left out: rows that are taken away are heavy, and everything else usual. */
  readonly weight?: (call: Called) => Weight;
}

/** An address anybody may call. */
export type PublicRoute = Address<"public", Call>;

/** An address for whoever is signed in. */
export interface SessionRoute extends Address<"session", SessionCall> {
  /** Called all the time by open pages: only what goes wrong is logged, and it does not keep a session alive. */
  readonly isQuiet?: true;
  /** May be called with a password that somebody else gave, before another one is chosen (docs/decisions/82). */
  readonly isForGiven?: true;
  /** May be called before a second factor is set up where one is required (docs/decisions/86). */
  readonly isForEnrolment?: true;
}

/** An address for whoever is signed in that takes one file (multipart/form-data; parameters in the address). */
export interface UploadRoute extends Address<"session", UploadCall> {
  readonly takes: "file";
}

/** The same for anybody; its handler says how often. */
export interface PublicUploadRoute extends Address<"public", PublicUploadCall> {
  readonly takes: "file";
}

/** An address for whoever is granted the module at hand and holds the function key on it; null: the grant is enough, the handler asks for more. */
export interface ModuleRoute extends Address<{ readonly function: string | null }, ModuleCall> {
  /** Number of the one module it is about; left out: the one that the call names. */
  readonly module?: number;
  /** Longest body, where it may be longer than usual. */
  readonly mostBytes?: number;
}

/** One address and who may call it. */
export type Route = PublicRoute | SessionRoute | UploadRoute | PublicUploadRoute | ModuleRoute;
/** How a route may be called: as one of the table, or with a key that a feature looks up (docs/decisions/112). */
export type Access = Route["access"] | "key";
