/**
 * `npm run backup -- FOLDER`: the embedded database and all files of DATA_DIR, as they are at one moment, to a new folder; a server that
 * runs goes on (docs/decisions/108). Uploaded files in a bucket are not among them, and it says so. `--keep N` makes the backup below the folder, named by its time, and removes all but the newest N there.
 */
import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartupError } from "../src/server/base/startup-error.ts";
import { addressOf } from "../src/server/base/storage/s3/bucket-settings.ts";
import { askForBackup, type Made, madeOf } from "../src/server/config/backup/backup-socket.ts";
import { writeBackup } from "../src/server/config/backup/write-backup.ts";
import { readSettings } from "../src/server/config/read-settings.ts";
import { startupReport } from "../src/server/config/report.ts";
import { openDatabase } from "../src/server/db/connect.ts";
import { runCommand } from "./run-command.ts";

const HELP = `npm run backup -- FOLDER [--keep N]

  FOLDER      a folder that is still to be made, best on another disk: 新建的备份目录，最好在另一块磁盘上
  --keep N    the backup is made in FOLDER under its time, and only the newest N there stay: 在该目录下按时间命名，只保留最新 N 份

The database is the embedded one of DATA_DIR; the portal may be running. With DATABASE_URL use pg_dump (docs/operations.md).
Uploaded files in a bucket (UPLOADS_S3_URL) are not copied: 桶中的上传文件不在备份内。`;

const NAMED = /^backup-\d{8}T\d{6}Z$/;

/** Does what the flags say, and returns the exit code. */
export async function backup(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { keep: { type: "string" } } });
    const [folder] = positionals;
    const keep = values.keep === undefined ? null : Number(values.keep);
    if (folder === undefined || positionals.length > 1 || (keep !== null && !(Number.isInteger(keep) && keep > 0))) {
      console.error(HELP);
      return 2;
    }
    const { dataDir, databaseUrl, bucket } = readSettings(process.env);
    if (databaseUrl !== undefined)
      throw new StartupError(
        "DATABASE_URL is set: PostgreSQL is backed up with pg_dump, and the files of DATA_DIR beside it (docs/operations.md)",
      );
    const now = new Date();
    const to = keep === null ? resolve(folder) : join(resolve(folder), `backup-${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}`);
    const { at, files, uploads } =
      (await askForBackup(dataDir, to)) ?? (await withoutServer(dataDir, to, now, bucket && addressOf(bucket)));
    console.log(`${to}: ${files} files, as of ${at}`);
    if (uploads !== undefined) console.log(`not in it: uploaded files, which lie in ${uploads} (docs/operations.md) / 不含桶中的上传文件`);
    if (keep !== null) removeOld(resolve(folder), keep);
    return 0;
  } catch (error) {
    for (const line of startupReport(error)) console.error(line);
    return 1;
  }
}

async function withoutServer(dataDir: string, to: string, now: Date, uploads?: string): Promise<Made> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined, log: () => undefined });
  try {
    return madeOf(await writeBackup(database, dataDir, to, now, uploads));
  } finally {
    await database.close();
  }
}

function removeOld(folder: string, keep: number): void {
  const old = readdirSync(folder)
    .filter((name) => NAMED.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of old) {
    rmSync(join(folder, name), { recursive: true });
    console.log(`removed ${name}`);
  }
}

await runCommand(import.meta.url, backup);
