import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { sendRaw } from "./fixtures/raw.ts";

const FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
const post = (path: string, headers: string, body = "") => `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n${body}`;
const LONG = "a".repeat(20_000);

/** What a client may get wrong below the level of calls, and the status it gets: always with the envelope. */
const CASES: readonly (readonly [title: string, text: string, status: number])[] = [
  ["no HTTP at all", "hello\r\n\r\n", 400],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400],
  ["an unknown method", "FLY / HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["a method without a route", "PROPFIND /api/x HTTP/1.1\r\nHost: a\r\n\r\n", 404],
  ["TRACE", "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", 404],
  ["an unknown version", "GET / HTTP/3.0\r\nHost: a\r\n\r\n", 400],
  ["no version", "GET /\r\n\r\n", 400],
  ["no Host", "GET /healthz HTTP/1.1\r\n\r\n", 400],
  ["an empty Host", "GET /healthz HTTP/1.1\r\nHost: \r\n\r\n", 400],
  ["a Host with a path", "GET /healthz HTTP/1.1\r\nHost: a/b\r\n\r\n", 400],
  ["a Host with a user", "GET /healthz HTTP/1.1\r\nHost: u@a\r\n\r\n", 400],
  ["a header without a colon", "GET /healthz HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n", 400],
  ["a header name with a space", "GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n", 400],
  ["a NUL in a header", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n", 400],
  ["a lone line feed", "GET /healthz HTTP/1.1\nHost: a\n\n", 400],
  ["a header of 20 KB", `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${LONG}\r\n\r\n`, 431],
  ["an address of 20 KB", `GET /${LONG} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ["an over-long parameter", post(`/api/Module/${"1".repeat(100)}/GetPage`, "Content-Length: 0\r\n"), 414],
  ["broken percent signs", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["broken UTF-8", "GET /%ff%fe HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["a space in the address", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["two lengths", post("/api/login/GetUserInfo", `${FORM}Content-Length: 1\r\nContent-Length: 2\r\n`, "ab"), 400],
  ["a length and chunks", post("/api/login/GetUserInfo", `${FORM}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n`, "0\r\n\r\n"), 400],
  ["a negative length", post("/api/login/GetUserInfo", `${FORM}Content-Length: -1\r\n`), 400],
  ["a length that is no number", post("/api/login/GetUserInfo", `${FORM}Content-Length: 1e3\r\n`), 400],
  ["broken chunks", post("/connect/token", `${FORM}Transfer-Encoding: chunked\r\n`, "zz\r\n\r\n"), 400],
  ["an unknown coding", post("/connect/token", `${FORM}Transfer-Encoding: gzip\r\n`), 400],
  ["an expectation", post("/connect/token", `${FORM}Expect: miracle\r\nContent-Length: 0\r\n`), 417],
  ["a body too large by its length", post("/connect/token", `${FORM}Content-Length: 999999999\r\n`), 413],
  ["a content type we do not read", post("/connect/token", "Content-Type: text/plain\r\nContent-Length: 1\r\n", "a"), 415],
  ["a body without a content type", post("/connect/token", "Content-Length: 1\r\n", "a"), 415],
  ["an unknown address", "GET /api/nothing HTTP/1.1\r\nHost: a\r\n\r\n", 404],
  ["no token", post("/api/login/GetUserInfo", "Content-Length: 0\r\n"), 401],
  ["an absolute address elsewhere", "GET http://other/api/nothing HTTP/1.1\r\nHost: a\r\n\r\n", 404],
];

describe("raw requests", () => {
  let portal: Portal;
  let port: number;
  let token: string;
  beforeAll(async () => {
    portal = await openPortal();
    token = await signIn(portal, "admin");
    await portal.app.listen({ host: "127.0.0.1", port: 0 });
    port = (portal.app.server.address() as AddressInfo).port;
  });

  it.each(CASES)("with %s get the envelope", async (_title, text, status) => {
    const answer = await sendRaw(port, text);
    expect(answer.status, answer.head).toBe(status);
    expect(answer.head).toContain("application/json; charset=utf-8");
    expect(answer.head).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    const envelope = JSON.parse(answer.body);
    expect(envelope).toEqual({ Code: status, Msg: expect.any(String), Result: null });
    expect(envelope.Msg).not.toBe("");
    expect(answer.body).not.toMatch(/zz|%ff|aaaa|1111|FST_|HPE_|at \//);
  });

  it.each([
    "//api/login/GetUserInfo",
    "/api//login/GetUserInfo",
    "/api/login//GetUserInfo",
    "/api/login/GetUserInfo/",
    "/api/./login/GetUserInfo",
    "/api/x/../login/GetUserInfo",
    "/%61pi/login/GetUserInfo",
    "/api/login%2fGetUserInfo",
    "/api/login/GetUser%49nfo",
    "/api/login/getuserinfo",
    "/Api/login/GetUserInfo",
    "/api/;x/login/GetUserInfo",
    "/api/login/GetUserInfo;x=1",
    "/api/login/GetUserInfo.json",
    "/api/login/GetUserInfo%00",
    "/api/login/GetUserInfo%20",
    "/api\\login\\GetUserInfo",
    "/login/GetUserInfo",
    "/api/Module/%38901/GetPage",
    "/connect/token/",
    "/Connect/token",
  ])("spelled %s are not found, with and without a token", async (url) => {
    for (const headers of ["", `Authorization: ${token}\r\n`]) {
      const answer = await sendRaw(port, post(url, `${headers}Content-Length: 0\r\n`), 50);
      expect([answer.status, JSON.parse(answer.body).Code]).toEqual([404, 404]);
    }
  });

  it("of HTTP/1.0 need no Host", async () => {
    expect((await sendRaw(port, "GET /healthz HTTP/1.0\r\n\r\n")).status).toBe(200);
  });

  it("that wait for 100-continue get it", async () => {
    const answer = await sendRaw(port, post("/connect/token", `${FORM}Expect: 100-continue\r\nContent-Length: 1\r\n`, "a"));
    expect(answer.status).toBe(100);
  });

  it("of one connection are answered in order", async () => {
    const text = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    const answer = await sendRaw(port, text + text);
    expect(answer.body.match(/"status":"alive"/g)).toHaveLength(2);
  });

  it("left half sent are cut off with 408", async () => {
    const slow = await sendRaw(port, "GET /healthz HTTP/1.1\r\nHost: a\r\n", 60_000);
    expect(slow.status).toBe(408);
    expect(JSON.parse(slow.body)).toEqual({ Code: 408, Msg: "请求超时", Result: null });
  });

  it("leave the server as it was", async () => {
    expect((await portal.app.inject({ method: "GET", url: "/readyz" })).statusCode).toBe(200);
  });
});
