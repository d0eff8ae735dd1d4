import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../../src/server/db/connect.ts";
import { copyDemo, type DemoCopy, type Engine } from "./demo-copy.ts";

const ROOT = join(import.meta.dirname, "../..");
const START_MS = 180_000;

/** A running portal of its own: database, demo data and a copy of the registry that tests may edit. */
export class Portal {
  readonly password = `demo-${randomBytes(6).toString("hex")}7`;
  readonly registryDir: string;
  /** Everything it printed. */
  output = "";
  url = "";
  private child: ChildProcess | undefined;

  private constructor(
    private readonly dir: string,
    private readonly demo: DemoCopy,
    private readonly settings: Readonly<Record<string, string>>,
  ) {
    this.registryDir = join(this.dir, "registry");
    cpSync(join(ROOT, "modules.json"), join(this.registryDir, "modules.json"));
    cpSync(join(ROOT, "schemas"), join(this.registryDir, "schemas"), { recursive: true });
  }

  /** `settings`: further ones, e.g. a bank. */
  static async start(engine: Engine, settings: Readonly<Record<string, string>> = {}): Promise<Portal> {
    const dir = mkdtempSync(join(tmpdir(), "scm-e2e-"));
    const portal = new Portal(dir, await copyDemo(engine, join(dir, "data")), settings);
    await portal.run();
    return portal;
  }

  /** Starts the built server on a free port and waits until it is ready. */
  async run(): Promise<void> {
    const env = {
      PATH: process.env.PATH,
      // A page that is open while the server restarts finds it again.
      PORT: this.url === "" ? "0" : new URL(this.url).port,
      DATA_DIR: join(this.dir, "data"),
      REGISTRY_DIR: this.registryDir,
      // Tests edit the files as somebody does who watches what becomes of it.
      REGISTRY_EDITS: "serve",
      DEMO: "on",
      // Lets a test come from an address of its own, by a header: failed sign-ins are counted by address.
      TRUST_PROXY: "127.0.0.1",
      DEMO_PASSWORD: this.password,
      ...(this.demo.databaseUrl && { DATABASE_URL: this.demo.databaseUrl, ALLOW_OWNER: "1" }),
      ...this.settings,
    };
    const child = spawn(process.execPath, ["dist/server/main.js"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    const from = this.output.length;
    const ready = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the portal did not start:\n${this.output}`)), START_MS);
      const read = (chunk: Buffer) => {
        this.output += chunk.toString();
        const url = /http:\/\/127\.0\.0\.1:\d+/.exec(this.output.slice(from))?.[0];
        if (url === undefined) return;
        clearTimeout(timer);
        this.url = url;
        resolve();
      };
      child.stdout?.on("data", read);
      child.stderr?.on("data", read);
      child.once("exit", (code) => reject(new Error(`the portal ended with ${code}:\n${this.output}`)));
    });
    await ready;
  }

  /** Stops the server as an operator would. */
  async halt(): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  }

  /** Looks into the database beside the running server; the embedded one belongs to one process, so the server starts again there. */
  async inspect<T>(look: (database: Database) => Promise<T>): Promise<T> {
    const isShared = this.demo.databaseUrl !== undefined;
    if (!isShared) await this.halt();
    const database = await openDatabase({ dataDir: join(this.dir, "data"), databaseUrl: this.demo.databaseUrl, log: () => undefined });
    try {
      return await look(database);
    } finally {
      await database.close();
      if (!isShared) await this.run();
    }
  }

  async close(): Promise<void> {
    await this.halt();
    await this.demo.drop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
