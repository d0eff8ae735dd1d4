import type { FastifyInstance } from "fastify";

/** Refuses to build an application with a route that does not say who may call it. Must run before any route is added. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook("onRoute", ({ url, method, config }) => {
    if (config?.access === undefined) throw new Error(`the route ${String(method)} ${url} declares no access`);
  });
}
