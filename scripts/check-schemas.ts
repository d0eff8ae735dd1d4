/**
 * Checks a registry directory and prints every problem: as `file:line:col pointer message [rule]`, or for programs. Exit 0: valid, perhaps
 * with warnings; 1: errors; 2: wrong call.
 */

import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { languageOf } from "../src/server/base/language.ts";
import { PROGRAM } from "../src/server/features.ts";
import { loadRegistry } from "../src/server/registry/load-registry.ts";
import type { Registry } from "../src/shared/registry/model.ts";
import type { Problem } from "../src/shared/registry/problem.ts";
import type { Language } from "../src/shared/registry/problem-texts/translate.ts";
import { FORMATS, type Format, formatProblems } from "./problem-formats.ts";
import { runCommand } from "./run-command.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const TEXTS = {
  en: {
    help: `npm run check:schemas -- [--dir DIR] [--format text|json|github|sarif] [--lang zh|en]

Checks modules.json and schemas/ of a registry directory: their shape, and whether what they name is there and fits.
Every problem is one line: file:line:column, JSON pointer, what is wrong, what was probably meant, and the rule (docs/rules.md).
A warning is told and keeps nothing from being served; "allow": {"rule": "reason"} in the file says that it is meant.

  --dir DIR        the directory that holds modules.json and schemas/ (default: this project)
  --format FORMAT  text; json: one object; github: annotations of a workflow; sarif: SARIF 2.1.0 (default: text)
  --lang zh|en     language of the messages (default: that of the locale)
  --help           this text

Exit code: 0 valid, perhaps with warnings; 1 errors; 2 wrong flags.`,
    badLanguage: "--lang is zh or en",
    badFormat: `--format is ${FORMATS.join(", ")}`,
    valid: (counts: Counts) => `valid: ${COUNTED.map((name) => englishCount(counts[name], name)).join(", ")}`,
    problems: (count: number, dir: string) => `${englishCount(count, "problem")} in ${dir}`,
    warnings: (count: number) => englishCount(count, "warning"),
  },
  zh: {
    help: `npm run check:schemas -- [--dir 目录] [--format text|json|github|sarif] [--lang zh|en]

检查一个配置目录的 modules.json 和 schemas/：写法是否正确，所引用的东西是否存在、是否合适。
每个问题一行：文件:行:列，JSON 指针，哪里不对，可能想写什么，以及规则编号（docs/rules.md）。
警告只作提示，不影响使用；确实有意的，在文件中写 "allow": {"规则编号": "理由"}。

  --dir 目录       存放 modules.json 和 schemas/ 的目录（默认：本项目）
  --format 格式    text 文本；json 一个对象；github 工作流注释；sarif 即 SARIF 2.1.0（默认：text）
  --lang zh|en     提示的语言（默认：同系统语言）
  --help           显示本说明

退出码：0 通过（可有警告），1 有错误，2 参数有误。`,
    badLanguage: "--lang 只能是 zh 或 en",
    badFormat: `--format 只能是 ${FORMATS.join("、")}`,
    valid: ({ module, group, entity, "print template": prints, profile }: Counts) =>
      `通过：${module} 个模块，${group} 个菜单分组，${entity} 个实体，${prints} 个打印模板，${profile} 个方案`,
    problems: (count: number, dir: string) => `${dir} 中有 ${count} 个问题`,
    warnings: (count: number) => `${count} 个警告`,
  },
} as const;

const COUNTED = ["module", "group", "entity", "print template", "profile"] as const;
type Counts = Readonly<Record<(typeof COUNTED)[number], number>>;

/** Does what the flags say, and returns the exit code. */
export function checkSchemas(args: readonly string[]): number {
  const call = readCall(args);
  const texts = TEXTS[call.language];
  if (call.wrong !== undefined) {
    console.error(`${call.wrong}\n\n${texts.help}`);
    return 2;
  }
  if (call.isHelp) {
    console.log(texts.help);
    return 0;
  }
  const result = loadRegistry(call.dir, PROGRAM);
  const problems = result.ok ? result.warnings : result.problems;
  if (call.format !== "text") console.log(formatProblems(problems, call.format, call.language, call.dir));
  else {
    for (const line of formatProblems(problems, "text", call.language, call.dir).split("\n")) if (line !== "") console.log(line);
    if (result.ok) console.log([texts.valid(countsOf(result.registry)), ...told(problems, texts)].join(", "));
    else console.log(texts.problems(problems.length, call.dir));
  }
  return result.ok ? 0 : 1;
}

function told(warnings: readonly Problem[], texts: { readonly warnings: (count: number) => string }): string[] {
  return warnings.length === 0 ? [] : [texts.warnings(warnings.length)];
}

interface Call {
  readonly language: Language;
  readonly dir: string;
  readonly format: Format;
  readonly isHelp: boolean;
  /** Why it cannot be told what is asked for. */
  readonly wrong?: string;
}

function readCall(args: readonly string[]): Call {
  const usual = languageOf(undefined) ?? "en";
  const options = {
    dir: { type: "string" },
    lang: { type: "string" },
    format: { type: "string", default: "text" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const language = languageOf(values.lang);
    const format = FORMATS.find((each) => each === values.format);
    const call = {
      language: language ?? usual,
      format: format ?? "text",
      dir: values.dir === undefined ? ROOT : path.resolve(values.dir),
      isHelp: values.help ?? false,
    };
    if (format === undefined) return { ...call, wrong: TEXTS[call.language].badFormat };
    return language === null ? { ...call, wrong: TEXTS[usual].badLanguage } : call;
  } catch (error) {
    return { language: usual, format: "text", dir: ROOT, isHelp: false, wrong: error instanceof Error ? error.message : String(error) };
  }
}

function countsOf({ modules, groups, entities, prints, profiles }: Registry): Counts {
  const count = (things: object) => Object.keys(things).length;
  return {
    module: count(modules),
    group: count(groups),
    entity: count(entities),
    "print template": count(prints),
    profile: count(profiles),
  };
}

function englishCount(count: number, one: string): string {
  return `${count} ${count === 1 ? one : one.replace(/y$/, "ie").concat("s")}`;
}

await runCommand(import.meta.url, checkSchemas);
