import type { MenuEntry } from "../../../shared/protocol/screen.ts";
import { matchTitle } from "./match-title.ts";

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
