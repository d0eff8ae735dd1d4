import type { Registry } from "../model.ts";
import type { Language } from "../problem-texts/translate.ts";
import type { Change, ChangeClass } from "./change.ts";
import { CLASSES, changeText } from "./change-text.ts";

/** The forms in which a plan is told. */
export const FORMATS = ["text", "json", "github", "markdown"] as const;
export type Format = (typeof FORMATS)[number];

/** The most pressing first. */
const ORDER: readonly ChangeClass[] = ["held", "access", "addition", "look"];

const NOTHING = { zh: "含义没有不同", en: "nothing means anything else" } as const;

/** A plan as one text. Titles come from the registry that the changes lead to. */
export function formatPlan(
  changes: readonly Change[],
  registry: Pick<Registry, "modules"> & Partial<Pick<Registry, "entities" | "shopProfiles">>,
  format: Format,
  language: Language,
): string {
  const lines = ORDER.flatMap((kind) =>
    changes.filter((change) => change.class === kind).map((change) => ({ change, text: changeText(change, registry, language) })),
  );
  if (format === "json") return JSON.stringify(lines.map(({ change, text }) => ({ ...change, text })));
  if (lines.length === 0) return format === "github" ? "" : NOTHING[language];
  if (format === "github")
    return lines
      .map(({ change, text }) => `::${COMMANDS[change.class]} title=${CLASSES[change.class][language]}::${escaped(text)}`)
      .join("\n");
  return ORDER.flatMap((kind) => {
    const own = lines.filter(({ change }) => change.class === kind);
    const title = `${CLASSES[kind][language]} (${own.length})`;
    return own.length === 0
      ? []
      : [format === "markdown" ? `### ${title}` : title, ...own.map(({ text }) => `${format === "markdown" ? "- " : "  "}${text}`)];
  }).join("\n");
}

/** What a workflow makes of each class. */
const COMMANDS: Readonly<Record<ChangeClass, string>> = { held: "error", access: "warning", addition: "notice", look: "notice" };

/** As the commands of a workflow want their text. */
const escaped = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
