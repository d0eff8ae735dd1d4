import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPortal, type Portal } from "./fixtures/portal.ts";
import { sendRaw } from "./fixtures/raw.ts";

const INDEX = "<!doctype html><title>portal</title>";
const SCRIPT = "console.log('app');".repeat(50);
const SECRET = "outside the web folder";

describe("the web app's files", () => {
  let portal: Portal;
  let port: number;
  const root = mkdtempSync(join(tmpdir(), "scm-web-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  beforeAll(async () => {
    const web = join(root, "web");
    mkdirSync(join(web, "assets"), { recursive: true });
    writeFileSync(join(root, "secret.txt"), SECRET);
    writeFileSync(join(web, "index.html"), INDEX);
    writeFileSync(join(web, "favicon.svg"), "<svg/>");
    writeFileSync(join(web, "assets/app-1a2b.js"), SCRIPT);
    writeFileSync(join(web, "assets/app-1a2b.js.br"), brotliCompressSync(SCRIPT));
    portal = await openPortal({ webDir: web });
    await portal.app.listen({ host: "127.0.0.1", port: 0 });
    port = (portal.app.server.address() as AddressInfo).port;
  });

  const get = (url: string, headers: Readonly<Record<string, string>> = {}, method: "GET" | "HEAD" | "POST" = "GET") =>
    portal.app.inject({ method, url, headers });
  const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

  it("are kept for a year when their name carries a hash, compressed for who takes it", async () => {
    const plain = await get("/assets/app-1a2b.js");
    expect([plain.statusCode, plain.body]).toEqual([200, SCRIPT]);
    expect(plain.headers).toMatchObject({ "cache-control": "public, max-age=31536000, immutable", vary: "accept-encoding" });
    expect(plain.headers["content-type"]).toMatch(/javascript/);
    const small = await get("/assets/app-1a2b.js", { "accept-encoding": "gzip, br" });
    expect(small.headers["content-encoding"]).toBe("br");
    expect(small.rawPayload).toEqual(brotliCompressSync(SCRIPT));
    const etag = String(plain.headers.etag);
    expect((await get("/assets/app-1a2b.js", { "if-none-match": etag })).statusCode).toBe(304);
    expect((await get("/favicon.svg")).headers["cache-control"]).toBe("no-cache");
    const head = await get("/assets/app-1a2b.js", {}, "HEAD");
    expect([head.statusCode, head.body]).toEqual([200, ""]);
  });

  it.each([
    "/",
    "/login",
    "/index.html",
    "/accountChecking/BalanceManage",
    "/index",
    "/404",
    "/suggestion?shop=1",
    "/login?redirect=//evil",
  ])("begin with index.html at %s", async (url) => {
    const answer = await get(url, HTML);
    expect([answer.statusCode, answer.body]).toEqual([200, INDEX]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["content-type"]).toMatch(/^text\/html; charset=utf-8$/i);
    expect(answer.headers["content-security-policy"]).toContain("script-src 'self';");
  });

  it.each([
    ["/assets/gone-9z.js", {}],
    ["/assets/gone-9z.js", HTML],
    ["/assets/", {}],
    ["/login", { accept: "*/*" }],
    ["/robots.txt", HTML],
    ["/assets/app-1a2b.js.br", HTML],
    ["/api/login/GetUserInfo", HTML],
    ["/api", HTML],
    ["/API/x", HTML],
    ["/connect/token", HTML],
  ])("are not made up: %s %j", async (url, headers) => {
    const answer = await get(url, headers);
    expect([answer.statusCode, answer.json()]).toEqual([404, { Code: 404, Msg: "请求的地址不存在", Result: null }]);
  });

  it("are not posted to", async () => {
    for (const url of ["/", "/login", "/assets/app-1a2b.js"]) expect((await get(url, HTML, "POST")).statusCode).toBe(404);
  });

  it.each([
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/..%5csecret.txt",
    "/..\\secret.txt",
    "/....//secret.txt",
    "//secret.txt",
    "///etc/passwd",
    "/assets/..;/../secret.txt",
    "/%252e%252e/secret.txt",
    "/..%c0%afsecret.txt",
    "/.%00./secret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/file:///etc/passwd",
    "/assets",
  ])("lead nowhere else: %s", async (path) => {
    const answer = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n`, 50);
    expect(answer.body).not.toContain(SECRET);
    expect(answer.body).not.toContain("root:");
    if (path !== "/assets") expect([400, 404]).toContain(answer.status);
  });
});
