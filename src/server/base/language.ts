import { LANGUAGES, type Language, problemFormatter } from "../../shared/registry/problem-texts/translate.ts";

/**
 * The language a script or the log speaks: the one asked for with `--lang`, else that of the locale (LC_ALL, LC_MESSAGES or LANG;
 * where none is set, the system's): Chinese for zh, English for all others. null: `--lang` names neither.
 */
export function languageOf(asked: string | undefined, env: NodeJS.ProcessEnv = process.env): Language | null {
  if (asked !== undefined) return LANGUAGES.find((language) => language === asked) ?? null;
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || Intl.DateTimeFormat().resolvedOptions().locale;
  return /^zh\b|^zh_/i.test(locale) ? "zh" : "en";
}

/** A problem of the registry as a line for the operator, in the language of the locale. */
export const problemLine = problemFormatter(languageOf(undefined) ?? "en");
