/**
 * `npm run where-used -- NAME`: where a name of a registry directory is declared and used, one `file:line:column pointer` each, which
 * a terminal of an editor opens. Exit code: 0 found, 1 nowhere, 2 wrong call.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { languageOf } from "../src/server/base/language.ts";
import { PROGRAM } from "../src/server/features.ts";
import { loadFiles } from "../src/server/registry/registry-files.ts";
import { type CheckContext, contextOf } from "../src/shared/registry/context.ts";
import { type NameUse, usesOf } from "../src/shared/registry/names/uses.ts";
import { problemFormatter } from "../src/shared/registry/problem-texts/translate.ts";
import { readSources } from "../src/shared/registry/sources.ts";
import { runCommand } from "./run-command.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const TEXTS = {
  en: {
    help: `npm run where-used -- NAME [--dir DIR] [--lang zh|en]

Tells where an entity, a field, a transition, a page or anything else that has a name is declared and used.

  NAME          e.g. Balance, Balance.Statu (of this entity alone), balancepay, 510
  --dir DIR     the directory that holds modules.json and schemas/ (default: this project)
  --lang zh|en  language of the messages (default: that of the locale)

Exit code: 0 found, 1 nowhere, 2 wrong flags.`,
    badLanguage: "--lang is zh or en",
    declared: "declared",
    used: (count: number) => `used (${count})`,
    nowhere: (name: string) => `nothing is called ${name}`,
  },
  zh: {
    help: `npm run where-used -- 名称 [--dir 目录] [--lang zh|en]

说明实体、字段、流转、页面等有名称的东西在哪里声明、在哪里使用。

  名称           如 Balance、Balance.Statu（仅此实体的）、balancepay、510
  --dir 目录     存放 modules.json 和 schemas/ 的目录（默认：本项目）
  --lang zh|en   提示的语言（默认：同系统语言）

退出码：0 找到，1 没有，2 参数有误。`,
    badLanguage: "--lang 只能是 zh 或 en",
    declared: "声明",
    used: (count: number) => `使用（${count}）`,
    nowhere: (name: string) => `没有叫作 ${name} 的`,
  },
} as const;

/** Does what the flags say, and returns the exit code. */
export function whereUsedCommand(args: readonly string[]): number {
  const usual = languageOf(undefined) ?? "en";
  const options = { dir: { type: "string" }, lang: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
  const call = parsed(() => parseArgs({ args: [...args], options, allowPositionals: true }));
  if (typeof call === "string") return refused(call, TEXTS[usual].help);
  const { values, positionals } = call;
  const language = languageOf(values.lang);
  if (language === null) return refused(TEXTS[usual].badLanguage, TEXTS[usual].help);
  const texts = TEXTS[language];
  if (values.help) {
    console.log(texts.help);
    return 0;
  }
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) return refused("", texts.help);
  const { files, problems } = loadFiles(values.dir === undefined ? ROOT : path.resolve(values.dir));
  // What stands in them nobody can say.
  for (const line of problems.map(problemFormatter(language))) console.error(line);
  const { context } = contextOf(readSources(files).sources, PROGRAM);
  const found = usesNamed(context, name);
  if (found.length === 0) {
    console.log(texts.nowhere(name));
    return 1;
  }
  const [declared, used] = [
    placesOf(found.filter(({ isDeclared }) => isDeclared)),
    placesOf(found.filter(({ isDeclared }) => !isDeclared)),
  ];
  for (const [title, places] of [[texts.declared, declared] as const, [texts.used(used.length), used] as const])
    if (places.length > 0) console.log([title, ...places.map((place) => `  ${place}`)].join("\n"));
  return 0;
}

/** Every use of a name, of whatever kind; with an entity before it, those of that entity's. */
function usesNamed(context: CheckContext, name: string): readonly NameUse[] {
  const all = [...usesOf(context).names.values()].flat();
  const [, entity, own] = /^(v?[A-Z]\w*)\.(\w+)$/.exec(name) ?? [];
  return all.filter((use) => (own === undefined ? use.name === name : use.name === own && use.entity === entity));
}

/** Each place once, by file: what an archetype says stands in no file of its own. */
function placesOf(uses: readonly NameUse[]): readonly string[] {
  const places = uses.filter(({ at }) => at.spot() !== null).map(({ at }) => at.problem(""));
  return [...new Set(places.map(({ file, line, column, pointer }) => `${file}:${line}:${column} ${pointer}`))].sort((a, b) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
}

function parsed<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function refused(wrong: string, help: string): number {
  console.error([wrong, help].filter((text) => text !== "").join("\n\n"));
  return 2;
}

await runCommand(import.meta.url, whereUsedCommand);
