/**
 * `npm run editor`: writes a JSON Schema that knows the names of a registry directory, and the settings by which VS Code uses it.
 * With --watch it does so again after each saved edit, as `npm run dev` does. Both files are this machine's: git ignores them.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { watch } from "chokidar";
import { languageOf } from "../src/server/base/language.ts";
import { PROGRAM } from "../src/server/features.ts";
import { isRegistryPath, loadFiles } from "../src/server/registry/registry-files.ts";
import { contextOf } from "../src/shared/registry/context.ts";
import type { RawFile } from "../src/shared/registry/place.ts";
import { readSources } from "../src/shared/registry/sources.ts";
import { languageSchema } from "./editor/language-schema.ts";
import { vscodeSettings } from "./editor/vscode-settings.ts";
import { runCommand } from "./run-command.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SCHEMA = ".cache/editor/language.schema.json";
const SETTINGS = ".vscode/settings.json";
/** Milliseconds without a further change before the files are read again. */
const QUIET_MS = 300;

const TEXTS = {
  en: {
    help: `npm run editor -- [--dir DIR] [--watch] [--lang zh|en]

Writes ${SCHEMA}, which knows the names of this registry, and ${SETTINGS}, by which VS Code completes and explains them.

  --dir DIR     the directory that holds modules.json and schemas/ (default: this project)
  --watch       does so again after each saved edit
  --lang zh|en  language of the messages (default: that of the locale)`,
    badLanguage: "--lang is zh or en",
    empty: (dir: string) => `${dir} holds no registry`,
    settings: (file: string) => `${file} is no JSON: mend or delete it, and try again`,
    wrote: (dir: string) => `${dir}: wrote ${SCHEMA} and ${SETTINGS}`,
  },
  zh: {
    help: `npm run editor -- [--dir 目录] [--watch] [--lang zh|en]

写出 ${SCHEMA}（认识本配置中的各种名称）和 ${SETTINGS}，VS Code 据此提示和解释。

  --dir 目录     存放 modules.json 和 schemas/ 的目录（默认：本项目）
  --watch        每次保存之后重写
  --lang zh|en   提示的语言（默认：同系统语言）`,
    badLanguage: "--lang 只能是 zh 或 en",
    empty: (dir: string) => `${dir} 中没有配置`,
    settings: (file: string) => `${file} 不是 JSON：请改正或删除后再试`,
    wrote: (dir: string) => `${dir}：已写入 ${SCHEMA} 和 ${SETTINGS}`,
  },
} as const;

/** Does what the flags say, and returns the exit code: 0 written, 1 it could not be, 2 wrong flags. With --watch it goes on. */
export function editor(args: readonly string[]): number {
  const usual = languageOf(undefined) ?? "en";
  let flags: { dir?: string; lang?: string; watch?: boolean; help?: boolean };
  try {
    const options = {
      dir: { type: "string" },
      lang: { type: "string" },
      watch: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    } as const;
    flags = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${TEXTS[usual].help}`);
    return 2;
  }
  const language = languageOf(flags.lang);
  if (language === null) {
    console.error(`${TEXTS[usual].badLanguage}\n\n${TEXTS[usual].help}`);
    return 2;
  }
  const texts = TEXTS[language];
  if (flags.help) {
    console.log(texts.help);
    return 0;
  }
  const dir = flags.dir === undefined ? path.resolve(ROOT) : path.resolve(flags.dir);
  const { files } = loadFiles(dir);
  if (files.length === 0) {
    console.error(texts.empty(dir));
    return 1;
  }
  const file = path.join(dir, SETTINGS);
  const settings = vscodeSettings(existsSync(file) ? readFileSync(file, "utf8") : "", SCHEMA);
  if (settings === null) {
    console.error(texts.settings(file));
    return 1;
  }
  put(file, settings);
  put(path.join(dir, SCHEMA), schemaText(dir, files));
  console.log(texts.wrote(dir));
  if (flags.watch) keepFresh(dir);
  return 0;
}

function schemaText(dir: string, files: readonly RawFile[]): string {
  return JSON.stringify(languageSchema({ context: contextOf(readSources(files).sources, PROGRAM).context, dir }));
}

/** Writes the schema again after each edit; while a file is no JSON or misshapen, the names of before are the better ones. */
function keepFresh(dir: string): void {
  let waiting: NodeJS.Timeout | undefined;
  const write = () => {
    const { files, problems } = loadFiles(dir);
    const { sources } = readSources(files);
    if (problems.length > 0 || Object.values(sources.broken).some(({ size }) => size > 0)) return;
    put(path.join(dir, SCHEMA), schemaText(dir, files));
  };
  watch(dir, { ignoreInitial: true, ignored: (name) => !isRegistryPath(path.relative(dir, name).split(path.sep).join("/")) }).on(
    "all",
    () => {
      clearTimeout(waiting);
      waiting = setTimeout(write, QUIET_MS);
    },
  );
}

/** Puts a text in place of a file at once, so that an editor never reads half of it. */
function put(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

await runCommand(import.meta.url, editor);
