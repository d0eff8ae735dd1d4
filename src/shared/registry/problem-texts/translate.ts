import { formatProblem, type Problem } from "../problem.ts";
import { DESCRIPTIONS_ZH } from "./descriptions.ts";
import zh from "./zh.json" with { type: "json" };

/** The languages problems are told in. */
export const LANGUAGES = ["zh", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Formats problems in a language. Checks write English; Chinese is made of the finished text by its template, so that a rule says its
 * text once and knows no language. What has no Chinese form (yet) is told in English.
 */
export function problemFormatter(language: Language): (problem: Problem) => string {
  if (language === "en") return formatProblem;
  const inChinese = (text: string) => toChinese(text) ?? text;
  return ({ message, hint, ...where }) =>
    formatProblem({ ...where, message: inChinese(message), ...(hint === undefined ? {} : { hint: inChinese(hint) }) });
}

/** A message or hint of the checks in Chinese; null: the table lacks it. */
export function toChinese(text: string): string | null {
  for (const { pattern, names, chinese } of TEMPLATES) {
    const match = pattern.exec(text);
    if (!match) continue;
    const values = new Map(names.map((name, index) => [name, phrase(match[index + 1] ?? "")]));
    return chinese.replace(PLACEHOLDER, (_whole, name: string) => values.get(name) ?? "");
  }
  return DESCRIPTIONS.get(text) ?? null;
}

/** Some hints repeat the description of a meta-schema, without its full stop. */
const DESCRIPTIONS: ReadonlyMap<string, string> = new Map(
  Object.values(DESCRIPTIONS_ZH).flatMap((texts) =>
    Object.entries(texts).map(([english, chinese]) => [english.replace(/\.$/, ""), chinese.replace(/。$/, "")] as const),
  ),
);

/**
 * The table has two parts. `messages`, grouped as the checks are: each English message as its check writes it, with `{names}` where it
 * puts values, and its Chinese form with the same names in any order. `words`: what checks put into their messages and is no name of
 * the registry. Checks know nothing of it; tests prove that every message they can make is found here.
 */
const ZH: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(zh.messages));
const ZH_WORDS: Readonly<Record<string, string>> = zh.words;

const PLACEHOLDER = /\{(\w+)\}/g;

/** The table as patterns, those with most words of their own first: `must be {value}` must not take what `must be at least {limit}` means. */
const TEMPLATES = Object.entries(ZH)
  .map(([english, chinese]) => ({
    chinese,
    names: [...english.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ""),
    pattern: new RegExp(
      `^${english
        .split(PLACEHOLDER)
        // Every second part is a placeholder's name. `what` is a word of our own, all others are whatever the files say.
        .map((part, index) => (index % 2 === 0 ? escaped(part) : part === "what" ? "([A-Za-z][\\w -]*)" : "(.*?)"))
        .join("")}$`,
      "s",
    ),
    own: english.replace(PLACEHOLDER, "").length,
  }))
  .sort((a, b) => b.own - a.own);

/** A value within a message: words of ours in Chinese, names of the registry as they are. */
function phrase(value: string): string {
  const known = ZH_WORDS[value] ?? ZH[value];
  if (known !== undefined) return known;
  const decimal = /^a decimal such as "([^"]+)", with at most (\d+) decimals$/.exec(value);
  if (decimal) return `小数，如 "${decimal[1]}"，最多 ${decimal[2]} 位小数`;
  const claims = value.split(" and ").map((part) => toChinese(part));
  if (claims.every((claim) => claim !== null)) return claims.join("、");
  const parts = value.split(/, | or | and /);
  if (parts.length < 2 || !parts.every((part) => part in ZH_WORDS || /^[a-z]+$/.test(part))) return value;
  return parts.map((part) => ZH_WORDS[part] ?? part).join(value.includes(" or ") ? "或" : "、");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
