/**
 * `npm run rights`: who may do what, by role, page, function, row and column, as the files say it and the server decides it; and why.
 * Exit code: 0 told, 1 problems or nobody of that name, 2 wrong call, 3 `--why` says no. Long on purpose: most of it is its help in two languages.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { accounts, askedOf } from "../src/server/auth/account.ts";
import { languageOf } from "../src/server/base/language.ts";
import { SIGN_IN } from "../src/server/base/tenant.ts";
import { readSettings } from "../src/server/config/read-settings.ts";
import { startupReport } from "../src/server/config/report.ts";
import type { Settings } from "../src/server/config/settings.ts";
import { openDatabase } from "../src/server/db/connect.ts";
import { forTenant } from "../src/server/db/driver/tenant-statements.ts";
import { PROGRAM } from "../src/server/features.ts";
import { loadModel } from "../src/server/registry/load-registry.ts";
import { contextOf } from "../src/shared/registry/context.ts";
import type { Audience, Registry } from "../src/shared/registry/model.ts";
import type { RawFile } from "../src/shared/registry/place.ts";
import { type Language, problemFormatter } from "../src/shared/registry/problem-texts/translate.ts";
import { audienceOf } from "../src/shared/registry/rights/audience.ts";
import { roleOfSide } from "../src/shared/registry/rights/matrix.ts";
import { explanationText, reportText, rightsReport, roleText } from "../src/shared/registry/rights/report.ts";
import { type Asked, explain } from "../src/shared/registry/rights/why.ts";
import { faultText, listText } from "../src/shared/registry/rights/words.ts";
import { readSources } from "../src/shared/registry/sources.ts";
import { runCommand } from "./run-command.ts";

const SIDES: readonly Audience[] = ["shop", "mall", "supplier"];
const FORMATS = ["text", "json"] as const;

const TEXTS = {
  en: {
    help: `npm run rights -- [--side shop|mall|supplier] [--shop SHOP] [--module ID] [--field NAME] [--format text|json] [--lang zh|en]
npm run rights -- --user USER --shop SHOP [--module ID] [--field NAME]
npm run rights -- --module ID --why WHAT [--side SIDE | --user USER --shop SHOP]

Tells who may do what: by page the functions, buttons with their rows, rows, and columns with the ways by which they are seen. Without
--user: whoever holds all that his side can hold. The server decides by the same functions.

  --side SIDE     only users of this side
  --shop SHOP     in this shop, by its profile (default: shops of no profile)
  --profile NAME  in the shops of this profile
  --user USER     what one user may, by his group in the database (DATA_DIR or DATABASE_URL)
  --module ID     only this page
  --field NAME    only this field: a name, or Entity.Field
  --why WHAT      the words that decide, with file and line: page, rows, or a function key, a button or a field of the page
                  (function:NAME, action:NAME, field:NAME where a name means several)
  --dir DIR       the directory that holds modules.json and schemas/ (default: REGISTRY_DIR)

Exit code: 0, 1 problems or nobody found, 2 wrong flags, 3 --why says no.`,
    badLanguage: "--lang is zh or en",
    badFormat: "--format is text or json",
    badSide: "--side is one of shop, mall, supplier",
    noProfile: (name: string, known: string) => `there is no profile ${name}; there are ${known}`,
    noModule: (id: string) => `there is no module ${id}`,
    noUser: (user: string, shop: string) => `there is no user ${user} in shop ${shop}`,
    notUsable: (user: string, faults: string) => `user ${user} cannot sign in: ${faults}`,
    whyNeedsModule: "--why needs --module",
    userNeedsShop: "--user needs --shop",
    unknown: (what: string, id: string) => `module ${id} has no function, button or field ${what}`,
    user: (user: string, side: string) => `${user}, ${side}`,
  },
  zh: {
    help: `npm run rights -- [--side shop|mall|supplier] [--shop 门店] [--module 编号] [--field 字段] [--format text|json] [--lang zh|en]
npm run rights -- --user 用户 --shop 门店 [--module 编号] [--field 字段]
npm run rights -- --module 编号 --why 事项 [--side 一方 | --user 用户 --shop 门店]

说明谁可以做什么：按页面列出功能、操作及其适用的行、可见的行、列及其出现的途径。不带 --user 时指拥有本方全部权限的用户。
服务器使用同一套函数作出判断。

  --side 一方      只看这一方的用户
  --shop 门店      按该门店的方案（默认：没有方案的门店）
  --profile 方案   按该方案的门店
  --user 用户      某个用户的权限，按其在数据库（DATA_DIR 或 DATABASE_URL）中的用户组
  --module 编号    只看这个页面
  --field 字段     只看这个字段：字段名，或 实体.字段
  --why 事项       列出起决定作用的配置及其文件和行号：page、rows，或该页面的功能键、操作、字段
                   （同名时写 function:名称、action:名称、field:名称）
  --dir 目录       存放 modules.json 和 schemas/ 的目录（默认：REGISTRY_DIR）

退出码：0，1 文件有问题或查无此人，2 参数有误，3 --why 的回答为不可以。`,
    badLanguage: "--lang 只能是 zh 或 en",
    badFormat: "--format 只能是 text 或 json",
    badSide: "--side 只能是 shop、mall、supplier",
    noProfile: (name: string, known: string) => `没有方案 ${name}；现有方案：${known}`,
    noModule: (id: string) => `没有模块 ${id}`,
    noUser: (user: string, shop: string) => `门店 ${shop} 没有用户 ${user}`,
    notUsable: (user: string, faults: string) => `用户 ${user} 不能登录：${faults}`,
    whyNeedsModule: "--why 需要同时给出 --module",
    userNeedsShop: "--user 需要同时给出 --shop",
    unknown: (what: string, id: string) => `模块 ${id} 没有功能、操作或字段 ${what}`,
    user: (user: string, side: string) => `${user}，${side}`,
  },
} as const;

/** Ends the command with a line and an exit code. */
class Ending extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Does what the flags say, and returns the exit code. */
export async function rights(args: readonly string[]): Promise<number> {
  const usual = languageOf(undefined) ?? "en";
  const flags = readFlags(args);
  const language = flags.ok ? languageOf(flags.lang) : usual;
  const texts = TEXTS[language ?? usual];
  try {
    if (!flags.ok) throw new Ending(2, flags.wrong);
    if (language === null) throw new Ending(2, texts.badLanguage);
    if (flags.help === true) {
      console.log(texts.help);
      return 0;
    }
    if (!FORMATS.some((format) => format === (flags.format ?? "text"))) throw new Ending(2, texts.badFormat);
    if (flags.side !== undefined && !SIDES.some((side) => side === flags.side)) throw new Ending(2, texts.badSide);
    if (flags.why !== undefined && flags.module === undefined) throw new Ending(2, texts.whyNeedsModule);
    if (flags.user !== undefined && flags.shop === undefined) throw new Ending(2, texts.userNeedsShop);
    const settings = readSettings(process.env);
    const model = loadModel(flags.dir === undefined ? settings.registryDir : path.resolve(flags.dir), PROGRAM);
    if (!model.ok) {
      for (const line of model.problems.map(problemFormatter(language))) console.error(line);
      return 1;
    }
    const { registry } = model;
    if (flags.module !== undefined && !registry.modules[flags.module]) throw new Ending(1, texts.noModule(flags.module));
    const who = flags.user === undefined ? sidesAsked(registry, flags, texts) : [await userAsked(registry, settings, flags, language)];
    return flags.why === undefined ? report(registry, who, flags, language) : why(model, who, flags, language);
  } catch (error) {
    if (error instanceof Ending) {
      console.error(error.code === 2 ? `${error.message}\n\n${texts.help}` : error.message);
      return error.code;
    }
    for (const line of startupReport(error)) console.error(line);
    return 1;
  }
}

type Flags = Extract<ReturnType<typeof readFlags>, { ok: true }>;
type Texts = (typeof TEXTS)[Language];

/** One whose rights are told, as a report calls him. */
interface Who extends Asked {
  readonly side: Audience;
  readonly name: (language: Language) => string;
}

function sidesAsked(registry: Registry, { side, shop, profile }: Flags, texts: Texts): Who[] {
  const profileName = profile ?? registry.shopProfiles[shop ?? ""] ?? "plain";
  const found = registry.profiles[profileName];
  if (!found) throw new Ending(1, texts.noProfile(profileName, Object.keys(registry.profiles).join(", ")));
  const sides = SIDES.filter((each) => side === undefined || each === side);
  return sides.map((each) => ({
    side: each,
    role: roleOfSide(found, each),
    profileName,
    group: null,
    faults: [],
    name: (language) => roleText(each, profileName, language),
  }));
}

async function userAsked(
  registry: Registry,
  { dataDir, databaseUrl, databaseOwnerUrl }: Settings,
  { user = "", shop = "", why: what }: Flags,
  language: Language,
): Promise<Who> {
  const texts = TEXTS[language];
  const database = await openDatabase({ dataDir, databaseUrl, databaseOwnerUrl, poolSize: 1, log: () => undefined });
  try {
    const account = await accounts(forTenant(database.kysely, SIGN_IN), registry)
      .select("g.GroupName")
      .where("u.USER_ID", "=", user)
      .where("u.SHOP_ID", "=", shop)
      .executeTakeFirst();
    if (account === undefined) throw new Ending(1, texts.noUser(user, shop));
    const groupName = String((account as { readonly GroupName?: unknown }).GroupName ?? "");
    const asked = askedOf(account, groupName, registry, new Date());
    // Why he may not is answered with that, too; what he may is nothing.
    if (what === undefined && asked.faults.length > 0)
      throw new Ending(
        1,
        texts.notUsable(
          user,
          listText(
            asked.faults.map((fault) => faultText(fault, language)),
            language,
          ),
        ),
      );
    const side = audienceOf(asked.role);
    return {
      ...asked,
      side,
      name: (language) => TEXTS[language].user(`${account.USER_ID} ${account.UsrName}`, roleText(side, asked.profileName, language)),
    };
  } finally {
    await database.close();
  }
}

function report(registry: Registry, who: readonly Who[], { module, field, format, user }: Flags, language: Language): number {
  const told = who.map((each) => ({ ...each, pages: rightsReport(registry, each.role, language, { module, field }) }));
  if (format === "json")
    console.log(JSON.stringify(told.map(({ side, profileName, pages }) => ({ side, profile: profileName, ...(user && { user }), pages }))));
  else console.log(told.map(({ name, pages }) => `${name(language)}\n${reportText(pages, language)}`).join("\n"));
  return 0;
}

function why(
  { registry, files }: { readonly registry: Registry; readonly files: readonly RawFile[] },
  who: readonly Who[],
  { module = "", why: what = "", format }: Flags,
  language: Language,
): number {
  const { context } = contextOf(readSources(files).sources, PROGRAM);
  const told = who.map((each) => {
    const explanation = explain(context, registry, each, { module, what });
    if (explanation === null) throw new Ending(1, TEXTS[language].unknown(what, module));
    return { ...each, explanation };
  });
  if (format === "json")
    console.log(
      JSON.stringify(told.map(({ side, profileName, explanation }) => ({ side, profile: profileName, module, what, ...explanation }))),
    );
  else
    console.log(told.map(({ name, explanation }) => `${name(language)}: ${explanationText(explanation, registry, language)}`).join("\n"));
  return told.every(({ explanation }) => explanation.may) ? 0 : 3;
}

function readFlags(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = {
    side: text,
    shop: text,
    profile: text,
    user: text,
    module: text,
    field: text,
    why: text,
    dir: text,
    format: text,
    lang: text,
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return { ok: true as const, ...parseArgs({ args: [...args], options }).values };
  } catch (error) {
    return { ok: false as const, wrong: error instanceof Error ? error.message : String(error) };
  }
}

await runCommand(import.meta.url, rights);
