import { Agent, request } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { atEnd } from "../db/fixtures/at-end.ts";
import { copyOfEmpty } from "../db/fixtures/test-database.ts";
import { FORM, form, openPortal, signIn } from "./fixtures/portal.ts";
import { startServer } from "./fixtures/server-process.ts";

const SECOND = 1000;

/** GETs over a connection that the client keeps. */
function get(agent: Agent, url: string): Promise<{ readonly status: number | undefined; readonly connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent }, (answer) => {
      answer.resume().on("end", () => resolve({ status: answer.statusCode, connection: answer.headers.connection }));
    });
    call.on("error", reject).end();
  });
}

describe("a stop", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "by %s says no to readyz first, lets keep-alive clients go, and exits with 0 soon",
    async (signal) => {
      const server = startServer({ DATA_DIR: await copyOfEmpty(), DEMO: "off" });
      const address = await server.address;
      const agent = new Agent({ keepAlive: true });
      atEnd(() => agent.destroy());
      expect(await get(agent, `${address}/readyz`)).toEqual({ status: 200, connection: "keep-alive" });
      server.child.kill(signal);
      await expect.poll(() => get(agent, `${address}/readyz`), { interval: 10 }).toEqual({ status: 503, connection: "close" });
      const { code, seconds } = await server.exit();
      expect(code).toBe(0);
      expect(seconds, "clients that keep their connection are not waited for").toBeLessThan(5.5);
      await expect(get(agent, `${address}/healthz`)).rejects.toThrow();
    },
  );

  it("waits for a request that never ends, but not for ever; a second signal does not wait at all", async () => {
    const half = `POST /connect/token HTTP/1.1\r\nHost: a\r\nContent-Type: ${FORM["content-type"]}\r\nContent-Length: 10\r\n\r\na`;
    const servers = await Promise.all(
      [1, 2].map(async () => {
        const server = startServer({ DATA_DIR: await copyOfEmpty(), DEMO: "off" });
        const address = await server.address;
        const agent = new Agent({ keepAlive: true });
        atEnd(() => agent.destroy());
        const ready = () => get(agent, `${address}/readyz`).then(({ status }) => status);
        const socket = connect(Number(new URL(address).port), "127.0.0.1");
        await new Promise<void>((resolve) => void socket.on("error", () => undefined).write(half, () => resolve()));
        // Who came later was answered, so the half is there.
        expect(await ready()).toBe(200);
        server.child.kill("SIGTERM");
        await expect.poll(ready, { interval: 10 }).toBe(503);
        return server;
      }),
    );
    const [patient, hasty] = servers;
    hasty?.child.kill("SIGTERM");
    const end = await hasty?.exit();
    expect(end?.code).toBe(1);
    expect(patient?.child.exitCode, "the other one still waits").toBeNull();
    expect((await patient?.exit())?.code).toBe(0);
  });

  it("ends long polls with the version they know", async () => {
    const portal = await openPortal();
    const authorization = await signIn(portal, "admin");
    const payload = form({ version: portal.registry.version });
    const started = performance.now();
    const waiting = portal.app.inject({ method: "POST", url: "/api/Registry/Watch", payload, headers: { ...FORM, authorization } });
    setTimeout(() => portal.stopping.abort(), 200);
    const answer = await waiting;
    expect(answer.json()).toMatchObject({ Code: 200, Result: { version: portal.registry.version } });
    expect(answer.headers.connection).toBe("close");
    // A poll that nobody ends goes on for half a minute.
    expect(performance.now() - started).toBeLessThan(15 * SECOND);
  });
});
