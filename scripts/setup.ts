/**
 * `npm run setup`: what the page of the first start does, unattended: the first mall or retailer, its standard groups and its administrator.
 * Exit code: 0 done, 1 problems, 2 wrong call.
 */
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { GIVEN_HOURS } from "../src/server/auth/credentials.ts";
import { languageOf } from "../src/server/base/language.ts";
import { startupReport } from "../src/server/config/report.ts";
import { freeNumber, refuseSetup, setUp, setupProblems } from "../src/server/features/setup/set-up.ts";
import { valuesOf } from "../src/server/features/setup/setup-calls.ts";
import { ApiError } from "../src/shared/protocol/envelope.ts";
import type { SetupValues } from "../src/shared/protocol/setup.ts";
import { withPortal } from "./open-portal.ts";
import { passwordFor } from "./read-password.ts";
import { runCommand } from "./run-command.ts";

/** Flag to what it says. */
const FLAGS = {
  kind: "kind",
  shop: "shop",
  name: "name",
  market: "market",
  "market-name": "marketName",
  profile: "profile",
  user: "user",
  "user-name": "userName",
} as const satisfies Readonly<Record<string, keyof SetupValues>>;

const TEXTS = {
  en: {
    help: `npm run setup -- --kind mall|retail --name NAME --user USER --user-name NAME [--password-stdin] [more]

Opens the first mall or retailer of an empty database (of DATA_DIR or DATABASE_URL), with the standard groups of users and its first
administrator, as the page of the first start does. The embedded database must not be open in a server.

  --shop NUMBER          ten digits; the next free one otherwise
  --market NUMBER        of a retailer: its mall; with --market-name it is opened, too, where there is none
  --profile NAME         a profile of schemas/overlays; plain otherwise
  --file FILE            a JSON file with kind, shop, name, market, marketName, profile, user, userName; flags go before it
  --password-stdin       the administrator's password is the first line of stdin; otherwise it is made up and printed once
  --lang zh|en

The environment says the same with SETUP_KIND, SETUP_SHOP, SETUP_NAME, SETUP_MARKET, SETUP_MARKET_NAME, SETUP_PROFILE, SETUP_USER and
SETUP_USER_NAME; files go before it. A password is read from stdin only: command lines and environments are seen by others.`,
    done: ({ shop, name, user }: SetupValues) => `opened ${name} (${shop}); its administrator is ${user}`,
    password: (password: string) => `password: ${password} (printed once)`,
    change: `it opens nothing but the choice of an own one, within ${GIVEN_HOURS} hours`,
    file: (name: string, why: string) => `--file ${name}: ${why}`,
    noFile: "must be a JSON object of texts",
  },
  zh: {
    help: `npm run setup -- --kind mall|retail --name 名称 --user 登录名 --user-name 姓名 [--password-stdin] [其他]

在空数据库（DATA_DIR 或 DATABASE_URL）中建立第一个商场或零售商、标准用户组和第一个管理员，与初始设置页面相同。
内置数据库不能同时被运行中的系统占用。

  --shop 编号            10 位数字；不填则取下一个可用编号
  --market 编号          零售商所属的商场；尚不存在时用 --market-name 一并建立
  --profile 方案         schemas/overlays 中的方案；不填为 plain
  --file 文件            JSON 文件，含 kind、shop、name、market、marketName、profile、user、userName；命令行参数优先
  --password-stdin       管理员密码为标准输入的第一行；否则自动生成，只显示一次
  --lang zh|en

也可用环境变量 SETUP_KIND、SETUP_SHOP、SETUP_NAME、SETUP_MARKET、SETUP_MARKET_NAME、SETUP_PROFILE、SETUP_USER、SETUP_USER_NAME；
文件优先于环境变量。密码只从标准输入读取：命令行和环境变量可能被他人看到。`,
    done: ({ shop, name, user }: SetupValues) => `已建立 ${name}（${shop}），管理员为 ${user}`,
    password: (password: string) => `密码：${password}（只显示这一次）`,
    change: `首次登录时须改为自己的密码，${GIVEN_HOURS} 小时内有效`,
    file: (name: string, why: string) => `--file ${name}：${why}`,
    noFile: "应为值都是文字的 JSON 对象",
  },
} as const;

/** Does what the flags say, and returns the exit code. */
export async function setup(args: readonly string[], stdin: Readable = process.stdin): Promise<number> {
  const usual = languageOf(undefined) ?? "en";
  const flags = readFlags(args);
  const language = flags.ok ? languageOf(flags.values.lang) : usual;
  if (!flags.ok || language === null) {
    console.error(`${flags.ok ? "--lang: zh | en" : flags.wrong}\n\n${TEXTS[usual].help}`);
    return 2;
  }
  const texts = TEXTS[language];
  if (flags.values.help === true) {
    console.log(texts.help);
    return 0;
  }
  const { file } = flags.values;
  const said = file === undefined ? {} : readSaid(file);
  if (said === null) {
    console.error(texts.file(file ?? "", texts.noFile));
    return 2;
  }
  try {
    return await withPortal(async ({ registry, database: { kysely } }) => {
      const now = new Date();
      await refuseSetup(kysely, registry, "operator", now);
      const typed = valuesOf((name) => flags.values[flagOf(name)] ?? said[name] ?? process.env[variableOf(name)] ?? "");
      const values = { ...typed, shop: typed.shop || (await freeNumber(kysely, registry)), profile: typed.profile || "plain" };
      const { password, isMadeUp } = await passwordFor(flags.values["password-stdin"] === true ? stdin : null);
      const problems = await setupProblems(kysely, registry, values, password);
      for (const { field, message } of problems) console.error(`${field}: ${message}`);
      if (problems.length > 0) return 1;
      await setUp(kysely, registry, "operator", values, { password, isGiven: true }, now);
      console.log(texts.done(values));
      if (isMadeUp) console.log(texts.password(password));
      console.log(texts.change);
      return 0;
    });
  } catch (error) {
    const lines = error instanceof ApiError ? [error.message] : startupReport(error);
    for (const line of lines) console.error(line);
    return 1;
  }
}

type Flag = keyof typeof FLAGS;
const NAMES = Object.entries(FLAGS) as readonly (readonly [Flag, keyof SetupValues])[];
const flagOf = (name: keyof SetupValues): Flag => NAMES.find(([, each]) => each === name)?.[0] ?? "kind";
const variableOf = (name: keyof SetupValues) => `SETUP_${flagOf(name).replaceAll("-", "_").toUpperCase()}`;

function readSaid(file: string): Partial<Record<keyof SetupValues, string>> | null {
  try {
    const said: unknown = JSON.parse(readFileSync(file, "utf8"));
    const isTexts = typeof said === "object" && said !== null && Object.values(said).every((value) => typeof value === "string");
    return isTexts ? said : null;
  } catch {
    return null;
  }
}

function readFlags(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = {
    kind: text,
    shop: text,
    name: text,
    market: text,
    "market-name": text,
    profile: text,
    user: text,
    "user-name": text,
    file: text,
    lang: text,
    "password-stdin": { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return { ok: true as const, values: parseArgs({ args: [...args], options }).values };
  } catch (error) {
    return { ok: false as const, wrong: error instanceof Error ? error.message : String(error) };
  }
}

await runCommand(import.meta.url, (args) => setup(args));
