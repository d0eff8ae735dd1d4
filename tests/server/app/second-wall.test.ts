import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { openAsLogin } from "../db/fixtures/test-database.ts";
import { startTestSandbox } from "../payments/fixtures/test-sandbox.ts";
import { openPortal } from "./fixtures/portal.ts";
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

/** Signed in as production is: the login owns nothing. */
describe("without the tenant in any condition of a scope", () => {
  let replay: Replay;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const sandbox = await startTestSandbox();
    replay = new Replay(await openPortal({ open: openAsLogin, fill: fillDemoAccounts, bank: sandbox.bank }));
    return () => void vi.useRealTimers();
  });

  // Sessions, home, screens, lists with their sums, documents with prints, chains and history, forms, payments, files, exports and jobs.
  it.each(FILES)("%s is answered as with it", async (file) => {
    const recorded = readFileSync(join(FOLDER, file), "utf8").trimEnd().split("\n");
    const found: string[] = [];
    for (const line of recorded) found.push(JSON.stringify(await replay.run(JSON.parse(line) as RecordedCall)));
    expect(found.filter((line, n) => line !== recorded[n]).map((line) => line.slice(0, 2000))).toEqual([]);
  });
});
