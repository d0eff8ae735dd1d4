import type { HomeData } from "../../../shared/protocol/home.ts";
import { parse } from "../../api/send.ts";
import { SHOWN_CARDS } from "./todos.ts";

/** How much stands on a user's home page, whatever it says. */
export interface HomeShape {
  readonly cards: number;
  /** There are more than are shown at first. */
  readonly hasMore: boolean;
  readonly hasBanners: boolean;
  readonly hasBoards: boolean;
  readonly hasMessages: boolean;
}

const KEY = "homeShape";
const USUAL: HomeShape = { cards: SHOWN_CARDS, hasMore: true, hasBanners: false, hasBoards: true, hasMessages: true };

export function shapeOf({ todos, banners, boards, messages }: HomeData): HomeShape {
  return {
    cards: Math.min(todos.length, SHOWN_CARDS),
    hasMore: todos.length > SHOWN_CARDS,
    hasBanners: banners.length > 0,
    hasBoards: boards !== null,
    hasMessages: messages !== null,
  };
}

/** The shape this user's page had last time: the waiting page takes it, so that nothing moves when the data comes. */
export function recallShape(user: string): HomeShape {
  const kept = parse(localStorage.getItem(KEY) ?? "") as (HomeShape & { readonly user: unknown }) | null;
  return kept?.user === user ? { ...kept, cards: Math.min(kept.cards, SHOWN_CARDS) } : USUAL;
}

export function keepShape(user: string, shape: HomeShape): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ user, ...shape }));
  } catch {
    // Without storage the next waiting page has the usual shape.
  }
}
