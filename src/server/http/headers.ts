import type { FastifyInstance } from "fastify";

/**
 * Content policy. Scripts come from this origin alone: no inline script, no eval.
 * Decision: styles allow 'unsafe-inline'. antd 5 writes its styles into <style> elements at run time, and some of its parts
 * (rc-textarea, virtual lists) set style attributes by text, which no nonce can allow. A nonce would also need index.html to be
 * made anew for every visit. Inline styles run no code, and images and connections are bound to this origin, so that a stolen
 * style could not carry data away. For the same reason trusted types are not required: antd's style writer uses innerHTML.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": CONTENT_POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(self), microphone=(), geolocation=()",
};

/** Headers of every answer. Answers are not stored unless a route says so. */
export function commonHeaders(requestId: string): Readonly<Record<string, string>> {
  return { ...SECURITY_HEADERS, "cache-control": "no-store", "x-request-id": requestId };
}

/** Sets the common headers, tells clients to leave once the server stops, and pins https where that is how users come. */
export function addHeaders(app: FastifyInstance, publicUrl: string | undefined, stopping: AbortSignal): void {
  const isHttps = publicUrl?.startsWith("https:") === true;
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(commonHeaders(request.id));
    if (isHttps) reply.header("strict-transport-security", "max-age=31536000");
  });
  app.addHook("onSend", async (_request, reply) => {
    if (stopping.aborted) reply.header("connection", "close");
  });
}
