import { setMaxListeners } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Registry } from "../shared/registry/model.ts";
import { buildApp } from "./app.ts";
import { addressOf } from "./base/storage/s3/bucket-settings.ts";
import type { FileStorage } from "./base/storage/storage.ts";
import type { Beginning } from "./begin.ts";
import { madeOf, serveBackups } from "./config/backup/backup-socket.ts";
import { writeBackup } from "./config/backup/write-backup.ts";
import { growHeapSlowly } from "./config/engine-memory.ts";
import { startHousekeeping } from "./config/housekeeping.ts";
import { listenError } from "./config/listen-error.ts";
import { openUploads } from "./config/open-uploads.ts";
import type { Settings } from "./config/settings.ts";
import { stopOnSignals } from "./config/stop.ts";
import type { Database } from "./db/connect.ts";
import { httpVerifier } from "./features/invoices/verifier/http-verifier.ts";
import { startBank } from "./features/payments/open-bank.ts";
import { announceSetup } from "./features/setup/feature.ts";
import { FEATURES, PROGRAM } from "./features.ts";
import { ModelGate } from "./models/model-gate.ts";
import { openRegistry, type RegistrySource } from "./registry/watch-registry.ts";
import { startSendingHeads } from "./tables/heads/send-heads.ts";

/** The same from src/server/start.ts and from dist/server. */
const WEB_DIR = fileURLToPath(new URL("../../dist/web", import.meta.url));

/** Who waited for the start is served first. */
const NOTE_MS = 2000;

/** To the one who started the server; the log of calls goes to stderr. */
const log = (line: string) => void process.stdout.write(`${line}\n`);

/** Fills a fresh database, with its files; returns what is to be said about it. */
export type Prepare = (
  settings: Settings,
  database: Database,
  storage: FileStorage,
  registry: Registry,
  log: (line: string) => void,
) => Promise<readonly string[]>;

/** Registry, database, tables, first data, listen: each step can rely on the ones before. */
export async function start(settings: Settings, beginning: Beginning, prepare: Prepare): Promise<void> {
  const { crew } = beginning;
  const { registry, database, gate } = await open(settings, beginning);
  // What is to be said once, and no louder for being several.
  const say = (lines: readonly string[]) => {
    if (crew.isFirst) for (const line of lines) log(line);
  };
  const closers: (() => Promise<void>)[] = [() => registry.close(), () => gate.close(), () => database.close()];
  try {
    // At once: whatever happens next, the password of new demo accounts has been told.
    const storage = await openUploads(settings, database.kysely, { log, say });
    const said = await prepare(settings, database, storage, registry.current(), log);
    await database.settle();
    say(said);
    // The first shops are there by now.
    await gate.warn({ files: registry.files() });
    const { bank, listensAt, lines, close: closeBank } = await startBank(settings, database);
    closers.unshift(closeBank);
    const stopping = new AbortController();
    setMaxListeners(0, stopping.signal);
    const webDir = existsSync(WEB_DIR) ? WEB_DIR : undefined;
    const now = () => new Date();
    const app = await buildApp({
      database,
      registry,
      storage,
      settings,
      ...(settings.verifier !== undefined && { verifier: httpVerifier(settings.verifier) }),
      bank,
      webDir,
      now,
      stopping: stopping.signal,
      logStream: process.stderr,
      crew,
    });
    const { host, port } = settings;
    const address = await app.listen({ host, port }).catch((error: unknown) => {
      throw listenError(error, host, port);
    });
    listensAt(address);
    growHeapSlowly();
    if (crew.isFirst) closers.unshift(startSendingHeads(database.kysely, settings, { now, log }).close);
    if (database.kind === "embedded") {
      const backUp = async (to: string) => {
        const uploads = settings.bucket && addressOf(settings.bucket);
        return madeOf(await writeBackup(database, settings.dataDir, to, now(), uploads));
      };
      closers.unshift(await serveBackups(settings.dataDir, backUp, log));
    }
    if (crew.isFirst) {
      const stopHousekeeping = startHousekeeping({ db: database.kysely, registry, storage, now, log }, FEATURES);
      closers.unshift(async () => stopHousekeeping());
    }
    stopOnSignals({ app, stopping, closers, log });
    if (!crew.isFirst) return;
    const noting = setTimeout(() => void gate.note(), NOTE_MS);
    closers.unshift(async () => clearTimeout(noting));
    const origin = originOf(settings, address);
    const setup = await announceSetup(database.kysely, registry.current(), origin, now());
    say([...lines, ...setup, ...banner(origin, database, webDir)]);
  } catch (error) {
    for (const close of closers) await close();
    throw error;
  }
}

/** The database is still opening while the files are read. What is wrong with them is told first all the same. */
async function open(
  { registryDir, registryEdits, dataDir }: Settings,
  { crew, opening }: Beginning,
): Promise<{ registry: RegistrySource; database: Database; gate: ModelGate }> {
  const now = () => new Date();
  const gate = new ModelGate({ opening, dataDir, program: PROGRAM, isHolding: registryEdits === "hold", now, log });
  try {
    const registry = await openRegistry({ dir: registryDir, program: PROGRAM, log, gate, meet: crew.meet });
    return { registry, database: await opening, gate };
  } catch (error) {
    await opening.then(
      (database) => database.close(),
      () => undefined,
    );
    throw error;
  }
}

/** How users reach the portal. */
function originOf({ publicUrl, host }: Settings, address: string): string {
  const local = host === "0.0.0.0" || host === "::" ? address.replace(/\/\/(0\.0\.0\.0|\[::\])/, "//127.0.0.1") : address;
  return publicUrl ?? local;
}

function banner(origin: string, { kind }: Database, webDir: string | undefined): string[] {
  const lines = ["", `供应链管理系统 scm-portal  ${origin}`];
  if (kind === "embedded")
    lines.push(
      "内置数据库只适合演示或单机使用，正式使用请设置 DATABASE_URL / the embedded database (PGlite) is for demos and a single desk",
    );
  if (webDir === undefined) lines.push("没有网页：请先 npm run build / no web app: run npm run build first");
  return lines;
}
