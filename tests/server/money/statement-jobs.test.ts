import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { toApiError } from "../../../src/server/db/errors.ts";
import type { JobParams } from "../../../src/server/engine/jobs/job.ts";
import { type JobRun, runJob } from "../../../src/server/engine/jobs/job-runner.ts";
import { jobProgress, openJob } from "../../../src/server/engine/jobs/job-store.ts";
import { runAction } from "../../../src/server/engine/run-action.ts";
import { ApiError } from "../../../src/shared/protocol/envelope.ts";
import { programFile } from "../../programs.ts";
import { addressOf, databaseUrl, openPostgres } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP, viewer } from "../flows/fixtures/desk.ts";
import { module, registry, serving } from "../flows/fixtures/real-registry.ts";
import { randomOf } from "./fixtures/random.ts";
import { ROUNDS } from "./fixtures/rounds.ts";
import { checkSources, sourcesOf, supplierWithSources } from "./fixtures/source-world.ts";

/** One round is many races, and several processes that are killed: fewer are enough. */
const TIMES = Math.ceil(ROUNDS / 10);
const PERIODS: readonly JobParams[] = [
  { startdate: "2025-06-01", enddate: "2025-06-15" },
  { startdate: "2025-06-01", enddate: "2025-06-20" },
  { startdate: "2025-06-10", enddate: "2025-06-29" },
];
const WHOLE = { startdate: "2025-06-01", enddate: "2025-06-29" } as const;

// On PostgreSQL alone: the embedded engine runs everything in one session, and a process that dies takes it along.
describe.skipIf(databaseUrl === undefined)("statements made by many at once", { timeout: 7_200_000 }, () => {
  let desk: Desk;
  const said: string[] = [];
  beforeAll(async () => {
    desk = await Desk.open(openPostgres);
  });
  const run = (): JobRun => ({
    db: desk.db,
    registry: serving,
    now: () => NOW,
    log: (line) => void said.push(line),
    stopping: new AbortController().signal,
  });
  const start = (params: JobParams) => openJob(desk.db, registry, { shopId: SHOP, name: "statements", params, creator: "", now: NOW });
  /** As a server's desk does: what a busy database has kept from being done is tried again. */
  const finish = async (id: string) => {
    for (let attempt = 0; attempt < 200; attempt++) {
      await runJob(run(), id).catch(() => sleep(20));
      if ((await patiently(() => jobProgress(desk.as(viewer()), id))).isDone) return;
    }
    throw new Error(`job ${id} does not end`);
  };
  /** Refusals are how races end well, and a busy database is no fault; anything else is one. */
  const tolerant = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof ApiError) && toApiError(error) === null) throw error;
    });
  const patiently = async <T>(read: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await read();
      } catch (error) {
        if (toApiError(error) === null) throw error;
      }
    }
  };
  /** One after the other: a slow machine has few connections to spare. */
  const suppliersWithSources = async (count: number) => {
    const suppliers: string[] = [];
    while (suppliers.length < count) suppliers.push(await supplierWithSources(desk));
    return suppliers;
  };

  it(`overlapping periods, fees that are paid and statements that are excluded meanwhile: nothing is settled twice (${TIMES} rounds)`, async () => {
    for (let round = 0; round < TIMES; round++) {
      const suppliers = await suppliersWithSources(3);
      const meddle = async (provid: string, random: (below: number) => number) => {
        for (let n = 0; n < 6; n++) {
          await sleep(random(15));
          const fees = await patiently(() => desk.find("FeeBill", { provid, payStt: 0 }));
          const fee = fees[random(3)];
          if (fee) await tolerant(runAction(desk.as(viewer(provid)), module(402), { action: "pay", ids: [Number(fee.Id)] }));
          const statements = await patiently(() => desk.find("Balance", { provid }));
          const one = statements[random(Math.max(statements.length, 1))];
          const action = one?.B2b_statu === -1 ? "restore" : "exclude";
          if (one) await tolerant(runAction(desk.as(viewer()), module(510), { action, ids: [Number(one.Id)] }));
        }
      };
      const jobs: string[] = [];
      for (const period of PERIODS) for (const provid of suppliers) jobs.push(await start({ ...period, provid }));
      const workers = [0, 1, 2].map(async (n) => {
        for (const id of [...jobs.slice(n * 2), ...jobs.slice(0, n * 2)]) await finish(id);
      });
      await Promise.all([...workers, ...suppliers.map((provid, n) => meddle(provid, randomOf(round * 10 + n)))]);
      for (const provid of suppliers) await checkSources(desk, provid);
      for (const provid of suppliers) await finish(await start({ ...WHOLE, provid }));
      for (const provid of suppliers) {
        const all = await sourcesOf(desk, provid);
        const paying = (await desk.find("FeeBill", { provid })).filter(({ payStt }) => payStt !== 0).length;
        expect(await checkSources(desk, provid)).toEqual({ ...all, documents: all.documents - paying });
      }
      expect(said).toEqual([]);
    }
  });

  it(`kill -9 in the middle, again and again: every supplier has one statement, and nothing is lost (${TIMES} rounds)`, async () => {
    for (let round = 0; round < TIMES; round++) {
      const random = randomOf(round);
      const suppliers = await suppliersWithSources(8);
      const period = { startdate: "2025-06-01", enddate: `2025-06-${28 - (round % 3)}` };
      const ids: string[] = [];
      for (const provid of suppliers) ids.push(await start({ ...period, provid }));
      let killed = 0;
      for (; killed < 4; killed++) {
        const child = spawn(process.execPath, [programFile("work-on-jobs"), addressOf(desk.database)], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        await once(child.stdout, "data");
        await sleep(random(60));
        const gone = once(child, "exit");
        child.kill("SIGKILL");
        await gone;
        for (const provid of suppliers) await checkSources(desk, provid);
      }
      for (const id of ids) await finish(id);
      for (const [n, provid] of suppliers.entries()) {
        expect(await checkSources(desk, provid)).toEqual(await sourcesOf(desk, provid));
        expect(await desk.find("Balance", { provid })).toHaveLength(1);
        expect(await jobProgress(desk.as(viewer()), ids[n] ?? "")).toMatchObject({ isDone: true, total: 1, made: 1, failed: 0 });
      }
    }
  });
});
