import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { httpVerifier } from "../../../src/server/features/invoices/verifier/http-verifier.ts";
import { VerifierError } from "../../../src/server/features/invoices/verifier/invoice-verifier.ts";

const QUESTION = {
  code: "1200154130",
  number: "03630024",
  date: "2025-06-21",
  net: "885.00",
  tax: "115.05",
  total: "1000.05",
  sellerTaxNo: "91DEMO000000105001",
  buyerTaxNo: "91DEMO000000000175",
  buyerName: "绿洲生鲜（示例）",
};
const FOUND = { found: true, status: "normal", ...QUESTION };

describe("a register over HTTP", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.closeAllConnections();
    for (const server of servers) server.close();
  });
  const serve = async (answer: (request: IncomingMessage, reply: ServerResponse, body: string) => void, seconds?: number) => {
    const server = createServer((request, reply) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk))).on("end", () => answer(request, reply, body));
    }).listen(0, "127.0.0.1");
    servers.push(server);
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    return httpVerifier({ url: `http://127.0.0.1:${port}/check`, secret: "a-secret-of-length" }, seconds);
  };

  it("is told who asks and what was entered, and believed", async () => {
    const seen: unknown[] = [];
    const register = await serve((request, reply, body) => {
      seen.push(request.method, request.url, request.headers.authorization, JSON.parse(body));
      reply.end(JSON.stringify(FOUND));
    });
    const { code: _code, number: _number, ...told } = QUESTION;
    expect(await register.ask(QUESTION)).toEqual({ found: true, status: "normal", ...told });
    expect(seen).toEqual(["POST", "/check", "Bearer a-secret-of-length", QUESTION]);
  });

  it("may know nothing of an invoice, or tell a part alone", async () => {
    const unknown = await serve((_, reply) => reply.end(JSON.stringify({ found: false, message: "查无此票" })));
    expect(await unknown.ask(QUESTION)).toEqual({ found: false, message: "查无此票" });
    const short = await serve((_, reply) => reply.end(JSON.stringify({ found: true, status: "void" })));
    expect(await short.ask(QUESTION)).toMatchObject({ found: true, status: "void", net: null, buyerName: null });
  });

  it.each([
    ["an error", (reply: ServerResponse) => reply.writeHead(500).end("{}")],
    ["a redirect", (reply: ServerResponse) => reply.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
    ["no JSON", (reply: ServerResponse) => reply.end("<html>")],
    ["another status", (reply: ServerResponse) => reply.end(JSON.stringify({ ...FOUND, status: "fine" }))],
    ["a number for money", (reply: ServerResponse) => reply.end(JSON.stringify({ ...FOUND, total: 1000.05 }))],
    ["too much", (reply: ServerResponse) => reply.end(JSON.stringify({ ...FOUND, more: "x".repeat(100_000) }))],
    ["half an answer", (reply: ServerResponse) => reply.writeHead(200, { "content-length": "100" }).end("{").destroy()],
  ])("that answers with %s is not believed", async (_, answer) => {
    const register = await serve((_request, reply) => void answer(reply));
    await expect(register.ask(QUESTION)).rejects.toBeInstanceOf(VerifierError);
  });

  it("that says nothing is given up", async () => {
    const register = await serve(() => undefined, 0.2);
    await expect(register.ask(QUESTION)).rejects.toBeInstanceOf(VerifierError);
  });

  it("that is not there is told like that, without the secret", async () => {
    const error = await httpVerifier({ url: "http://127.0.0.1:1/", secret: "a-secret-of-length" })
      .ask(QUESTION)
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(VerifierError);
    expect(String(error)).not.toContain("a-secret");
  });
});
