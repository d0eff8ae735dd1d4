/**
 * What we use of @fastify/multipart; src/server/tsconfig.json puts it in place of the package's own types. Those extend
 * FastifyRequest under a name that TypeScript 7 takes for another type (see fastify-types.ts).
 */
import type { FastifyPluginCallback } from "fastify";

declare const multipart: FastifyPluginCallback<{
  readonly limits: Readonly<Record<string, number>>;
  readonly throwFileSizeLimit: boolean;
}>;
export default multipart;
