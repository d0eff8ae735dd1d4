import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it, vi } from "vitest";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { startTestSandbox } from "../payments/fixtures/test-sandbox.ts";
import { openPortal } from "./fixtures/portal.ts";
import { type RecordedCall, Replay } from "./fixtures/recorded-calls.ts";

/** What was answered, and how to add or record calls: see its README. */
const FOLDER = fileURLToPath(new URL("../../fixtures/recorded-calls", import.meta.url));
/** What is answered now. */
const FOUND = fileURLToPath(new URL("../../../.cache/recorded-calls", import.meta.url));
const IS_RECORDING = process.env.RECORD === "1";
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));

describeEngine("recorded calls", (open) => {
  let replay: Replay;
  beforeAll(async () => {
    // Nothing happens by itself between two calls: usage is not counted, no lease is renewed.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const sandbox = await startTestSandbox();
    replay = new Replay(await openPortal({ open, fill: fillDemoAccounts, bank: sandbox.bank }));
    mkdirSync(FOUND, { recursive: true });
    return () => void vi.useRealTimers();
  });

  // In the order of their names, over one database: the later ones see what the earlier ones wrote.
  it.each(FILES)("%s", async (file) => {
    const recorded = readFileSync(join(FOLDER, file), "utf8").trimEnd().split("\n");
    const found: string[] = [];
    for (const line of recorded) found.push(JSON.stringify(await replay.run(JSON.parse(line) as RecordedCall)));
    writeFileSync(join(IS_RECORDING ? FOLDER : FOUND, file), `${found.join("\n")}\n`);
    if (IS_RECORDING) return;
    expect(found.filter((line, n) => line !== recorded[n]).map((line) => line.slice(0, 2000))).toEqual([]);
  });
});
