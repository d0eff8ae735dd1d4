import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fastify } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addCallTime } from "../../../src/server/http/call-time.ts";
import { addFailures } from "../../../src/server/http/failures.ts";
import { registry } from "../flows/fixtures/real-registry.ts";

const LONGEST_MS = 1000;
const PIECES = 12;

/** Takes more than twice as long as may be waited for. */
async function* pieces(): AsyncGenerator<string> {
  for (let n = 0; n < PIECES; n++) {
    yield "piece ";
    await sleep(LONGEST_MS / 5);
  }
}

const app = fastify();
let address = "";
beforeAll(async () => {
  addFailures(app, { current: () => registry, isChanging: () => false });
  addCallTime(app, LONGEST_MS);
  app.get("/at-once", async () => "here");
  app.get("/never", () => new Promise(() => undefined));
  app.get("/late", async () => {
    await sleep(1.5 * LONGEST_MS);
    return "too late";
  });
  app.get("/slowly", async (_request, reply) => reply.send(Readable.from(pieces())));
  app.get("/stalled", async (_request, reply) => {
    const body = new PassThrough();
    body.write("piece ");
    return reply.send(body);
  });
  app.addContentTypeParser("application/octet-stream", (_request, body, done) => done(null, body));
  app.post("/file", async ({ body }) => `${(await text(body as NodeJS.ReadableStream)).length} bytes`);
  address = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

const get = (path: string) => fetch(`${address}${path}`);

it("a call that is answered in time is", async () => {
  expect(await (await get("/at-once")).text()).toBe("here");
});

it.each(["/never", "/late"])("%s: who waits in vain is told so, and the next call is served", async (path) => {
  const answer = await get(path);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { Code: 503, Msg: "服务暂时不可用，请稍后重试", Result: { requestId: expect.any(String) as string } },
  ]);
  await sleep(LONGEST_MS);
  expect((await get("/at-once")).status).toBe(200);
});

it("an answer that goes on arrives whole, however long it takes", async () => {
  expect(await (await get("/slowly")).text()).toBe("piece ".repeat(PIECES));
});

it("a body that goes on coming is waited for", async () => {
  const body = Readable.toWeb(Readable.from(pieces()).map((piece: string) => Buffer.from(piece)));
  const sent = { method: "POST", body, duplex: "half", headers: { "content-type": "application/octet-stream" } };
  const answer = await fetch(`${address}/file`, sent as unknown as RequestInit);
  expect(await answer.text()).toBe(`${"piece ".length * PIECES} bytes`);
});

it("an answer that stands still is cut off", async () => {
  await expect(get("/stalled").then((answer) => answer.text())).rejects.toThrow();
});
