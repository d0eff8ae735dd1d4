/**
 * `npm run purge`: lists the columns and tables that no model has any longer and that are set aside, and drops them for good with
 * `--yes`. Exit code: 0 listed or dropped, 1 problems, 2 wrong call.
 */
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { languageOf } from "../src/server/base/language.ts";
import { readSettings } from "../src/server/config/read-settings.ts";
import { startupReport } from "../src/server/config/report.ts";
import { withBook } from "../src/server/models/model-book.ts";
import type { AsideSize } from "../src/server/tables/data/set-aside.ts";
import type { Language } from "../src/shared/registry/problem-texts/translate.ts";
import { runCommand } from "./run-command.ts";

const TEXTS = {
  en: {
    help: `npm run purge -- [NUMBER …] [--yes] [--lang zh|en]

Lists what is set aside in the database (of DATA_DIR or DATABASE_URL): columns whose field was removed or converted, tables whose entity
was removed. They come back by themselves when the files have them again, e.g. by npm run rollback.

  NUMBER …   only these of the list
  --yes      drops them for good, and writes that into the history; nothing brings them back`,
    none: "nothing is set aside",
    unknown: (number: string) => `nothing with the number ${number} is set aside; npm run purge lists what is`,
    server: "the embedded database is open in the running server: stop it first",
    kind: { removed: "removed", converted: "converted", table: "removed" },
    row: (size: string, values: number) => `${values} values, ${size}`,
    hint: "npm run purge -- --yes drops this for good",
    done: (count: number) => `dropped ${count}`,
  },
  zh: {
    help: `npm run purge -- [编号 …] [--yes] [--lang zh|en]

列出数据库（DATA_DIR 或 DATABASE_URL）中搁置的内容：字段已删除或已转换的列、实体已删除的表。配置重新有了它们（如 npm run rollback）就自动恢复。

  编号 …   只处理列表中的这些
  --yes    彻底清除，并记入历史；之后无法恢复`,
    none: "没有搁置的内容",
    unknown: (number: string) => `没有编号为 ${number} 的搁置内容；npm run purge 列出全部`,
    server: "运行中的系统占用着内置数据库：请先停止系统",
    kind: { removed: "已删除", converted: "已转换", table: "已删除" },
    row: (size: string, values: number) => `${values} 个值，${size}`,
    hint: "npm run purge -- --yes 将彻底清除以上内容",
    done: (count: number) => `已清除 ${count} 项`,
  },
} as const;

/** Does what the flags say, and returns the exit code. */
export async function purge(args: readonly string[]): Promise<number> {
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
    return await withBook(readSettings(process.env), async (book) => {
      const all = await book.asides();
      if (all === null) {
        console.error(texts.server);
        return 1;
      }
      const strange = flags.numbers.find((number) => !all.some(({ id }) => String(id) === number));
      if (strange !== undefined) {
        console.error(texts.unknown(strange));
        return 1;
      }
      const meant = all.filter(({ id }) => flags.numbers.length === 0 || flags.numbers.includes(String(id)));
      for (const each of meant) console.log(row(each, language));
      if (meant.length === 0) console.log(texts.none);
      else if (flags.yes !== true) console.log(texts.hint);
      else {
        await book.purge(meant, userInfo().username);
        console.log(texts.done(meant.length));
      }
      return 0;
    });
  } catch (error) {
    for (const line of startupReport(error)) console.error(line);
    return 1;
  }
}

function row({ id, entity, field, holds, at, values, bytes }: AsideSize, language: Language): string {
  const { kind, row: size } = TEXTS[language];
  const place = field === null ? entity : `${entity}.${field}`;
  return `${String(id).padStart(5)}  ${place}  ${kind[holds.kind]} ${at.toISOString()}  ${size(`${Math.ceil(bytes / 1024)} KiB`, values)}`;
}

function readFlags(args: readonly string[]) {
  const flag = { type: "boolean" } as const;
  const options = { yes: flag, lang: { type: "string" }, help: { ...flag, short: "h" } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { ok: true as const, ...values, numbers: positionals };
  } catch (error) {
    return { ok: false as const, wrong: error instanceof Error ? error.message : String(error) };
  }
}

await runCommand(import.meta.url, purge);
