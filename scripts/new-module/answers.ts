import { parseArgs } from "node:util";
import { languageOf } from "../../src/server/base/language.ts";
import type { Audience } from "../../src/shared/registry/model.ts";
import type { Language } from "../../src/shared/registry/problem-texts/translate.ts";
import { archetypesOf, ENTITY_KINDS, freeId, freeSchema, type Ground, usualArchetype, usualAudience } from "./proposals.ts";

/*
 * Long on purpose: every question with what it proposes and accepts, beside its text in both languages.
 */

/** What a new module is made from. */
export interface Answers {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  /** Id of the menu group. */
  readonly group: number;
  readonly entity: string;
  /** Title of an entity to make; null: it is there already. */
  readonly newEntity: string | null;
  /** Archetype of the page, or kind of the new entity; empty: none. */
  readonly like: string;
  readonly audience: readonly Audience[];
  /** folder/file below schemas/modules, without .json */
  readonly schema: string;
}

/** What the script says. Problems of the files come from the checks, in the same language. */
export const TEXTS = {
  en: {
    help: `npm run new:module -- [flags]      what is not given is asked; Enter takes the proposal in brackets

  --title 结算计划查询         title in the menu
  --entity BalancePlan        the entity whose rows it shows
  --new-entity 结算计划        makes the entity too, with this title
  --like bill                 archetype of the page; of a new entity: ${Object.keys(ENTITY_KINDS).join(", ")}
  --group 5                   number of the menu group
  --id 524                    module number (default: the next of the group)
  --name BalancePlan          last part of its path (default: the entity)
  --audience shop,supplier    who may be granted it: shop, mall, supplier (default: as usual for --like)
  --schema account-checking/balance-plan
                              its file below schemas/modules (default: beside the others of the group)
  --dir .                     the registry directory
  --lang zh|en                language (default: that of the locale)

Nothing is written unless all of it is valid.`,
    ask: {
      title: "Chinese title",
      entity: "Entity (there, or a new name)",
      "new-entity": "Title of the new entity",
      like: "Archetype",
      group: "Menu group",
      id: "Module number",
      name: "Last part of its path",
      audience: "Audience",
      schema: "File below schemas/modules",
    },
    isMissing: (flag: string, example: string) => `${flag} is missing, e.g. ${flag} ${example}`,
    doesNotFit: (flag: string, text: string, example: string) => `${flag} ${text} does not fit, e.g. ${example}`,
    badLanguage: "--lang is zh or en",
    wrote: (path: string) => `wrote ${path}`,
    isThere: (path: string) => `${path} is already there`,
    noEntity: (name: string, known: string) => `there is no entity ${name}; --new-entity "标题" makes one. There are: ${known}`,
    entityIsThere: (name: string) => `there is an entity ${name} already: leave --new-entity out`,
    noGroup: (id: string, known: string) => `there is no menu group ${id}; there are: ${known}`,
    noArchetype: (name: string, known: string) => `--like ${name} is none of: ${known}`,
    isTaken: (what: string, by: string) => `${what} is taken by ${by}`,
    isReady: (title: string, id: number, file: string) =>
      `\n${title} (${id}) is ready: a running portal shows it within two seconds. Now shape ${file}.`,
    nothingKept: "nothing was changed",
  },
  zh: {
    help: `npm run new:module -- [参数]      没有给出的会逐项询问；按回车采用方括号中的建议

  --title 结算计划查询         菜单中的标题
  --entity BalancePlan        显示哪个实体的行
  --new-entity 结算计划        同时新建实体，并用此标题
  --like bill                 页面的原型；新实体为 ${Object.keys(ENTITY_KINDS).join("、")} 之一
  --group 5                   菜单分组的编号
  --id 524                    模块编号（默认：分组中的下一个）
  --name BalancePlan          路径的最后一段（默认：实体名）
  --audience shop,supplier    可以授予谁：shop、mall、supplier（默认：按 --like 的惯例）
  --schema account-checking/balance-plan
                              它在 schemas/modules 下的文件（默认：与同组的其他文件在一起）
  --dir .                     配置目录
  --lang zh|en                语言（默认：同系统语言）

全部通过检查才会写入。`,
    ask: {
      title: "中文标题",
      entity: "实体（已有的，或新名称）",
      "new-entity": "新实体的标题",
      like: "原型",
      group: "菜单分组",
      id: "模块编号",
      name: "路径的最后一段",
      audience: "受众",
      schema: "schemas/modules 下的文件",
    },
    isMissing: (flag: string, example: string) => `缺少 ${flag}，如 ${flag} ${example}`,
    doesNotFit: (flag: string, text: string, example: string) => `${flag} ${text} 不合要求，如 ${example}`,
    badLanguage: "--lang 只能是 zh 或 en",
    wrote: (path: string) => `已写入 ${path}`,
    isThere: (path: string) => `${path} 已经存在`,
    noEntity: (name: string, known: string) => `没有实体 ${name}；用 --new-entity "标题" 新建。现有：${known}`,
    entityIsThere: (name: string) => `实体 ${name} 已经存在：请去掉 --new-entity`,
    noGroup: (id: string, known: string) => `没有菜单分组 ${id}；现有：${known}`,
    noArchetype: (name: string, known: string) => `--like ${name} 不是其中之一：${known}`,
    isTaken: (what: string, by: string) => `${what} 已被 ${by} 使用`,
    isReady: (title: string, id: number, file: string) => `\n${title}（${id}）已就绪：运行中的系统两秒内显示它。接下来请完善 ${file}。`,
    nothingKept: "没有任何改动",
  },
} as const;

/** Something the user can mend; one line each. */
export class UsageError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join("\n"));
  }
}

/** Asks a person one question; null: nobody is there. Throws where he does not want to go on. */
export type Ask = ((question: string) => Promise<string>) | null;

type Key = keyof (typeof TEXTS)["en"]["ask"];
/** What has been answered so far; what does not fit is left out. */
type Given = Partial<Record<Key, string>>;

interface Question {
  readonly key: Key;
  readonly valid: RegExp;
  readonly example: string;
  /** What is proposed after the answers before; empty: nothing is. */
  propose(given: Given, ground: Ground): string;
  /** Why an answer cannot be; empty: it can. */
  refuse?(text: string, given: Given, ground: Ground, texts: (typeof TEXTS)[Language]): string;
  /** Whether it need not be asked. */
  isIdle?(given: Given, ground: Ground): boolean;
}

const isNew = ({ entity = "" }: Given, { registry }: Ground) => registry.entities[entity] === undefined;
const groupsOf = ({ registry }: Ground) => registry.groups.map(({ id, title }) => `${id} ${title}`).join(", ");

const QUESTIONS: readonly Question[] = [
  { key: "title", valid: /\S/, example: "结算计划查询", propose: () => "" },
  { key: "entity", valid: /^v?[A-Z][A-Za-z]*$/, example: "BalancePlan", propose: () => "" },
  {
    key: "new-entity",
    valid: /\S/,
    example: "结算计划",
    propose: ({ title = "" }) => title,
    refuse: (_text, given, ground, texts) => (isNew(given, ground) ? "" : texts.entityIsThere(given.entity ?? "")),
    isIdle: (given, ground) => !isNew(given, ground),
  },
  {
    key: "like",
    valid: /^[A-Za-z]*$/,
    example: "bill",
    propose: (given, ground) => (isNew(given, ground) ? "bill" : usualArchetype(ground, given.entity ?? "")),
    refuse: (text, given, ground, texts) => {
      const known = archetypesOf(ground, isNew(given, ground));
      return text === "" || known.includes(text) ? "" : texts.noArchetype(text, known.join(", "));
    },
  },
  {
    key: "group",
    valid: /^[1-9]\d*$/,
    example: "5",
    propose: () => "",
    refuse: (text, _given, ground, texts) =>
      ground.registry.groups.some(({ id }) => id === Number(text)) ? "" : texts.noGroup(text, groupsOf(ground)),
  },
  {
    key: "id",
    valid: /^[1-9]\d{0,6}$/,
    example: "524",
    propose: ({ group }, ground) => (group === undefined ? "" : String(freeId(ground, Number(group)))),
    refuse: (text, _given, { registry }, texts) => {
      const owner = registry.modules[text];
      return owner ? texts.isTaken(text, owner.entry.title) : "";
    },
  },
  {
    key: "name",
    valid: /^[A-Za-z][A-Za-z0-9_]*$/,
    example: "BalancePlan",
    propose: ({ entity = "" }) => entity,
    refuse: (text, { group }, { registry }, texts) => {
      const owner = registry.groups.find(({ id }) => id === Number(group))?.modules.find(({ name }) => name === text);
      return owner ? texts.isTaken(text, `${owner.id} ${owner.title}`) : "";
    },
  },
  {
    key: "audience",
    valid: /^(shop|mall|supplier)(,(shop|mall|supplier))*$/,
    example: "shop,supplier",
    propose: ({ like = "" }, ground) => usualAudience(ground, like).join(","),
  },
  {
    key: "schema",
    valid: /^[a-z0-9-]+\/[a-z0-9-]+$/,
    example: "account-checking/balance-plan",
    propose: ({ group, name = "" }, ground) => (group === undefined || name === "" ? "" : freeSchema(ground, Number(group), name)),
    refuse: (text, _given, { files }, texts) => {
      const file = `schemas/modules/${text}.json`;
      return files.some(({ path }) => path === file) ? texts.isThere(file) : "";
    },
  },
];

/** The flags of a call: those that answer a question, and where and in which language. */
export interface Flags extends Given {
  readonly language: Language;
  readonly dir: string;
}

/** Reads the flags; wrong ones are told with the help. */
export function readFlags(args: readonly string[]): Flags {
  const names = [...QUESTIONS.map(({ key }) => key), "dir", "lang"];
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
    const { lang, dir = ".", ...given } = parseArgs({ args: [...args], options }).values as Given & { lang?: string; dir?: string };
    const language = languageOf(lang);
    if (language === null) throw new Error(TEXTS[usualLanguage()].badLanguage);
    return { ...given, language, dir };
  } catch (error) {
    throw new UsageError([error instanceof Error ? error.message : String(error), "", TEXTS[usualLanguage()].help]);
  }
}

/**
 * Takes what the flags say, asks for the rest where somebody is there, and proposes what follows from the answers before. A person is
 * asked again for what does not fit; without one every wrong answer is told at once.
 */
export async function askAnswers(flags: Flags, ground: Ground, ask: Ask): Promise<Answers> {
  const texts = TEXTS[flags.language];
  const given: Given = {};
  const wrong: string[] = [];
  for (const question of QUESTIONS) {
    const { key, example } = question;
    const told = flags[key];
    // Whoever names an entity that is not there must say that it is meant.
    const mustTell = key === "new-entity" && ask === null && told === undefined && isNew(given, ground);
    if (told === undefined && question.isIdle?.(given, ground)) continue;
    if (mustTell) {
      if (given.entity !== undefined) wrong.push(texts.noEntity(given.entity, Object.keys(ground.registry.entities).join(", ")));
      continue;
    }
    let text = told ?? (ask === null ? question.propose(given, ground) : await answer(ask, question, given, ground, texts));
    let problem = problemOf(question, text, given, ground, texts);
    while (problem !== "" && ask !== null) {
      console.error(problem);
      text = await answer(ask, question, given, ground, texts);
      problem = problemOf(question, text, given, ground, texts);
    }
    if (problem === "") given[key] = text;
    else wrong.push(text === "" ? texts.isMissing(`--${key}`, example) : problem);
  }
  if (wrong.length > 0) throw new UsageError([...wrong, "", texts.help]);
  return {
    id: Number(given.id),
    name: given.name ?? "",
    title: given.title ?? "",
    group: Number(given.group),
    entity: given.entity ?? "",
    newEntity: given["new-entity"] ?? null,
    like: given.like ?? "",
    audience: (given.audience ?? "").split(",") as Audience[],
    schema: given.schema ?? "",
  };
}

async function answer(ask: NonNullable<Ask>, question: Question, given: Given, ground: Ground, texts: (typeof TEXTS)[Language]) {
  const proposed = question.propose(given, ground);
  const choices =
    question.key === "like" ? archetypesOf(ground, isNew(given, ground)).join(", ") : question.key === "group" ? groupsOf(ground) : "";
  const hint = choices === "" ? "" : ` (${choices})`;
  const text = await ask(`${texts.ask[question.key]}${hint}${proposed === "" ? "" : ` [${proposed}]`}: `);
  return text === "" ? proposed : text;
}

function problemOf(question: Question, text: string, given: Given, ground: Ground, texts: (typeof TEXTS)[Language]): string {
  const { key, valid, example } = question;
  if (!valid.test(text)) return text === "" ? texts.isMissing(`--${key}`, example) : texts.doesNotFit(`--${key}`, text, example);
  return question.refuse?.(text, given, ground, texts) ?? "";
}

/** The language of the locale, for what is said before it is known which one is asked for. */
export const usualLanguage = (): Language => languageOf(undefined) ?? "en";
