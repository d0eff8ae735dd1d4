import type { MenuEntry } from "../../../shared/protocol/screen.ts";

/** How well a query fits a title, and which of the title's characters it stands for. */
interface TitleMatch {
  /** The smaller, the better: the first number that differs decides. */
  readonly rank: readonly number[];
  /** Positions of the matched characters, ascending. */
  readonly positions: readonly number[];
}

/** What one character of the title may be typed as. */
interface Key {
  readonly char: string;
  readonly syllable: string;
}

/**
 * Looks for the query's characters in the title, in order, others between them allowed. A Chinese character may also be typed by
 * the beginning of its sound: `ddgl`, `dingdan` and `订dan` find 订单管理. null: it does not fit. Nothing typed fits everything.
 */
export function matchTitle(query: string, title: Pick<MenuEntry, "title" | "pinyin">): TitleMatch | null {
  const wanted = [...plain(query)].filter((char) => char.trim() !== "");
  const keys = keysOf(title);
  if (wanted.length === 0) return { rank: [0], positions: [] };
  const positions = align(wanted, keys);
  return positions === null ? null : { rank: rankOf(positions, wanted, keys), positions };
}

/** Contiguous before scattered, from the beginning before within, as written before by sound, short titles before long ones. */
function rankOf(positions: readonly number[], wanted: readonly string[], keys: readonly Key[]): number[] {
  const start = positions[0] ?? 0;
  const isWritten = positions.every((position, index) => keys[position]?.char === wanted[index]);
  const gaps = gapsOf(positions);
  return [gaps === 0 ? 0 : 1, start === 0 ? 0 : 1, isWritten ? 0 : 1, gaps, start, keys.length];
}

type Places = readonly number[] | null;

/** The places of the wanted characters with the fewest others between them; of several such, the first. */
function align(wanted: readonly string[], keys: readonly Key[]): Places {
  /** By the first character that is wanted yet, and by place: the best places of the rest, the first of them exactly there. */
  const found: Places[][] = [];
  for (let from = wanted.length - 1; from >= 0; from -= 1) {
    found[from] = keys.map((key, at) =>
      best(
        lengthsAt(wanted, from, key).map((length): Places => {
          if (from + length === wanted.length) return [at];
          return best((found[from + length] ?? []).slice(at + 1).map((rest) => rest && [at, ...rest]));
        }),
      ),
    );
  }
  return best(found[0] ?? []);
}

/** The first of those with the fewest others between. */
const best = (all: readonly Places[]): Places =>
  all.reduce<Places>((one, other) => (one !== null && (other === null || gapsOf(one) <= gapsOf(other)) ? one : other), null);

/** How many of the wanted characters from `from` on the character can stand for. */
function lengthsAt(wanted: readonly string[], from: number, key: Key): number[] {
  const lengths = wanted[from] === key.char ? [1] : [];
  for (let length = 1; length <= key.syllable.length && wanted[from + length - 1] === key.syllable[length - 1]; length += 1) {
    if (!lengths.includes(length)) lengths.push(length);
  }
  return lengths;
}

/** How many characters lie between the first and the last place without being one. */
function gapsOf(positions: readonly number[]): number {
  return (positions.at(-1) ?? 0) - (positions[0] ?? 0) + 1 - positions.length;
}

function keysOf({ title, pinyin }: Pick<MenuEntry, "title" | "pinyin">): Key[] {
  const syllables = pinyin.split(" ");
  return [...title].map((char, position) => ({ char: plain(char), syllable: syllables[position] ?? "" }));
}

/** Full-width letters and brackets as ordinary ones, all in lower case. */
const plain = (text: string): string => text.normalize("NFKC").toLowerCase();

/** A page that the search may lead to, with the title of its group. */
export type SearchPage = Readonly<Pick<MenuEntry, "path" | "title" | "pinyin"> & { group: string }>;

/** A page that fits what was typed. */
export interface SearchHit extends SearchPage {
  /** Positions of the title's characters that were typed. */
  readonly positions: readonly number[];
}

/** The granted pages that stand in the menu; headers of groups are none. */
export function searchPages(groups: readonly MenuEntry[]): SearchPage[] {
  return groups.flatMap((group) =>
    group.children
      .filter((page) => !page.hidden && !page.alwaysShow)
      .map(({ path, title, pinyin }) => ({ path, title, pinyin, group: group.title })),
  );
}

/** The pages that fit, the best first; those that fit equally well stay in the order of the menu. */
export function findPages(query: string, pages: readonly SearchPage[]): SearchHit[] {
  const found = pages.flatMap((page) => {
    const match = matchTitle(query, page);
    return match === null ? [] : [{ rank: match.rank, hit: { ...page, positions: match.positions } }];
  });
  return found.sort((one, other) => compareRanks(one.rank, other.rank)).map(({ hit }) => hit);
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
