import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { createConnection, createServer, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { StartupError } from "../../base/startup-error.ts";
import type { Manifest } from "./write-backup.ts";

/** What a running server is asked for, as one line of JSON; it answers with one. */
interface Asked {
  readonly backup: string;
}
type Answer = Made | { readonly failed: string };

/** What was made: as of when, of how many files, and the bucket in which the uploaded ones lie, where they are not in it. */
export interface Made {
  readonly at: string;
  readonly files: number;
  readonly uploads?: string;
}

/** What is told of a backup. */
export const madeOf = ({ at, files, uploads }: Manifest): Made => ({ at, files: files.length, ...(uploads !== undefined && { uploads }) });

/** A path of a socket cannot be longer on any system. */
const MOST_BYTES = 103;
const MOST_REQUEST = 8192;

/**
 * Lets `npm run backup` ask the server that holds DATA_DIR: by a socket in that folder, which is its user's alone. Returns how to stop.
 * Where the path is too long for a socket there is none, and backups are made while the server is stopped.
 */
export async function serveBackups(
  dataDir: string,
  backUp: (to: string) => Promise<Made>,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  const path = socketOf(dataDir);
  if (Buffer.byteLength(path) > MOST_BYTES) {
    log(`backups: the path of DATA_DIR is too long for a socket: stop the server for npm run backup`);
    return async () => undefined;
  }
  if (process.platform !== "win32") rmSync(path, { force: true });
  const server = createServer((socket) => void answer(socket, backUp, log));
  await new Promise<void>((done, fail) => server.once("error", fail).listen(path, done));
  if (process.platform !== "win32") await chmod(path, 0o600);
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

async function answer(socket: Socket, backUp: Parameters<typeof serveBackups>[1], log: (line: string) => void): Promise<void> {
  socket.on("error", () => undefined);
  const told = await readLine(socket)
    .then((line) => backUp((JSON.parse(line) as Asked).backup))
    .then(
      (made): Answer => made,
      (error: Error): Answer => {
        log(`backup failed: ${error.message}`);
        return { failed: error.message };
      },
    );
  socket.end(`${JSON.stringify(told)}\n`);
}

/**
 * Asks the server that holds DATA_DIR for a backup; null: no server listens there.
 *
 * @throws StartupError with the server's reason where it could not make one
 */
export async function askForBackup(dataDir: string, to: string): Promise<Made | null> {
  const socket = createConnection(socketOf(dataDir));
  try {
    await new Promise((done, fail) => socket.once("connect", done).once("error", fail));
  } catch {
    return null;
  }
  socket.write(`${JSON.stringify({ backup: resolve(to) } satisfies Asked)}\n`);
  const told = JSON.parse(await readLine(socket)) as Answer;
  socket.destroy();
  if ("failed" in told) throw new StartupError(told.failed);
  return told;
}

/** Windows has pipes instead, in a space of their own. */
function socketOf(dataDir: string): string {
  if (process.platform !== "win32") return join(resolve(dataDir), "control.sock");
  return `\\\\.\\pipe\\scm-portal-${createHash("sha256").update(resolve(dataDir)).digest("hex").slice(0, 16)}`;
}

/** The first line that comes; the socket stays open for an answer. */
function readLine(socket: Socket): Promise<string> {
  return new Promise((done, fail) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const end = text.indexOf("\n");
      if (end >= 0) done(text.slice(0, end));
      else if (text.length > MOST_REQUEST) socket.destroy();
    });
    socket.once("close", () => fail(new StartupError("the connection ended before all was said: look at the server's log")));
  });
}
