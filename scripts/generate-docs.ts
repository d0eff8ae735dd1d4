/**
 * Writes the reference of the language, docs/reference.md and docs/zh/reference.md, from the descriptions of the meta-schemas, and the
 * table of rules, docs/rules.md, from the checks.
 * tests/project/reference.test.ts fails when a file on disk is not what would be written.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { RULES, ruleId } from "../src/shared/registry/checks/index.ts";
import { FILE_RULES, FILE_WARNINGS } from "../src/shared/registry/file-rules.ts";
import type { Language } from "../src/shared/registry/problem-texts/translate.ts";
import { exampleOf, meaning, valueHelp } from "./language/help.ts";
import { type PropertyWord, propertyWords, SCHEMAS, type Schema } from "./language/words.ts";
import { runCommand } from "./run-command.ts";

const TEXTS = {
  en: {
    title: "Reference of the language",
    intro: "What may stand in each kind of file. Generated from `schemas/meta` by `npm run generate:docs`; do not edit.",
    head: "| Word | Value | Meaning | Example |",
    values: "Values",
    valueHead: "| Value | Meaning |",
    listOf: (what: string) => `list of ${what}`,
  },
  zh: {
    title: "配置语言词语参考",
    intro: "每种文件中可以写什么。由 `npm run generate:docs` 从 `schemas/meta` 生成，请勿手改。粗体为必填。",
    head: "| 词 | 值 | 含义 | 例 |",
    values: "取值",
    valueHead: "| 值 | 含义 |",
    listOf: (what: string) => `${what} 的列表`,
  },
} as const;

const MOST_VALUES = 12;

export const referenceFiles: Readonly<Record<Language, string>> = { en: "docs/reference.md", zh: "docs/zh/reference.md" };

/** The text of the reference in a language. */
export function referenceText(language: Language): string {
  const texts = TEXTS[language];
  const words = propertyWords();
  const sections = Object.entries(SCHEMAS).flatMap(([file, schema]) => {
    const table = (section: string) => {
      const rows = words.filter((word) => word.file === file && word.section === section).map((word) => rowOf(word, language));
      return rows.length === 0 ? [] : ["", texts.head, "|---|---|---|---|", ...rows];
    };
    const parts = Object.entries(schema.definitions ?? {}).flatMap(([section, part]) => {
      return ["", `### ${section}`, "", meaning(part, file, language) ?? "", ...table(section)];
    });
    return ["", `## schemas/meta/${file}.schema.json`, "", meaning(schema, file, language) ?? "", ...table(""), ...parts];
  });
  return [`# ${texts.title}`, "", texts.intro, ...sections, ...valueSection(language), ""].join("\n");
}

/** One row for each property, those of inline objects below their owner's name: `lines[].columns`. */
function rowOf({ file, name, schema, isRequired }: PropertyWord, language: Language): string {
  const example = exampleOf(schema, file);
  const cells = [
    isRequired ? `**\`${name}\`**` : `\`${name}\``,
    valueText(schema, language),
    meaning(schema, file, language) ?? "",
    // What is one of few values is told by these.
    example === undefined || schema.enum ? "" : `\`${JSON.stringify(example)}\``,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** Every value of every list, once. */
function valueSection(language: Language): string[] {
  const lists = new Map<string, string[]>();
  for (const list of enumsBelow(SCHEMAS)) {
    const rows = list.map((value) => `| \`${value}\` | ${valueHelp(list, value)?.[language] ?? ""} |`);
    lists.set(rows.join("\n"), rows);
  }
  const { values, valueHead } = TEXTS[language];
  return ["", `## ${values}`, ...[...lists.values()].flatMap((rows) => ["", valueHead, "|---|---|", ...rows])];
}

function enumsBelow(value: unknown): (readonly unknown[])[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "enum" in value && Array.isArray(value.enum) ? [value.enum as readonly unknown[]] : [];
  return [...own, ...Object.values(value).flatMap(enumsBelow)];
}

function valueText(schema: Schema, language: Language): string {
  const { $ref, enum: values, type, items, additionalProperties, "x-words": words = [], "x-word-of": whole } = schema;
  if (whole !== undefined) return `${valueText({ $ref: whole }, language)}: ${words.map((word) => `\`${word}\``).join(" ")}`;
  if ($ref !== undefined) return `[${$ref.split("/").at(-1)}](#${$ref.split("/").at(-1)?.toLowerCase()})`;
  if (values !== undefined && values.length <= MOST_VALUES) return values.map((value) => `\`${value}\``).join(" ");
  const item = [items ?? []].flat()[0] as Schema | undefined;
  if (type === "array" && item !== undefined) return TEXTS[language].listOf(valueText(item, language));
  if (typeof additionalProperties === "object") return `{ … : ${valueText(additionalProperties, language)} }`;
  return [type ?? ""].flat().join(" / ");
}

export const rulesFile = "docs/rules.md";

/** The rules that the files are checked by: id, level, and what each asks for, as the comment over its check says. */
export function rulesText(): string {
  const asked = meanings();
  const rows = [
    ...Object.entries(FILE_RULES).map(([id, meaning]) => ({ id, level: isWarning(id) ? "warning" : "error", meaning })),
    ...RULES.map(({ id, level }) => ({ id, level, meaning: asked.get(id) ?? "" })),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
  return [
    "# Rules of the files",
    "",
    "What `npm run check:schemas` asks of modules.json and schemas/. Generated from the checks by `npm run generate:docs`; do not edit.",
    "An error keeps the files from being served. A warning does not; where it is meant, the file says so at its place or around it:",
    '`"allow": { "idle-names": "the list is for the next release" }` (docs/decisions/74).',
    "",
    "| Rule | Level | Asks |",
    "|---|---|---|",
    ...rows.map(({ id, level, meaning }) => `| <a id="${id}"></a>\`${id}\` | ${level} | ${meaning.replaceAll("|", "\\|")} |`),
    "",
  ].join("\n");
}

const CHECKS_DIR = fileURLToPath(new URL("../src/shared/registry/checks", import.meta.url));

/** Rule id to the comment over its check. */
function meanings(): ReadonlyMap<string, string> {
  const texts = readdirSync(CHECKS_DIR).map((name) => readFileSync(path.join(CHECKS_DIR, name), "utf8"));
  const found = texts.flatMap((text) => [...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+)/g)]);
  return new Map(found.map(([, comment = "", name = ""]) => [ruleId(name), comment.replace(/\s*\n?\s*\*?\s+/g, " ").trim()]));
}

function isWarning(id: string): boolean {
  return FILE_WARNINGS.some((each) => each === id);
}

function writeReference(): number {
  const texts = Object.entries(referenceFiles).map(([language, file]) => [file, referenceText(language as Language)] as const);
  for (const [file, text] of [...texts, [rulesFile, rulesText()] as const]) {
    writeFileSync(path.join(fileURLToPath(new URL("..", import.meta.url)), file), text);
    console.log(`${file} written`);
  }
  return 0;
}

await runCommand(import.meta.url, writeReference);
