import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { StartupError } from "../../../src/server/base/startup-error.ts";
import { acquireLock } from "../../../src/server/db/embedded/lock-file.ts";
import { processStart } from "../../../src/server/db/embedded/process-identity.ts";
import { killHard, output, startProgram } from "./fixtures/child-process.ts";
import { copyOfEmpty, openEmbedded, temporaryFolder } from "./fixtures/test-database.ts";

const AT = "2026-01-01T00:00:00.000Z";

function lockedBy(holder: object | string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "lock"), typeof holder === "string" ? holder : JSON.stringify(holder));
  return folder;
}

function deadPid(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

it("refuses while another process has the database, and takes over when that was killed", async () => {
  const folder = await copyOfEmpty();
  const other = startProgram("hold-database", folder);
  await output(other, "open");
  const attempt = openEmbedded(folder);
  await expect(attempt).rejects.toThrow(StartupError);
  await expect(attempt).rejects.toThrow(`process ${other.pid}`);
  await killHard(other);
  const database = await openEmbedded(folder);
  expect(JSON.parse(readFileSync(join(folder, "lock"), "utf8"))).toMatchObject({
    pid: process.pid,
    processStart: processStart(process.pid),
  });
  await database.close();
  expect(existsSync(join(folder, "lock"))).toBe(false);
});

it("refuses a second opening in the same process", async () => {
  const folder = temporaryFolder();
  const release = await acquireLock(folder);
  await expect(acquireLock(folder)).rejects.toThrow(`process ${process.pid}`);
  release();
  (await acquireLock(folder))();
});

it.each([
  ["a dead process", () => ({ pid: deadPid(), startedAt: AT })],
  ["a recycled number", () => ({ pid: process.ppid, startedAt: AT, processStart: "other:1" })],
  ["our own number from an earlier life", () => ({ pid: process.pid, startedAt: AT, processStart: "other:1", host: hostname() })],
  ["nobody: an empty file", () => ""],
])("takes over the lock of %s", async (_title, holder) => {
  const folder = lockedBy(holder());
  const release = await acquireLock(folder);
  expect(JSON.parse(readFileSync(join(folder, "lock"), "utf8"))).toMatchObject({ pid: process.pid });
  release();
  expect(readdirSync(folder)).toEqual([]);
});

it("believes a living process whose start time is unknown", async () => {
  const folder = lockedBy({ pid: process.ppid, startedAt: AT });
  await expect(acquireLock(folder)).rejects.toThrow(`process ${process.ppid}`);
});

it("watches the heartbeat of a holder on another host", async () => {
  const holder = { pid: 1, startedAt: AT, host: "elsewhere" };
  const [living, dead] = [lockedBy(holder), lockedBy(holder)];
  const heart = setInterval(() => utimesSync(join(living, "lock"), new Date(), new Date()), 500);
  const [refused, taken] = await Promise.allSettled([acquireLock(living), acquireLock(dead)]);
  clearInterval(heart);
  expect(refused).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining("on elsewhere") } });
  expect(taken.status).toBe("fulfilled");
  if (taken.status === "fulfilled") taken.value();
});

it("lets one of many take over a dead lock", async () => {
  const folder = lockedBy({ pid: deadPid(), startedAt: AT });
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => acquireLock(folder)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
