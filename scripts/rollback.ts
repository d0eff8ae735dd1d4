/**
 * `npm run rollback -- <version>`: writes the files of a model that was served before back to the registry directory and confirms
 * them. What the files say now is kept beside. Exit code: 0 done, 1 there is no such model, 2 wrong call.
 */
import { cpSync, lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { languageOf } from "../src/server/base/language.ts";
import { readSettings } from "../src/server/config/read-settings.ts";
import { startupReport } from "../src/server/config/report.ts";
import { PROGRAM } from "../src/server/features.ts";
import { isTaken, planOf, withBook } from "../src/server/models/model-book.ts";
import type { KeptModel } from "../src/server/models/model-history.ts";
import { isRegistryPath, loadFiles } from "../src/server/registry/registry-files.ts";
import { buildRegistry, versionOf } from "../src/shared/build-registry.ts";
import type { RawFile } from "../src/shared/registry/place.ts";
import { formatPlan } from "../src/shared/registry/plan/format-plan.ts";
import { type Language, problemFormatter } from "../src/shared/registry/problem-texts/translate.ts";
import { runCommand } from "./run-command.ts";

const TEXTS = {
  en: {
    help: `npm run rollback -- [VERSION] [--lang zh|en]

Without a version: lists the models that were served (of DATA_DIR or DATABASE_URL). With one: writes its files back to REGISTRY_DIR and
confirms them; a running server takes them within seconds. What the files said is kept in DATA_DIR/models.`,
    none: "nothing has been served yet",
    unknown: (version: string) => `version ${version} was never served here; npm run rollback lists those that were`,
    unreadable: (version: string) => `version ${version} cannot be read by this program:`,
    kept: (file: string) => `what the files said is kept in ${file}`,
    written: (version: string, dir: string) => `wrote version ${version} to ${dir}`,
    served: (version: string) => `version ${version} is served now`,
    later: "no running server has taken it: the next start does",
    row: ({ seq, version, at, by, changes }: KeptModel) =>
      `${String(seq).padStart(5)}  ${version}  ${at.toISOString()}  ${by}  ${changes.length} changes`,
  },
  zh: {
    help: `npm run rollback -- [版本] [--lang zh|en]

不带版本：列出使用过的配置（DATA_DIR 或 DATABASE_URL）。带版本：把该版本的文件写回 REGISTRY_DIR 并予以确认，运行中的系统数秒内采用。
原来的文件保存在 DATA_DIR/models。`,
    none: "还没有使用过任何配置",
    unknown: (version: string) => `此处从未使用过版本 ${version}；npm run rollback 列出使用过的版本`,
    unreadable: (version: string) => `本程序无法读取版本 ${version}：`,
    kept: (file: string) => `原来的文件已保存到 ${file}`,
    written: (version: string, dir: string) => `已把版本 ${version} 写回 ${dir}`,
    served: (version: string) => `版本 ${version} 已开始使用`,
    later: "没有运行中的系统采用：下次启动时采用",
    row: ({ seq, version, at, by, changes }: KeptModel) =>
      `${String(seq).padStart(5)}  ${version}  ${at.toISOString()}  ${by}  ${changes.length} 处改动`,
  },
} as const;

/** Models that a list shows. */
const LISTED = 50;

/** Does what the flags say, and returns the exit code. */
export async function rollback(args: readonly string[]): Promise<number> {
  const usual = languageOf(undefined) ?? "en";
  const flags = readFlags(args);
  const language = flags.ok ? languageOf(flags.lang) : usual;
  if (!flags.ok || language === null || flags.versions.length > 1) {
    console.error(`${flags.ok ? "[VERSION] [--lang zh|en]" : flags.wrong}\n\n${TEXTS[usual].help}`);
    return 2;
  }
  if (flags.help === true) {
    console.log(TEXTS[language].help);
    return 0;
  }
  try {
    const [version] = flags.versions;
    return version === undefined ? await list(language) : await goBack(version, language);
  } catch (error) {
    for (const line of startupReport(error)) console.error(line);
    return 1;
  }
}

async function list(language: Language): Promise<number> {
  const kept = await withBook(readSettings(process.env), (book) => book.kept(LISTED));
  for (const each of kept) console.log(TEXTS[language].row(each));
  if (kept.length === 0) console.log(TEXTS[language].none);
  return 0;
}

async function goBack(version: string, language: Language): Promise<number> {
  const texts = TEXTS[language];
  const settings = readSettings(process.env);
  const isWritten = await withBook(settings, async (book) => {
    const files = await book.filesOf(version);
    if (!files) {
      console.error(texts.unknown(version));
      return false;
    }
    const built = buildRegistry(files, PROGRAM);
    if (!built.ok) {
      console.error([texts.unreadable(version), ...built.problems.map(problemFormatter(language))].join("\n"));
      return false;
    }
    const found = await planOf(book, PROGRAM, { registry: built.registry, files });
    if (found?.changes) console.log(formatPlan(found.changes, built.registry, "text", language));
    const said = saidBy(settings.registryDir);
    const isOther = said.unread.length > 0 || versionOf(said.files) !== versionOf(files);
    // First of all, as it may fail.
    const kept = isOther ? keep(said, join(settings.dataDir, "models")) : [];
    if (found && found.served.version !== version) await book.confirm({ base: found.served.version, version }, userInfo().username);
    if (isOther) {
      replace(said, files);
      console.log(texts.kept(kept.join(", ")));
    }
    console.log(texts.written(version, settings.registryDir));
    return true;
  });
  if (!isWritten) return 1;
  console.log((await isTaken(settings, version)) ? texts.served(version) : texts.later);
  return 0;
}

/** What a registry directory says: its texts, and the paths of what is there and cannot be read, e.g. a link that leads nowhere. */
interface Said {
  readonly dir: string;
  readonly files: readonly RawFile[];
  readonly unread: readonly string[];
}

function saidBy(dir: string): Said {
  const { files, problems } = loadFiles(dir);
  const named = [...new Set(problems.map(({ file }) => file))];
  return { dir, files, unread: named.filter((path) => lstatSync(join(dir, path), { throwIfNoEntry: false }) !== undefined) };
}

/** Keeps it: texts in one file, and what is none as it is. The places it is kept in. */
function keep({ dir, files, unread }: Said, aside: string): string[] {
  mkdirSync(aside, { recursive: true });
  const kept = join(aside, `replaced-${versionOf(files)}`);
  writeFileSync(`${kept}.json`, JSON.stringify({ files }));
  for (const path of unread) cpSync(join(dir, path), join(kept, path), { recursive: true, verbatimSymlinks: true });
  return unread.length === 0 ? [`${kept}.json`] : [`${kept}.json`, kept];
}

/** Makes the directory say what these files do. */
function replace({ dir, files: before, unread }: Said, files: readonly RawFile[]): void {
  for (const path of unread) rmSync(join(dir, path), { recursive: true });
  const stay = new Set(files.map((file) => file.path));
  for (const { path } of before) if (!stay.has(path)) rmSync(join(dir, path));
  for (const { path, text } of files) {
    if (!isRegistryPath(path) || path.split("/").includes("..")) throw new Error(`${path} is no file of a registry`);
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

function readFlags(args: readonly string[]) {
  const options = { lang: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { ok: true as const, ...values, versions: positionals };
  } catch (error) {
    return { ok: false as const, wrong: error instanceof Error ? error.message : String(error) };
  }
}

await runCommand(import.meta.url, rollback);
