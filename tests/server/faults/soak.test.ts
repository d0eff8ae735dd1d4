import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FORM, form } from "../app/fixtures/portal.ts";
import { signInAt } from "../app/fixtures/sign-in.ts";
import { serverPrograms } from "../db/fixtures/private-cluster.ts";
import { databaseUrl } from "../db/fixtures/test-database.ts";
import { randomOf } from "../money/fixtures/random.ts";
import { openFaultWorld } from "./fixtures/fault-world.ts";
import { type MemorySample, memoryGrowth } from "./fixtures/memory-growth.ts";

/** Set by `npm run test:faults`; otherwise nothing is soaked. */
const SECONDS = Number(process.env.FAULTS_SOAK_SECONDS ?? 0);
const SAMPLES = 180;
const CLIENTS = 4;
/** How often some bills are paid in the course of it. */
const PAID = 60;
/** Of one client between two calls: a busy office, and a machine that can do something else meanwhile. */
const PAUSE_MS = 50;
/** Signs in anew after so many calls. */
const CALLS_OF_SESSION = 200;
/** More than the heap of a healthy server wanders; a leak of a kilobyte a call is past it within an hour. */
const MOST_GROWTH = 0.1;
const LOG = ".cache/soak.csv";
/** With all the memory of a machine, garbage waits for minutes: what is left here is what the server holds. */
const SMALL_HEAP = { NODE_OPTIONS: "--max-old-space-size=160 --max-semi-space-size=4" };

const programs = serverPrograms();
const MINUTE = 60_000;
const samplesOf = (bytes: (minute: number) => number): MemorySample[] =>
  Array.from({ length: 90 }, (_, minute) => ({ atMs: minute * MINUTE, bytes: bytes(minute) }));

describe("memory", () => {
  it("is flat where it goes up and down, and after a start that fills it", () => {
    expect(memoryGrowth(samplesOf((minute) => 200 + 50 * (minute % 7)))).toBe(0);
    expect(memoryGrowth(samplesOf((minute) => Math.min(300, 100 + 10 * minute)))).toBe(0);
  });

  it("grows where the ups and downs become higher", () => {
    expect(memoryGrowth(samplesOf((minute) => 200 + 2 * minute + 50 * (minute % 7)))).toBeGreaterThan(MOST_GROWTH);
    expect(() => memoryGrowth(samplesOf(() => 1).slice(0, 2))).toThrow("too few");
  });
});

describe.skipIf(SECONDS === 0 || databaseUrl === undefined || programs === null)(`soaked for ${SECONDS} s`, () => {
  it("a server answers every call, and its memory stays as it is", { timeout: 2 * SECONDS * 1000 + 600_000 }, async () => {
    const world = await openFaultWorld(programs ?? "", SMALL_HEAP);
    const began = performance.now();
    const isOver = () => performance.now() - began > SECONDS * 1000;
    const refused = new Map<string, number>();
    let calls = 0;
    const client = async (_: unknown, n: number) => {
      const random = randomOf(n);
      let token = "";
      for (let call = 0; !isOver(); call++) {
        if (call % CALLS_OF_SESSION === 0) token = await signInAt(world.address, "boss175");
        const [path, params] = CALLS[random(CALLS.length)] ?? ["", {}];
        const headers = { ...FORM, authorization: token };
        const answer = await fetch(`${world.address}/api/${path}`, { method: "POST", headers, body: form(params) });
        const { Code, Msg } = (await answer.json()) as { Code: number; Msg: string };
        if (Code !== 200) refused.set(`${path} ${Code} ${Msg}`, (refused.get(`${path} ${Code} ${Msg}`) ?? 0) + 1);
        calls += 1;
        await sleep(PAUSE_MS);
      }
    };
    const samples: MemorySample[] = [];
    const watch = async () => {
      mkdirSync(".cache", { recursive: true });
      for (; !isOver(); await sleep((SECONDS * 1000) / SAMPLES)) {
        const sample = { atMs: Math.round(performance.now() - began), bytes: memoryOf(world.server.child.pid ?? 0) };
        samples.push(sample);
        appendFileSync(LOG, `${new Date().toISOString()},${sample.atMs},${sample.bytes},${calls}\n`);
      }
    };
    const pay = async () => {
      while (!isOver()) {
        await (await world.paying(10)).finish();
        await sleep((SECONDS * 1000) / PAID);
      }
    };
    await Promise.all([...Array.from({ length: CLIENTS }, client), watch(), pay()]);
    const growth = memoryGrowth(samples);
    console.log(
      `${calls} calls; memory of the server ${Math.round((samples.at(-1)?.bytes ?? 0) / 1e6)} MB, ${(100 * growth).toFixed(1)} % more than when it was warm (${LOG})`,
    );
    expect(refused).toEqual(new Map());
    expect(growth).toBeLessThan(MOST_GROWTH);
    expect(await world.status("/readyz")).toBe(200);
  });
});

/** Of each kind that the portal has: the frame, lists, sums, a page's description, a print. */
const CALLS: readonly (readonly [path: string, params: Readonly<Record<string, string>>])[] = [
  ["login/GetUserInfo", {}],
  ["login/GetHomePageData", {}],
  ["Registry/GetModule", { mdl: "503" }],
  ["Module/503/GetPage", { page: "1", rows: "20" }],
  ["Module/503/GetPage", { page: "2", rows: "50" }],
  ["Module/510/GetPage", { page: "1", rows: "20" }],
  ["Module/8901/GetPage", { page: "1", rows: "20" }],
  ["Usr/GetSessions", {}],
];

/** What the process has in memory, in bytes. */
function memoryOf(pid: number): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
