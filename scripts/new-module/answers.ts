import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { languageOf } from "../../src/server/base/language.ts";
import type { Audience } from "../../src/shared/registry/model.ts";
import type { Language } from "../../src/shared/registry/problem-texts/translate.ts";

/** What a new module is made from. */
export interface Answers {
  readonly language: Language;
  readonly dir: string;
  readonly id: number;
  readonly name: string;
  readonly title: string;
  /** Id of the menu group. */
  readonly group: number;
  readonly entity: string;
  /** Title of an entity to make; null: it is there already. */
  readonly newEntity: string | null;
  readonly audience: readonly Audience[];
  /** folder/file below schemas/modules, without .json */
  readonly schema: string;
}

/** What the script says. Problems of the files come from the checks, in the same language. */
export const TEXTS = {
  en: {
    help: `npm run new:module -- [flags]      what is not given is asked

  --id 524                    module number
  --name BalancePlan          last part of its path
  --title 结算计划查询         title in the menu
  --group 5                   number of the menu group
  --entity BalancePlan        the entity whose rows it shows
  --new-entity 结算计划        makes the entity too, with this title
  --audience shop,supplier    who may be granted it (shop, mall, supplier)
  --schema account-checking/balance-plan
                              its file below schemas/modules
  --dir .                     the registry directory
  --lang zh|en                language (default: that of the locale)`,
    ask: {
      id: "Module number",
      name: "Last part of its path",
      title: "Chinese title",
      group: "Number of the menu group",
      entity: "Entity",
      audience: "Audience",
      schema: "File below schemas/modules",
    },
    question: (what: string, example: string) => `${what} (e.g. ${example}): `,
    isMissing: (flag: string, example: string) => `${flag} is missing, e.g. ${flag} ${example}`,
    doesNotFit: (flag: string, text: string, example: string) => `${flag} ${text} does not fit, e.g. ${example}`,
    badLanguage: "--lang is zh or en",
    wrote: (path: string) => `wrote ${path}`,
    isThere: (path: string) => `${path} is already there`,
    noEntity: (name: string, known: string) => `there is no entity ${name}; --new-entity "标题" makes one. There are: ${known}`,
    noGroup: (id: number, known: string) => `there is no menu group ${id}; there are: ${known}`,
    isReady: (title: string, id: number, file: string) =>
      `\n${title} (${id}) is ready: a running portal shows it within two seconds. Now shape ${file}.`,
    nothingKept: "nothing was kept",
  },
  zh: {
    help: `npm run new:module -- [参数]      没有给出的会逐项询问

  --id 524                    模块编号
  --name BalancePlan          路径的最后一段
  --title 结算计划查询         菜单中的标题
  --group 5                   菜单分组的编号
  --entity BalancePlan        显示哪个实体的行
  --new-entity 结算计划        同时新建实体，并用此标题
  --audience shop,supplier    可以授予谁（shop、mall、supplier）
  --schema account-checking/balance-plan
                              它在 schemas/modules 下的文件
  --dir .                     配置目录
  --lang zh|en                语言（默认：同系统语言）`,
    ask: {
      id: "模块编号",
      name: "路径的最后一段",
      title: "中文标题",
      group: "菜单分组的编号",
      entity: "实体",
      audience: "受众",
      schema: "schemas/modules 下的文件",
    },
    question: (what: string, example: string) => `${what}（如 ${example}）：`,
    isMissing: (flag: string, example: string) => `缺少 ${flag}，如 ${flag} ${example}`,
    doesNotFit: (flag: string, text: string, example: string) => `${flag} ${text} 不合要求，如 ${example}`,
    badLanguage: "--lang 只能是 zh 或 en",
    wrote: (path: string) => `已写入 ${path}`,
    isThere: (path: string) => `${path} 已经存在`,
    noEntity: (name: string, known: string) => `没有实体 ${name}；用 --new-entity "标题" 新建。现有：${known}`,
    noGroup: (id: number, known: string) => `没有菜单分组 ${id}；现有：${known}`,
    isReady: (title: string, id: number, file: string) => `\n${title}（${id}）已就绪：运行中的系统两秒内显示它。接下来请完善 ${file}。`,
    nothingKept: "没有保留任何改动",
  },
} as const;

/** Something the user can mend; one line each. */
export class UsageError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join("\n"));
  }
}

type Key = keyof (typeof TEXTS)["en"]["ask"];

const QUESTIONS: Readonly<Record<Key, { readonly valid: RegExp; readonly example: string }>> = {
  id: { valid: /^[1-9]\d{0,6}$/, example: "524" },
  name: { valid: /^[A-Za-z][A-Za-z0-9_]*$/, example: "BalancePlan" },
  title: { valid: /\S/, example: "结算计划查询" },
  group: { valid: /^[1-9]\d*$/, example: "5" },
  entity: { valid: /^v?[A-Z][A-Za-z]*$/, example: "BalancePlan" },
  audience: { valid: /^(shop|mall|supplier)(,(shop|mall|supplier))*$/, example: "shop,supplier" },
  schema: { valid: /^[a-z0-9-]+\/[a-z0-9-]+$/, example: "account-checking/balance-plan" },
};

/** Reads the flags and asks for the rest where someone is there to answer; every wrong answer is told at once. */
export async function askAnswers(args: readonly string[]): Promise<Answers> {
  const given = readFlags(args);
  const language = languageOf(given.lang);
  if (language === null) throw new UsageError([TEXTS[usualLanguage()].badLanguage, "", TEXTS[usualLanguage()].help]);
  const texts = TEXTS[language];
  const answers: Record<string, string> = {};
  const wrong: string[] = [];
  for (const [key, { valid, example }] of Object.entries(QUESTIONS)) {
    const text = given[key] ?? (process.stdin.isTTY ? await question(texts.question(texts.ask[key as Key], example)) : "");
    if (!valid.test(text)) wrong.push(text === "" ? texts.isMissing(`--${key}`, example) : texts.doesNotFit(`--${key}`, text, example));
    answers[key] = text;
  }
  if (wrong.length > 0) throw new UsageError([...wrong, "", texts.help]);
  return {
    language,
    dir: given.dir ?? ".",
    id: Number(answers.id),
    name: answers.name ?? "",
    title: answers.title ?? "",
    group: Number(answers.group),
    entity: answers.entity ?? "",
    newEntity: given["new-entity"] ?? null,
    audience: (answers.audience ?? "").split(",") as Audience[],
    schema: answers.schema ?? "",
  };
}

/** The language of the locale, for what is said before it is known which one is asked for. */
export const usualLanguage = (): Language => languageOf(undefined) ?? "en";

function readFlags(args: readonly string[]): Readonly<Record<string, string | undefined>> {
  const names = [...Object.keys(QUESTIONS), "new-entity", "dir", "lang"];
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])) }).values;
  } catch (error) {
    throw new UsageError([error instanceof Error ? error.message : String(error), "", TEXTS[usualLanguage()].help]);
  }
}

async function question(text: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await prompt.question(text)).trim();
  } finally {
    prompt.close();
  }
}
