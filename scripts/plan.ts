/**
 * `npm run plan`: what the files of a registry directory mean otherwise than another state of it, in words. Exit code: 0 nothing that
 * touches rights or rules, 1 problems in the files, 2 wrong call, 3 rights or rules change, 4 something waits for a confirmation.
 */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { languageOf } from "../src/server/base/language.ts";
import { readSettings } from "../src/server/config/read-settings.ts";
import type { Settings } from "../src/server/config/settings.ts";
import { PROGRAM } from "../src/server/features.ts";
import { planOf, withBook } from "../src/server/models/model-book.ts";
import { loadModel, type ModelResult } from "../src/server/registry/load-registry.ts";
import { loadFiles } from "../src/server/registry/registry-files.ts";
import { buildRegistry } from "../src/shared/build-registry.ts";
import type { RawFile } from "../src/shared/registry/place.ts";
import type { Change, ChangeClass } from "../src/shared/registry/plan/change.ts";
import { FORMATS, type Format, formatPlan } from "../src/shared/registry/plan/format-plan.ts";
import { planChanges } from "../src/shared/registry/plan/plan-changes.ts";
import type { Problem } from "../src/shared/registry/problem.ts";
import { type Language, problemFormatter } from "../src/shared/registry/problem-texts/translate.ts";
import { formatProblems } from "./problem-formats.ts";
import { runCommand } from "./run-command.ts";

const TEXTS = {
  en: {
    help: `npm run plan -- [--against DIR|FILE] [--dir DIR] [--format text|json|github|markdown] [--lang zh|en]
npm run plan -- --write FILE [--dir DIR]

Tells what the files of a registry directory mean otherwise than what the portal serves (of DATA_DIR or DATABASE_URL), with the rows
that it concerns; or than another directory, or a snapshot of one.

  --against DIR|FILE  the state to compare with (default: what is served)
  --write FILE        writes a snapshot of the directory instead
  --dir DIR           the directory that holds modules.json and schemas/ (default: REGISTRY_DIR)
  --format            text (default), json, github (annotations of a workflow), markdown (a comment)
  --lang zh|en        language of the text (default: that of the locale)

Exit code: 0 nothing touches rights or rules, 1 problems, 2 wrong flags, 3 rights or rules change, 4 something must be confirmed.`,
    unserved: "nothing has been served yet: the first start takes the files as they are",
    unbuildable: (version: string) =>
      `version ${version}, served last, cannot be read by this program: npm run apply confirms the files as they are`,
    badLanguage: "--lang is zh or en",
    badFormat: `--format is one of ${FORMATS.join(", ")}`,
    unreadable: (file: string) => `${file} is neither a registry directory nor a snapshot of one`,
    wrote: (file: string) => `wrote ${file}`,
  },
  zh: {
    help: `npm run plan -- [--against 目录|文件] [--dir 目录] [--format text|json|github|markdown] [--lang zh|en]
npm run plan -- --write 文件 [--dir 目录]

说明一个配置目录与系统正在使用的配置（DATA_DIR 或 DATABASE_URL）相比，含义有哪些不同、涉及多少行；也可与另一个目录或其快照比较。

  --against 目录|文件  与之比较的状态（默认：正在使用的配置）
  --write 文件         改为写出该目录的快照
  --dir 目录           存放 modules.json 和 schemas/ 的目录（默认：REGISTRY_DIR）
  --format             text（默认）、json、github（工作流注解）、markdown（评论）
  --lang zh|en         文字的语言（默认：同系统语言）

退出码：0 不涉及权限和规则，1 文件有问题，2 参数有误，3 权限或规则改变，4 有须确认的改动。`,
    unserved: "还没有使用过任何配置：首次启动将直接采用现有文件",
    unbuildable: (version: string) => `本程序无法读取上次使用的版本 ${version}：请用 npm run apply 确认现有文件`,
    badLanguage: "--lang 只能是 zh 或 en",
    badFormat: `--format 只能是 ${FORMATS.join("、")}`,
    unreadable: (file: string) => `${file} 既不是配置目录，也不是其快照`,
    wrote: (file: string) => `已写入 ${file}`,
  },
} as const;

/** Does what the flags say, and returns the exit code. */
export async function plan(args: readonly string[]): Promise<number> {
  const usual = languageOf(undefined) ?? "en";
  const flags = readFlags(args);
  const language = flags.ok ? languageOf(flags.lang) : usual;
  const texts = TEXTS[language ?? usual];
  const wrong = (text: string) => {
    console.error(`${text}\n\n${texts.help}`);
    return 2;
  };
  if (!flags.ok) return wrong(flags.wrong);
  if (language === null) return wrong(texts.badLanguage);
  if (flags.help === true) {
    console.log(texts.help);
    return 0;
  }
  const format = FORMATS.find((each) => each === (flags.format ?? "text"));
  if (format === undefined) return wrong(texts.badFormat);
  const settings = readSettings(process.env);
  const dir = flags.dir === undefined ? settings.registryDir : path.resolve(flags.dir);
  if (flags.write !== undefined) {
    const { files, problems } = loadFiles(dir);
    if (problems.length > 0) return told(problems, language);
    writeFileSync(flags.write, JSON.stringify({ files }));
    console.log(texts.wrote(flags.write));
    return 0;
  }
  const is = loadModel(dir, PROGRAM);
  if (flags.against === undefined) return againstServed(settings, is, { format, language, dir });
  const was = modelOf(path.resolve(flags.against));
  if (was === null) return wrong(texts.unreadable(flags.against));
  if (!was.ok) return told(was.problems, language);
  if (!is.ok) return told(is.problems, language);
  const changes = planChanges(was, is.registry, PROGRAM);
  console.log(formatPlan(changes, is.registry, format, language));
  return exitCodeOf(changes);
}

function told(problems: readonly Problem[], language: Language): number {
  for (const line of problems.map(problemFormatter(language))) console.error(line);
  return 1;
}

interface Telling {
  readonly format: Format;
  readonly language: Language;
  readonly dir: string;
}

async function againstServed(settings: Settings, is: ModelResult, { format, language, dir }: Telling): Promise<number> {
  const texts = TEXTS[language];
  if (!is.ok) return told(is.problems, language);
  const { registry, files } = is;
  const found = await withBook(settings, (book) => planOf(book, PROGRAM, { registry, files }));
  if (found?.changes == null) {
    console.log(found ? texts.unbuildable(found.served.version) : texts.unserved);
    return found ? CODES.held : 0;
  }
  console.log(formatPlan(found.changes, registry, format, language));
  warn(found.warnings, format, language, dir);
  return exitCodeOf(found.changes);
}

/** What only the database can tell of the files; beside one JSON object there is no place for it. */
function warn(warnings: readonly Problem[], format: Format, language: Language, dir: string): void {
  if (warnings.length === 0) return;
  const say = format === "json" ? console.error : console.log;
  for (const line of formatProblems(warnings, format === "github" ? "github" : "text", language, dir).split("\n"))
    say(format === "markdown" ? `- ${line}` : line);
}

const CODES: Readonly<Record<ChangeClass, number>> = { look: 0, addition: 0, access: 3, held: 4 };

const exitCodeOf = (changes: readonly Change[]) => Math.max(0, ...changes.map((change) => CODES[change.class]));

/** The model of a directory or of a snapshot; null: it is neither. */
function modelOf(place: string): ModelResult | null {
  try {
    if (statSync(place).isDirectory()) return loadModel(place, PROGRAM);
    const { files } = JSON.parse(readFileSync(place, "utf8")) as { files?: readonly RawFile[] };
    if (!files?.every((file) => typeof file.path === "string" && typeof file.text === "string")) return null;
    const built = buildRegistry(files, PROGRAM);
    return built.ok ? { ...built, files } : built;
  } catch {
    return null;
  }
}

function readFlags(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = { dir: text, against: text, write: text, format: text, lang: text, help: { type: "boolean", short: "h" } } as const;
  try {
    return { ok: true as const, ...parseArgs({ args: [...args], options }).values };
  } catch (error) {
    return { ok: false as const, wrong: error instanceof Error ? error.message : String(error) };
  }
}

await runCommand(import.meta.url, plan);
