import { readdirSync } from "node:fs";
import { relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendFailure, transportFailure } from "./failures.ts";
import { pathOf } from "./gate.ts";

const INDEX = "/index.html";
/** The web app's own addresses: plain words, e.g. /accountChecking/BalanceManage. Never a file, never an API. */
const NAVIGATION = /^(\/[A-Za-z0-9_-]+)*\/?$/;
const API = /^\/(api|connect)(\/|$)/i;
/** Vite puts a hash of the content into these names. */
const HASHED = /^\/assets\//;
const COMPRESSED = /\.(br|gz)$/;

/** Serves the built web app, and its index.html for every address a user may type. */
export async function addWebFiles(app: FastifyInstance, webDir: string): Promise<void> {
  // Looking a path up among the files that exist leaves nothing for a traversal to climb through.
  const files = new Set(listFiles(webDir));
  await app.register(fastifyStatic, { root: webDir, serve: false, cacheControl: false, preCompressed: true });
  app.route({
    method: ["GET", "HEAD"],
    url: "/*",
    config: { access: "public" },
    handler: (request, reply) => serve(request, reply, files),
  });
}

function serve(request: FastifyRequest, reply: FastifyReply, files: ReadonlySet<string>): FastifyReply {
  const path = pathOf(request.raw.url);
  if (files.has(path) && path !== INDEX) {
    const cache = HASHED.test(path) ? "public, max-age=31536000, immutable" : "no-cache";
    return reply.header("cache-control", cache).header("vary", "accept-encoding").sendFile(path);
  }
  const isPage = path === INDEX || (isNavigation(request) && NAVIGATION.test(path) && !API.test(path));
  if (!isPage || !files.has(INDEX)) return sendFailure(reply, transportFailure(404));
  return reply.header("vary", "accept-encoding").sendFile(INDEX);
}

/** Whether a browser is about to show a page, not to load a part of one. */
function isNavigation({ headers, url }: FastifyRequest): boolean {
  return pathOf(url) === "/" || (headers.accept ?? "").includes("text/html");
}

/** Paths below the folder as they stand in addresses, without the compressed twins. */
function listFiles(dir: string): string[] {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name));
  return files.map((entry) => `/${relative(dir, `${entry.parentPath}/${entry.name}`).split(sep).join("/")}`);
}
