/**
 * `npm run apply`: confirms what the files of the registry directory mean otherwise than what the portal serves. A running server takes
 * them within seconds, else the next start does. Exit code: 0 confirmed, or nothing to confirm; 1 problems; 2 wrong call.
 */
import { userInfo } from "node:os";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { languageOf } from "../src/server/base/language.ts";
import { readSettings } from "../src/server/config/read-settings.ts";
import { startupReport } from "../src/server/config/report.ts";
import { PROGRAM } from "../src/server/features.ts";
import { isTaken, planOf, withBook } from "../src/server/models/model-book.ts";
import { loadModel } from "../src/server/registry/load-registry.ts";
import { formatPlan } from "../src/shared/registry/plan/format-plan.ts";
import { type Language, problemFormatter } from "../src/shared/registry/problem-texts/translate.ts";
import { runCommand } from "./run-command.ts";

const TEXTS = {
  en: {
    help: `npm run apply -- [--version VERSION] [--yes] [--lang zh|en]

Prints what the files of REGISTRY_DIR mean otherwise than what the portal serves (of DATA_DIR or DATABASE_URL), and confirms it.
Conversions are rehearsed on the stored rows first; what some of them stand in the way of is not confirmed.

  --version VERSION   only if the files are still this version, as the log and npm run plan -- --format json name it
  --yes               does not ask back on a terminal`,
    unserved: "nothing has been served yet: the first start takes the files as they are",
    same: (version: string) => `version ${version} is served already`,
    other: (version: string) => `the files are version ${version} by now: read the plan again`,
    free: "nothing of it needs a confirmation: a running server serves it, else the next start",
    unbuildable: (version: string) =>
      `version ${version}, served last, cannot be read by this program: confirmed are the files as they are`,
    blocked: "nothing was confirmed: what cannot be applied has to be corrected first, in the files or in the rows",
    ask: "Serve this from now on? (y/N) ",
    left: "nothing was confirmed",
    confirmed: (version: string) => `confirmed version ${version}`,
    served: (version: string) => `version ${version} is served now`,
    later: "no running server has taken it: the next start does",
  },
  zh: {
    help: `npm run apply -- [--version 版本] [--yes] [--lang zh|en]

列出 REGISTRY_DIR 中的文件与系统正在使用的配置（DATA_DIR 或 DATABASE_URL）相比含义有哪些不同，并予以确认。
值的转换先在已存的行上试做；有行不能转换或不满足约束时不予确认。

  --version 版本   仅当文件仍是该版本（见日志）时确认
  --yes            在终端中不再询问`,
    unserved: "还没有使用过任何配置：首次启动将直接采用现有文件",
    same: (version: string) => `版本 ${version} 已在使用`,
    other: (version: string) => `文件现在是版本 ${version}：请重新阅读改动`,
    free: "其中没有须确认的改动：运行中的系统会直接采用，否则下次启动时采用",
    unbuildable: (version: string) => `本程序无法读取上次使用的版本 ${version}：将按现有文件确认`,
    blocked: "没有确认任何改动：须先改正不能采用的部分（文件或数据）",
    ask: "从现在起使用这些改动？(y/N) ",
    left: "没有确认任何改动",
    confirmed: (version: string) => `已确认版本 ${version}`,
    served: (version: string) => `版本 ${version} 已开始使用`,
    later: "没有运行中的系统采用：下次启动时采用",
  },
} as const;

/** Does what the flags say, and returns the exit code. */
export async function apply(args: readonly string[]): Promise<number> {
  const usual = languageOf(undefined) ?? "en";
  const flags = readFlags(args);
  const language = flags.ok ? languageOf(flags.lang) : usual;
  if (!flags.ok || language === null) {
    console.error(`${flags.ok ? "--lang: zh | en" : flags.wrong}\n\n${TEXTS[usual].help}`);
    return 2;
  }
  const texts = TEXTS[language];
  if (flags.help === true) {
    console.log(texts.help);
    return 0;
  }
  try {
    const settings = readSettings(process.env);
    const model = loadModel(settings.registryDir, PROGRAM);
    if (!model.ok) {
      for (const line of model.problems.map(problemFormatter(language))) console.error(line);
      return 1;
    }
    const { version } = model.registry;
    if (flags.version !== undefined && flags.version !== version) {
      console.error(texts.other(version));
      return 1;
    }
    let isBlocked = false;
    const isConfirmed = await withBook(settings, async (book) => {
      const found = await planOf(book, PROGRAM, model);
      const told = toldOf(found, version, language);
      if (told !== null) {
        console.log(told);
        return false;
      }
      for (const line of (found?.warnings ?? []).map(problemFormatter(language))) console.log(line);
      const served = found?.served.version ?? "";
      console.log(found?.changes ? formatPlan(found.changes, model.registry, "text", language) : texts.unbuildable(served));
      isBlocked = found?.changes?.some(({ data }) => (data?.obstacles ?? []).length > 0) ?? false;
      if (isBlocked) {
        console.error(texts.blocked);
        return false;
      }
      if (found?.changes?.every((change) => change.class !== "held")) {
        console.log(texts.free);
        return false;
      }
      if (process.stdin.isTTY && flags.yes !== true && !(await isAgreed(texts.ask))) {
        console.log(texts.left);
        return false;
      }
      await book.confirm({ base: served, version }, userInfo().username);
      return true;
    });
    if (!isConfirmed) return isBlocked ? 1 : 0;
    console.log(texts.confirmed(version));
    console.log((await isTaken(settings, version)) ? texts.served(version) : texts.later);
    return 0;
  } catch (error) {
    for (const line of startupReport(error)) console.error(line);
    return 1;
  }
}

/** Why there is nothing to be confirmed; null: there is something. */
function toldOf(found: Awaited<ReturnType<typeof planOf>>, version: string, language: Language): string | null {
  if (found === null) return TEXTS[language].unserved;
  return found.served.version === version ? TEXTS[language].same(version) : null;
}

async function isAgreed(question: string): Promise<boolean> {
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await ask.question(question)).trim());
  } finally {
    ask.close();
  }
}

function readFlags(args: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = { version: text, yes: flag, lang: text, help: { ...flag, short: "h" } } as const;
  try {
    return { ok: true as const, ...parseArgs({ args: [...args], options }).values };
  } catch (error) {
    return { ok: false as const, wrong: error instanceof Error ? error.message : String(error) };
  }
}

await runCommand(import.meta.url, apply);
