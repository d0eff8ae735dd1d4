/**
 * `npm run restore -- FOLDER`: puts a backup of `npm run backup` into DATA_DIR, after every file was compared with what was written
 * (docs/decisions/108). `--replace` sets aside what DATA_DIR holds; `--check` only compares.
 */
import { parseArgs } from "node:util";
import { restoreBackup } from "../src/server/config/backup/restore-backup.ts";
import { checkBackup } from "../src/server/config/backup/write-backup.ts";
import { readSettings } from "../src/server/config/read-settings.ts";
import { startupReport } from "../src/server/config/report.ts";
import { runCommand } from "./run-command.ts";

const HELP = `npm run restore -- FOLDER [--replace] [--check]

  FOLDER      a backup of npm run backup: npm run backup 生成的目录
  --replace   what DATA_DIR holds is set aside below it: 把 DATA_DIR 现有内容移到其下的 replaced-… 目录
  --check     only compares the files of the backup with what was written: 只核对备份，不恢复

The portal must not be running on that DATA_DIR.`;

/** Does what the flags say, and returns the exit code. */
export async function restore(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { replace: { type: "boolean" }, check: { type: "boolean" } },
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) {
      console.error(HELP);
      return 2;
    }
    if (values.check === true) {
      const { at, files } = await checkBackup(folder);
      console.log(`${folder}: ${files.length} files as they were written, as of ${at}`);
      return 0;
    }
    const { dataDir } = readSettings(process.env);
    const { manifest, replaced } = await restoreBackup(folder, dataDir, values.replace === true, new Date());
    if (replaced !== null) console.log(`what was there before: ${replaced}`);
    console.log(`${dataDir}: ${manifest.files.length} files, as of ${manifest.at}; npm start goes on from there`);
    if (manifest.uploads !== undefined)
      console.log(`uploaded files lie in ${manifest.uploads}, as they are now: start with UPLOADS_S3_… of it / 上传文件仍在该桶中`);
    return 0;
  } catch (error) {
    for (const line of startupReport(error)) console.error(line);
    return 1;
  }
}

await runCommand(import.meta.url, restore);
