import { ERRORS } from "../../../shared/domain/error-catalogue.ts";
import { passwordRules, UNCOMMON } from "../../../shared/domain/password-rules.ts";
import { uploadRules } from "../../../shared/domain/upload-rules.ts";
import { WAITS } from "../../auth/judge-tries.ts";
import { type Block, type Chapter, points, steps, table, text } from "../manual.ts";
import type { WritingFor } from "../side-viewer.ts";
import chapters from "./chapters.json" with { type: "json" };

const MB = 1024 * 1024;

/** Whom something is told: one side, or shops with a flag; everybody where neither is said. */
interface Readers {
  readonly only?: string;
  readonly flag?: string;
}

type Item<T> = T | (Readers & { readonly item: T });

/** A block as the file has it. */
interface SaidBlock extends Readers {
  readonly text?: string;
  readonly steps?: readonly Item<string>[];
  readonly points?: readonly Item<string>[];
  readonly columns?: Readonly<Record<string, number>>;
  readonly rows?: readonly Item<readonly string[]>[];
  /** Points or rows that the code knows. */
  readonly list?: string;
}

interface SaidChapter {
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly { readonly title: string; readonly blocks: readonly SaidBlock[] }[];
}

/**
 * The chapters that are about no page, told to these readers: how to get in and what works the same everywhere, before the chapters
 * of the pages; what the portal may say on any page, after them. Their texts are chapters.json, with `{names}` for what the code knows.
 */
export function generalChapters(writing: WritingFor): Readonly<Record<"before" | "after", Chapter[]>> {
  const { side, profile } = writing;
  const values = valuesOf(writing);
  const isTold = ({ only = side, flag }: Readers) => only === side && (flag === undefined || profile.flags[flag] === true);
  const fill = (content: string) => content.replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? unknown(name));
  const told = <T extends string | readonly string[]>(items: readonly Item<T>[]): T[] =>
    items.flatMap((item) => (typeof item === "object" && "item" in item ? (isTold(item) ? [item.item] : []) : [item]));
  const blockOf = (block: SaidBlock): Block[] => {
    if (block.columns) return table(block.columns, block.rows ? told(block.rows).map((row) => row.map(fill)) : messageRows(writing));
    if (block.text !== undefined) return [text(fill(block.text))];
    if (block.steps) return [steps(...told(block.steps).map(fill))];
    return [
      points(
        ...(block.points
          ? told(block.points).map(fill)
          : [...passwordRules(writing.settings["password.minLength"]).map((rule) => rule.text), UNCOMMON].map((rule) => `${rule}。`)),
      ),
    ];
  };
  const chapterOf = ({ title, intro, sections }: SaidChapter): Chapter => ({
    title,
    intro,
    sections: sections.map((section) => ({ title: section.title, blocks: section.blocks.filter(isTold).flatMap(blockOf) })),
  });
  return { before: chapters.before.map(chapterOf), after: chapters.after.map(chapterOf) };
}

/** The shared refusals, each with what to do about it; one that the file does not know is listed without advice. */
function messageRows({ registry }: WritingFor): string[][] {
  const advice: Readonly<Record<string, string>> = chapters.advice;
  return Object.entries(registry.messages).map(([key, message]) => [message, advice[key] ?? "—"]);
}

/** What the texts leave open. Shops with a bar of their own have links there, others a menu below the account. */
function valuesOf({ side, profile, registry, settings }: WritingFor): Readonly<Record<string, string>> {
  const { image, file } = uploadRules(settings["upload.maxMegabytes"]);
  const errors = Object.entries(ERRORS).map(([name, row]) => [name, row.text ?? ""] as const);
  return {
    ...Object.fromEntries(errors),
    ...chapters.words[side],
    ...chapters.words[profile.flags.ownLayout === true ? "ownLayout" : "usualLayout"],
    product: registry.title,
    freeTries: String(WAITS.place.free),
    imageTypes: image.extensions.join("、"),
    imageMB: String(image.maxBytes / MB),
    imageTooLarge: image.tooLarge,
    fileTypes: file.extensions.join("、"),
    fileMB: String(file.maxBytes / MB),
    fileWrongType: file.wrongType,
    fileTooLarge: file.tooLarge,
  };
}

function unknown(name: string): never {
  throw new Error(`chapters.json asks for {${name}}, which nothing gives`);
}
