/**
 * `npm run format:schemas`: writes the files of a registry directory as they are written everywhere: in the words of today, and what fits
 * into a line in a line. Exit code: 0 done, or nothing to do; 1 files that cannot be read, with --check also files to be written; 2 wrong call.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { languageOf } from "../src/server/base/language.ts";
import { loadFiles } from "../src/server/registry/registry-files.ts";
import { parseFile } from "../src/shared/registry/parse.ts";
import { inTodaysWords } from "./format-schemas/former-words.ts";
import { jsonText } from "./language/json-text.ts";
import { formatProblems } from "./problem-formats.ts";
import { runCommand } from "./run-command.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const TEXTS = {
  en: {
    help: `npm run format:schemas -- [--dir DIR] [--check] [--lang zh|en]

Writes modules.json and the files below schemas/ in the words of today and in one layout. What they mean stays the same.

  --dir DIR     the directory that holds modules.json and schemas/ (default: this project)
  --check       write nothing; exit 1 where a file would be written
  --lang zh|en  language of the messages (default: that of the locale)

Exit code: 0 done; 1 files that cannot be read, with --check also files to be written; 2 wrong flags.`,
    badLanguage: "--lang is zh or en",
    written: (file: string) => `${file} written`,
    stale: (file: string) => `${file} is written otherwise: run npm run format:schemas`,
    done: (count: number) => `${count} files are as they should be`,
  },
  zh: {
    help: `npm run format:schemas -- [--dir 目录] [--check] [--lang zh|en]

把 modules.json 和 schemas/ 下的文件改写成现行用词和统一排版，含义不变。

  --dir 目录     存放 modules.json 和 schemas/ 的目录（默认：本项目）
  --check        只检查不写入；有文件需要改写时退出码为 1
  --lang zh|en   提示的语言（默认：同系统语言）

退出码：0 完成；1 有文件无法读取，或（--check 时）需要改写；2 参数有误。`,
    badLanguage: "--lang 只能是 zh 或 en",
    written: (file: string) => `${file} 已改写`,
    stale: (file: string) => `${file} 需要改写：请运行 npm run format:schemas`,
    done: (count: number) => `${count} 个文件无需改写`,
  },
} as const;

/** Does what the flags say, and returns the exit code. */
export function formatSchemas(args: readonly string[]): number {
  const usual = languageOf(undefined) ?? "en";
  const options = {
    dir: { type: "string" },
    check: { type: "boolean" },
    lang: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  let values: { readonly dir?: string; readonly check?: boolean; readonly lang?: string; readonly help?: boolean };
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${TEXTS[usual].help}`);
    return 2;
  }
  const language = languageOf(values.lang);
  if (language === null) {
    console.error(`${TEXTS[usual].badLanguage}\n\n${TEXTS[usual].help}`);
    return 2;
  }
  const texts = TEXTS[language];
  if (values.help) {
    console.log(texts.help);
    return 0;
  }
  const dir = path.resolve(values.dir ?? ROOT);
  const { files, problems } = loadFiles(dir);
  const parsed = files.map((raw) => ({ raw, ...parseFile(raw) }));
  const unreadable = [...problems, ...parsed.flatMap((each) => each.problems)];
  const readable = parsed.filter((each) => each.problems.length === 0);
  const written = inTodaysWords(readable.map(({ file }) => file)).map(({ path: name, value }) => ({ path: name, text: jsonText(value) }));
  const stale = written.filter(({ text }, index) => text !== readable[index]?.raw.text);
  for (const file of stale) {
    if (values.check) console.error(texts.stale(file.path));
    else {
      writeFileSync(path.join(dir, file.path), file.text);
      console.log(texts.written(file.path));
    }
  }
  if (unreadable.length > 0) console.error(formatProblems(unreadable, "text", language, dir));
  if (stale.length === 0 && unreadable.length === 0) console.log(texts.done(files.length));
  return unreadable.length > 0 || (values.check && stale.length > 0) ? 1 : 0;
}

await runCommand(import.meta.url, formatSchemas);
