import type { FastifyInstance } from "fastify";

const HOUR_MS = 3_600_000;
const WARNING =
  "收到了带 X-Forwarded-For 的请求，但没有设置 TRUST_PROXY：所有用户的地址都成了代理的地址，登录失败次数和访问频率按同一个地址计算。" +
  "请把 TRUST_PROXY 设为代理的地址；如果没有代理，则是有人在伪造这个请求头 / requests carry X-Forwarded-For but TRUST_PROXY is not set: " +
  "every user seems to come from the proxy, and shares its limits. Set TRUST_PROXY to the proxy's address; without a proxy, somebody forges the header";

/** Tells, once an hour at most, that a proxy stands in front which the server was not told to trust. For servers without TRUST_PROXY. */
export function warnOfUntoldProxy(app: FastifyInstance): void {
  let quietUntil = 0;
  app.addHook("onRequest", async (request) => {
    if (request.headers["x-forwarded-for"] === undefined || Date.now() < quietUntil) return;
    quietUntil = Date.now() + HOUR_MS;
    request.log.warn(WARNING);
  });
}
