import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { IS_LONG } from "../../e2e/long.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { serverPrograms } from "../db/fixtures/private-cluster.ts";
import { type Open, openAsLogin } from "../db/fixtures/test-database.ts";
import { openWithReplica } from "../db/fixtures/with-replica.ts";
import { startTestSandbox } from "../payments/fixtures/test-sandbox.ts";
import { openPortal, type Portal } from "./fixtures/portal.ts";
import { type RecordedCall, Replay } from "./fixtures/recorded-calls.ts";

// The mistake that the wall is there for: the scope forgets whose rows they are, in every statement it makes (docs/decisions/85).
// Shops themselves are global: there is no wall around them.
vi.mock(import("../../../src/shared/registry/rights/rows.ts"), async (original) => {
  const real = await original();
  const whoseRows: typeof real.whoseRows = (entity, ...of) => (entity.tenancy === "global" ? real.whoseRows(entity, ...of) : "everybody");
  return { ...real, whoseRows };
});

const FOLDER = fileURLToPath(new URL("../../fixtures/recorded-calls", import.meta.url));
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));

/** Pages of all kinds; what they show after all that was recorded is for the long run. */
const READ = IS_LONG ? FILES : FILES.filter((name) => /^0[1-4]-/.test(name));

const WAYS: readonly { readonly from: string; readonly open: Open; readonly files: readonly string[] }[] = [
  { from: "the database", open: openAsLogin, files: FILES },
  ...(serverPrograms() === null ? [] : [{ from: "a replica of it", open: openWithReplica, files: READ }]),
];

const answeredAsWithIt = async (replay: Replay, file: string) => {
  const recorded = readFileSync(join(FOLDER, file), "utf8").trimEnd().split("\n");
  const found: string[] = [];
  for (const line of recorded) found.push(JSON.stringify(await replay.run(JSON.parse(line) as RecordedCall)));
  expect(found.filter((line, n) => line !== recorded[n]).map((line) => line.slice(0, 2000))).toEqual([]);
};

/** Signed in as production is: the login owns nothing. */
describe.each(WAYS)("without the tenant in any condition of a scope, read from $from", ({ open, files }) => {
  let portal: Portal;
  let replay: Replay;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const sandbox = await startTestSandbox();
    portal = await openPortal({ open, fill: fillDemoAccounts, bank: sandbox.bank });
    replay = new Replay(portal);
    return () => void vi.useRealTimers();
  });

  // Sessions, home, screens, lists with their sums, documents with prints, chains and history, forms, payments, files, exports and jobs.
  it.each(files)("%s is answered as with it", (file) => answeredAsWithIt(replay, file));

  it("by the replica, where there is one, and by nobody else", () => {
    const { replicas, counts } = portal.database.reads;
    if (replicas().length === 0) return;
    expect(counts().get("replica")).toBeGreaterThan(100);
    expect([counts().get("failed") ?? 0, counts().get("none") ?? 0]).toEqual([0, 0]);
  });
});
