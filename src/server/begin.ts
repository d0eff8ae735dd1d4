import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { listenError } from "./config/listen-error.ts";
import type { Settings } from "./config/settings.ts";
import { type Crew, crewOf } from "./config/workers.ts";
import { type Database, openDatabase } from "./db/connect.ts";
import { loadFiles } from "./registry/registry-files.ts";
import { isVouched } from "./registry/vouched.ts";

/** What a start begins with, before most of the program is read. */
export interface Beginning {
  readonly crew: Crew;
  /** On its way: the embedded engine starts on a thread of its own, while the program and its files are read. */
  readonly opening: Promise<Database>;
}

/** Has the database opened. */
export function begin(settings: Settings): Beginning {
  const crew = crewOf();
  const { databaseConnections: poolSize, allowOwner, bucket } = settings;
  const log = (line: string) => void process.stdout.write(`${line}\n`);
  // A bucket is told whose it is before the first data stand: then nothing is begun anew, and tables come with their model or not at all.
  const isLaid = bucket === undefined;
  const embedded = { isLaid, beginsAs: () => (isLaid ? databaseOf(settings.registryDir) : undefined) };
  const opening = openDatabase({ ...settings, poolSize, mustNotOwn: !allowOwner, log, embedded });
  // Whoever waits for it hears why it failed.
  opening.catch(() => undefined);
  return { crew, opening };
}

/** A database with the tables of the registry that this program was built with, beside it (lay-database.ts); undefined where the files are others. */
function databaseOf(registryDir: string): string | undefined {
  const folder = fileURLToPath(new URL("laid-database", import.meta.url));
  if (!existsSync(folder)) return undefined;
  const { files, problems } = loadFiles(registryDir);
  return problems.length === 0 && isVouched(files) ? folder : undefined;
}

/**
 * Finds out whether a server will be able to listen there, before a database is opened and filled. Of several that share a port the one who starts
 * them finds out: a worker that listens counts as one that serves. Throws a StartupError.
 */
export async function probePort(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host, port });
    await once(probe, "listening");
  } catch (error) {
    throw listenError(error, host, port);
  }
  probe.close();
  await once(probe, "close");
}
