import { FILE_KINDS } from "../classify.ts";
import { type NameKind, type Word, wordOfFile } from "../word.ts";

/** A word of the language: where it stands in which kind of file, and what it means. */
export interface Entry {
  // E.g. module/filters/*/default; * is any entry of a list or map.
  readonly path: string;
  readonly description: string;
  /** What it, or each of its keys, names. */
  readonly names: NameKind | null;
}

/** Every word of the language in the order of the meta-schemas. A word that holds itself, as a condition does, is told once. */
export function reference(): Entry[] {
  return FILE_KINDS.flatMap((kind) => entries(wordOfFile(kind), kind, new Set<object>()));
}

function entries(word: Word, path: string, around: ReadonlySet<object>): Entry[] {
  const own = { path, description: word.description ?? "", names: word.names ?? word.keys ?? null };
  if (around.has(word.home)) return [own];
  const inner = new Set([...around, word.home]);
  return [own, ...[...word.parts()].flatMap(([key, part]) => entries(part, `${path}/${key}`, inner))];
}
