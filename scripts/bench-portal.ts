/** The built portal (npm run build) with the demo, as a process of its own, for what scripts/bench-*.ts measure and scripts/gallery.ts shows. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "..");
export const PASSWORD = "bench-bench-1";
/** Ticks of /proc are hundredths of a second. */
const TICK_MS = 10;

/** An answer of the portal. */
export interface Told {
  readonly Code: number;
  readonly Msg: string;
  readonly Result: unknown;
}

/** A portal that listens. */
export class BenchPortal {
  readonly #server;
  readonly #folder = mkdtempSync(join(tmpdir(), "scm-bench-"));
  #url = "";
  #token = "";

  private constructor(env: Readonly<Record<string, string>>) {
    this.#server = spawn(process.execPath, [...flags(), join(ROOT, "dist/server/main.js")], {
      env: {
        ...process.env,
        NODE_ENV: "production",
        ALLOW_OWNER: "1",
        PORT: "0",
        DATA_DIR: join(this.#folder, "data"),
        DEMO: "on",
        DEMO_PASSWORD: PASSWORD,
        ...env,
      },
      stdio: ["ignore", "pipe", "ignore"],
    });
  }

  /** Starts one, and signs somebody in. */
  static async start(user: string, env: Readonly<Record<string, string>>): Promise<BenchPortal> {
    const portal = new BenchPortal(env);
    portal.#url = await portal.#address();
    portal.#token = await portal.signIn(user);
    return portal;
  }

  /** The token of somebody else. */
  async signIn(username: string): Promise<string> {
    const body = new URLSearchParams({ grant_type: "password", username, password: PASSWORD });
    const answer = (await (await fetch(`${this.#url}/connect/token`, { method: "POST", body })).json()) as { access_token?: string };
    if (answer.access_token === undefined) throw new Error(`nobody is let in: ${JSON.stringify(answer)}`);
    return answer.access_token;
  }

  /** Calls as the one who is signed in, or as somebody else. Throws where the answer is no 200. */
  async call<T>(path: string, params: Readonly<Record<string, string | number>> | FormData, token = this.#token): Promise<T> {
    const texts = params instanceof FormData ? params : form(params);
    const response = await this.fetch(path, { body: texts, headers: { authorization: token } });
    const { Code, Msg, Result } = (await response.json()) as Told;
    if (Code !== 200) throw new Error(`${path} answered ${Code} ${Msg}`);
    return Result as T;
  }

  /** Where it listens. */
  get url(): string {
    return this.#url;
  }

  fetch(path: string, request: RequestInit): Promise<Response> {
    return fetch(`${this.#url}${path}`, { method: "POST", ...request });
  }

  /** What the process holds in memory now, in MB. */
  get memory(): number {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#server.pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  }

  /** What it has used of the processor until now, in ms. */
  get cpu(): number {
    return cpuOf(this.#server.pid ?? 0);
  }

  /** Does work, and says the most that the process held meanwhile, in MB. */
  async watch<T>(work: () => Promise<T>): Promise<{ readonly done: T; readonly most: number }> {
    let most = this.memory;
    const timer = setInterval(() => {
      most = Math.max(most, this.memory);
    }, 50);
    try {
      const done = await work();
      return { done, most: Math.max(most, this.memory) };
    } finally {
      clearInterval(timer);
    }
  }

  async end(): Promise<void> {
    const ended = this.#server.exitCode === null && once(this.#server, "exit");
    this.#server.kill("SIGTERM");
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Where it listens, once it says so and is ready. */
  async #address(): Promise<string> {
    let said = "";
    const url = await new Promise<string>((resolve, reject) => {
      this.#server.stdout.on("data", (chunk) => {
        said += String(chunk);
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
        if (found !== undefined) resolve(found);
      });
      this.#server.once("exit", () => reject(new Error(`the portal did not start (npm run build first?):\n${said}`)));
    });
    while (!(await fetch(`${url}/readyz`)).ok) await sleep(100);
    return url;
  }
}

/** Flags for the portal's process, e.g. `BENCH_FLAGS=--cpu-prof`. */
function flags(): string[] {
  return (process.env.BENCH_FLAGS ?? "").split(" ").filter((flag) => flag !== "");
}

function form(params: Readonly<Record<string, string | number>>): URLSearchParams {
  return new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

/** CPU of a process on this machine, in ms; 0 where there is none. */
export function cpuOf(pid: number): number {
  try {
    const [, user = "0", system = "0"] = /^\d+ \(.*\) \S+ (?:\S+ ){10}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return 0;
  }
}
