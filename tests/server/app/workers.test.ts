import { once } from "node:events";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { MenuResult } from "../../../src/shared/protocol/screen.ts";
import { addressOf, databaseUrl, openPostgres } from "../db/fixtures/test-database.ts";
import { FORM, form, openPortal } from "./fixtures/portal.ts";
import { startServer, temporaryFolder } from "./fixtures/server-process.ts";
import { PASSWORD } from "./fixtures/world.ts";

const PROGRAM = join(process.cwd(), "dist/server/main.js");
const WORKERS = 3;
const TOKEN = "a-token-of-the-operator";

interface Heard {
  readonly begun: number;
  readonly ended: number;
  readonly status: number | undefined;
  readonly body: string;
}

/** A call over a connection of its own, so that any of them may answer. */
function send(address: string, path: string, params: Readonly<Record<string, string>>, token = ""): Promise<Heard> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { ...FORM, connection: "close", ...(token !== "" && { authorization: token }) };
    const call = request(`${address}${path}`, { method: "POST", agent: false, headers }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (part) => (body += part));
      answer.on("end", () => resolve({ begun, ended: performance.now(), status: answer.statusCode, body }));
    });
    call.on("error", reject).end(form(params));
  });
}

/** The processes that a process has started. */
const childrenOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

describe("several workers", () => {
  it("need PostgreSQL, and say so together with all other settings that are wrong", async () => {
    const server = startServer({ DATA_DIR: temporaryFolder(), DEMO: "maybe" }, [PROGRAM, "--workers", "2"]);
    expect((await server.exit()).code).toBe(1);
    expect(server.stderr()).toContain("--workers: 内置数据库只能由一个进程使用");
    expect(server.stderr()).toContain("DEMO: ");
    for (const args of [
      ["--workers", "none"],
      ["--workers", "0"],
      ["--worker", "2"],
    ]) {
      const refused = startServer({ DATA_DIR: temporaryFolder() }, [PROGRAM, ...args]);
      expect((await refused.exit()).code, args.join(" ")).toBe(1);
      expect(refused.stderr()).toContain("--worker");
    }
  });

  it.skipIf(databaseUrl === undefined)("end where none of them can start, and say why once", async () => {
    const settings = { DATABASE_URL: addressOf(await openPostgres()), DATA_DIR: temporaryFolder(), DEMO: "off" };
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const port = String((taken.address() as AddressInfo).port);
    const faulty = temporaryFolder();
    writeFileSync(join(faulty, "modules.json"), "{}");
    for (const [env, why] of [
      [{ REGISTRY_DIR: faulty }, /bad registry/g],
      [{ PORT: port }, /is in use/g],
    ] as const) {
      const server = startServer({ ...settings, ...env }, [PROGRAM, "--workers", "2"]);
      expect((await server.exit()).code).toBe(1);
      expect(server.stderr().match(why)).toHaveLength(1);
    }
    taken.close();
  });

  it.skipIf(databaseUrl === undefined)(
    "serve on one port, change over together, replace one that is killed, and end together",
    async () => {
      const { database } = await openPortal({ open: openPostgres });
      const dir = temporaryFolder();
      for (const each of ["modules.json", "schemas"]) cpSync(each, join(dir, each), { recursive: true });
      const settings = { DATABASE_URL: addressOf(database), DATA_DIR: temporaryFolder(), DEMO: "off", METRICS_TOKEN: TOKEN };
      const server = startServer({ ...settings, REGISTRY_DIR: dir }, [PROGRAM, "--workers", String(WORKERS)]);
      const address = await server.address;
      const workers = () => childrenOf(server.child.pid);
      await expect.poll(workers, { timeout: 300_000 }).toHaveLength(WORKERS);
      const signedIn = await send(address, "/connect/token", { grant_type: "password", username: "admin", password: PASSWORD });
      const { access_token: token } = JSON.parse(signedIn.body) as { access_token: string };
      const versionOf = async () => {
        const { body, ...times } = await send(address, "/api/Registry/GetModules", {}, token);
        return { ...times, version: (JSON.parse(body) as { Result: MenuResult }).Result.version };
      };
      // All of them have answered: each with the session that one of them opened.
      const scrape = async () =>
        await (await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${TOKEN}`, connection: "close" } })).text();
      await expect
        .poll(
          async () => {
            expect((await Promise.all(Array.from({ length: 12 }, versionOf))).every(({ status }) => status === 200)).toBe(true);
            return scrape();
          },
          { timeout: 300_000 },
        )
        .toContain(`scm_servers ${WORKERS}`);

      const before = (await versionOf()).version;
      const heard: Awaited<ReturnType<typeof versionOf>>[] = [];
      let isOver = false;
      const asking = Array.from({ length: 6 }, async () => {
        while (!isOver) {
          heard.push(await versionOf());
          // What they ask for is not to keep the servers from what they are asked about.
          await sleep(20);
        }
      });
      const modules = join(dir, "modules.json");
      const title = /"title": "(?=[^"]*")/;
      writeFileSync(modules, readFileSync(modules, "utf8").replace(title, "$&新"));
      await expect.poll(() => heard.filter(({ version }) => version !== before).length, { timeout: 600_000 }).toBeGreaterThan(60);
      isOver = true;
      await Promise.all(asking);
      const firstNew = Math.min(...heard.filter(({ version }) => version !== before).map(({ ended }) => ended));
      expect(heard.filter(({ begun, version }) => begun > firstNew && version === before)).toEqual([]);
      expect(heard.every(({ status }) => status === 200)).toBe(true);

      const [killed = 0] = workers();
      process.kill(killed, "SIGKILL");
      await expect.poll(workers, { timeout: 300_000 }).not.toContain(killed);
      const answers = await Promise.all(Array.from({ length: 12 }, versionOf));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
      await expect.poll(() => workers().length, { timeout: 300_000 }).toBe(WORKERS);
      expect(server.stdout()).toMatch(/worker \d ended \(SIGKILL\) and is started again/);
      expect(server.stdout().match(/scm-portal +http/g)).toHaveLength(1);

      const pids = workers();
      server.child.kill("SIGTERM");
      expect((await server.exit()).code).toBe(0);
      for (const pid of pids) expect(() => process.kill(pid, 0), String(pid)).toThrow();
    },
  );
});
