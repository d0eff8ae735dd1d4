import type { Entity } from "../../../shared/registry/model.ts";
import type { Said } from "./documents.ts";

/** A document with the cells of its key; null: it has none, as one whose number is still to be given. */
export interface Keyed {
  readonly key: string | null;
  /** Values of refs to rows of the same entity, e.g. the category above. */
  readonly follows: readonly string[];
}

/**
 * Documents in waves that are written one after the other: of two with one key the second finds what the first has left, and one that
 * refers to another of the batch comes after it. Those that refer to each other in a circle stay where they are, and are refused.
 * @returns places of the documents, from 0
 */
export function wavesOf(documents: readonly Keyed[]): number[][] {
  const latest = new Map<string, number>();
  const before = documents.map(({ key }, place) => {
    const earlier = key === null ? undefined : latest.get(key);
    if (key !== null) latest.set(key, place);
    return earlier;
  });
  const waves: number[][] = [];
  const known = new Map<number, number>();
  const waveOf = (place: number, open: ReadonlySet<number>): number => {
    const found = known.get(place);
    if (found !== undefined) return found;
    const { key, follows } = documents[place] ?? { key: null, follows: [] };
    const leaders = follows.flatMap((text) => (text === key ? [] : (latest.get(text) ?? [])));
    const others = [...leaders, ...(before[place] === undefined ? [] : [before[place]])].filter((other) => !open.has(other));
    const wave = Math.max(-1, ...others.map((other) => waveOf(other, new Set([...open, place])))) + 1;
    known.set(place, wave);
    return wave;
  };
  for (const place of documents.keys()) {
    const wave = waveOf(place, new Set([place]));
    const own = waves[wave] ?? [];
    waves[wave] = own;
    own.push(place);
  }
  return waves.filter((wave) => wave.length > 0);
}

/** The fields by which rows of an entity refer to others of it by the key of the import. */
export function ownRefs({ name, fields, import: word }: Entity): readonly string[] {
  const [key, ...more] = word?.key ?? [];
  if (key === undefined || more.length > 0) return [];
  return Object.values(fields).flatMap((field) =>
    field.ref?.entity === name && field.ref.key === key && field.computed === null ? [field.name] : [],
  );
}

/** What a row refers to by these fields, as texts of keys. */
export function followedKeys(refs: readonly string[], row: Said): string[] {
  return refs.flatMap((name) => (typeof row[name] === "string" && row[name] !== "" ? [JSON.stringify([row[name]])] : []));
}
