/** Many clients at once, for scripts/bench-*.ts: the loops of bench-loops.mjs, and pgbench with the bare SQL beside them. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Where Debian puts each version of PostgreSQL. */
const DEBIAN = "/usr/lib/postgresql";

/** What became of calls. */
export interface Answers {
  /** ms of each that was answered. */
  readonly times: readonly number[];
  /** State and text of each that was not. */
  readonly refused: readonly string[];
  readonly seconds: number;
}

interface Calls {
  /** The whole address. */
  readonly url: string;
  /** Who calls, in turns. */
  readonly tokens: readonly string[];
  /** What each client sends, call by call, and the last again and again; one list: what all of them send. */
  readonly params: readonly (readonly Readonly<Record<string, string>>[])[];
  readonly clients: number;
  readonly forMs: number;
}

/** So many clients that call without a pause for so long. */
export async function callAll({ params, ...calls }: Calls): Promise<Answers> {
  const bodies = params.map((own) => own.map((call) => new URLSearchParams(call).toString()));
  const child = spawn(process.execPath, [join(import.meta.dirname, "bench-loops.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify({ ...calls, params: bodies }));
  const told = await text(child.stdout);
  if (told === "") throw new Error("the clients ended without a word");
  return JSON.parse(told) as Answers;
}

/** What pgbench says. */
export interface Bare {
  readonly perSecond: number;
  /** ms of one. */
  readonly latency: number;
}

/** Where pgbench is; null: nowhere. */
export function findPgbench(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted().toReversed() : [];
  const places = [...versions.map((version) => join(DEBIAN, version, "bin/pgbench")), "/usr/local/bin/pgbench", "/usr/bin/pgbench"];
  return places.find((place) => existsSync(place)) ?? null;
}

/** So many clients that run these scripts by turns, without a portal. */
export function pgbench(program: string, href: string, scripts: readonly string[], clients: number, seconds: number): Bare {
  const folder = mkdtempSync(join(tmpdir(), "scm-pgbench-"));
  try {
    const files = scripts.map((script, at) => {
      const file = join(folder, `${at}.sql`);
      writeFileSync(file, script);
      return ["-f", file];
    });
    const args = [
      "-n",
      "-M",
      "prepared",
      "-c",
      String(clients),
      "-j",
      String(Math.min(clients, 2)),
      "-T",
      String(seconds),
      ...files.flat(),
    ];
    const { status, stdout, stderr } = spawnSync(program, [...args, href], { encoding: "utf8" });
    if (status !== 0) throw new Error(`pgbench ended with ${status}: ${stderr}`);
    return { perSecond: numberAfter(stdout, /^tps = ([\d.]+)/m), latency: numberAfter(stdout, /^latency average = ([\d.]+)/m) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function numberAfter(said: string, pattern: RegExp): number {
  const found = pattern.exec(said)?.[1];
  if (found === undefined) throw new Error(`pgbench said nothing of ${pattern}: ${said}`);
  return Math.round(Number(found) * 10) / 10;
}
