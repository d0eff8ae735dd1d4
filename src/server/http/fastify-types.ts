import type { Readable } from "node:stream";
import type { Session } from "../auth/session.ts";
import type { Access } from "./route.ts";

// Named by their files: TypeScript 7 does not merge into what "fastify" only passes on.
declare module "fastify/types/context.js" {
  interface FastifyContextConfig {
    /** Who may call the route; see requireDeclaredAccess. */
    access?: Access;
    /** What a body is, where it is no form. */
    takes?: "file" | "rows";
  }
}
declare module "fastify/types/request.js" {
  interface FastifyRequest {
    /** Who calls, on routes for sessions; set by authenticate in src/server/http/add-routes.ts. */
    session: Session | null;
    /** The version that was served when the call came; set in src/server/http/failures.ts. */
    served: string;
    /** The parts of a multipart body, one after the other; on routes that take a file. */
    parts(options: { readonly limits: Readonly<Record<string, number>> }): AsyncIterableIterator<MultipartPart>;
  }
}

/** A part of a multipart body. A file's bytes must be read before the next part comes. */
type MultipartPart =
  | { readonly type: "file"; readonly file: Readable; readonly filename: string | undefined }
  | { readonly type: "field"; readonly fieldname: string };
