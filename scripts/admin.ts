/**
 * `npm run admin`: users from the operator's shell, where nobody can sign in to do it: lists them, resets a password, lets somebody sign
 * in again. Exit code: 0 done, 1 problems, 2 wrong call.
 */
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { isUsable } from "../src/server/auth/account.ts";
import { GIVEN_HOURS } from "../src/server/auth/credentials.ts";
import { newPasswordProblems } from "../src/server/auth/new-password.ts";
import { languageOf } from "../src/server/base/language.ts";
import { startupReport } from "../src/server/config/report.ts";
import { listUsers, resetUser, shortestFor, type UserDesk, unbindUser, unlockUser } from "../src/server/features/setup/user-desk.ts";
import { ApiError } from "../src/shared/protocol/envelope.ts";
import { withPortal } from "./open-portal.ts";
import { passwordFor } from "./read-password.ts";
import { runCommand } from "./run-command.ts";

const TEXTS = {
  en: {
    help: `npm run admin -- list [--shop NUMBER] | reset USER [--password-stdin] | unlock USER | unbind USER

  list      every user of the database (of DATA_DIR or DATABASE_URL): shop, user, name, group, and whether he can sign in
  reset     another password, from the first line of stdin or made up and printed once; the user is signed out and must change it
  unlock    forgets failed sign-ins and switches a stopped user on
  unbind    takes away a second factor, and who the user is to a provider of identity

The embedded database must not be open in a server. All of it is written into the shop's history. --lang zh|en`,
    none: "there are no users; npm run setup makes the first one",
    state: { on: "can sign in", off: "cannot sign in" },
    unlocked: (user: string) => `${user} can try again at once`,
    unbound: (user: string) => `${user} signs in by his password alone until he sets up a second factor again`,
    reset: (user: string) => `${user} has another password and is signed out everywhere`,
    password: (password: string) => `password: ${password} (printed once)`,
    change: `it opens nothing but the choice of an own one, within ${GIVEN_HOURS} hours`,
  },
  zh: {
    help: `npm run admin -- list [--shop 编号] | reset 用户 [--password-stdin] | unlock 用户 | unbind 用户

  list      列出数据库（DATA_DIR 或 DATABASE_URL）中的用户：商场、登录名、姓名、用户组、能否登录
  reset     另给密码：标准输入的第一行，或自动生成并只显示一次；该用户在各处退出，首次登录须修改
  unlock    清除登录失败记录，并启用已停用的用户
  unbind    解除两步验证和企业账号绑定

内置数据库不能同时被运行中的系统占用。所有操作都记入商场的操作日志。--lang zh|en`,
    none: "还没有用户；请用 npm run setup 建立第一个",
    state: { on: "可以登录", off: "不能登录" },
    unlocked: (user: string) => `${user} 现在可以立即重试登录`,
    unbound: (user: string) => `${user} 在重新设置两步验证之前只凭密码登录`,
    reset: (user: string) => `${user} 的密码已重置，并已在各处退出`,
    password: (password: string) => `密码：${password}（只显示这一次）`,
    change: `首次登录时须改为自己的密码，${GIVEN_HOURS} 小时内有效`,
  },
} as const;

type Texts = (typeof TEXTS)[keyof typeof TEXTS];

interface Asked {
  readonly user: string;
  readonly shop: string | undefined;
  /** null: a password is made up. */
  readonly stdin: Readable | null;
  readonly texts: Texts;
}

/** Returns the exit code. */
const COMMANDS: Readonly<Record<string, (desk: UserDesk, asked: Asked) => Promise<number>>> = {
  async list(desk, { shop, texts }) {
    const users = await listUsers(desk, shop);
    if (users.length === 0) console.log(texts.none);
    for (const user of users) {
      const { SHOP_ID, USER_ID, UsrName, GroupId, PROV_ID } = user;
      const state = texts.state[isUsable(user) ? "on" : "off"];
      console.log([SHOP_ID, USER_ID.padEnd(20), UsrName, GroupId ?? "", PROV_ID ?? "", state].join("  "));
    }
    return 0;
  },
  async reset(desk, { user, stdin, texts }) {
    const { password, isMadeUp } = await passwordFor(stdin);
    const problems = await newPasswordProblems(password, { userId: user, oldPassword: "", shortest: await shortestFor(desk, user) });
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) return 1;
    await resetUser(desk, user, password);
    console.log(texts.reset(user));
    if (isMadeUp) console.log(texts.password(password));
    console.log(texts.change);
    return 0;
  },
  async unlock(desk, { user, texts }) {
    await unlockUser(desk, user);
    console.log(texts.unlocked(user));
    return 0;
  },
  async unbind(desk, { user, texts }) {
    await unbindUser(desk, user);
    console.log(texts.unbound(user));
    return 0;
  },
};

/** Does what the flags say, and returns the exit code. */
export async function admin(args: readonly string[], stdin: Readable = process.stdin): Promise<number> {
  const usual = languageOf(undefined) ?? "en";
  const flags = readFlags(args);
  const language = flags.ok ? languageOf(flags.values.lang) : usual;
  const [name = "", user = "", ...more] = flags.ok ? flags.positionals : [];
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const isHelp = flags.ok && flags.values.help === true;
  const isWhole = command !== undefined && more.length === 0 && (name === "list") === (user === "");
  if (language === null || !flags.ok || (!isHelp && !isWhole)) {
    console.error(`${flags.ok ? "" : `${flags.wrong}\n\n`}${TEXTS[language ?? usual].help}`);
    return 2;
  }
  const texts = TEXTS[language];
  if (isHelp || command === undefined) {
    console.log(texts.help);
    return 0;
  }
  const { shop, "password-stdin": isFromStdin = false } = flags.values;
  try {
    return await withPortal(({ registry, database }) =>
      command({ db: database.kysely, registry, now: new Date() }, { user, shop, stdin: isFromStdin ? stdin : null, texts }),
    );
  } catch (error) {
    const lines = error instanceof ApiError ? [error.message] : startupReport(error);
    for (const line of lines) console.error(line);
    return 1;
  }
}

function readFlags(args: readonly string[]) {
  const flag = { type: "boolean" } as const;
  const options = { shop: { type: "string" }, "password-stdin": flag, lang: { type: "string" }, help: { ...flag, short: "h" } } as const;
  try {
    return { ok: true as const, ...parseArgs({ args: [...args], options, allowPositionals: true }) };
  } catch (error) {
    return { ok: false as const, wrong: error instanceof Error ? error.message : String(error) };
  }
}

await runCommand(import.meta.url, (args) => admin(args));
