import type { HomeData } from "../../../shared/protocol/home.ts";
import { parse } from "../../api/send.ts";

/** Kinds of to-dos that are told at once, the most pressing ones; with the button for the rest two rows of four. */
export const SHOWN_CARDS = 7;

const KEY = "homeShape";
/** Of somebody who has not been here: two panels, which do not know yet what they are called. */
const USUAL: HomeShape = {
  cards: SHOWN_CARDS,
  hasMore: true,
  hasBanners: false,
  charts: 0,
  news: [1, 2].map((panel) => ({ key: `panel${panel}`, title: "最新消息", empty: "" })),
};

/** How much stands on a user's home page, whatever it says. */
export function shapeOf({ todos, banners, charts, news }: HomeData) {
  return {
    cards: Math.min(todos.length, SHOWN_CARDS),
    // There are more than are shown at first.
    hasMore: todos.length > SHOWN_CARDS,
    hasBanners: banners.length > 0,
    charts: charts.length,
    news: news.map(({ key, title, empty }) => ({ key, title, empty })),
  };
}

export type HomeShape = ReturnType<typeof shapeOf>;

/** The shape this user's page had last time: the waiting page takes it, so that nothing moves when the data comes. */
export function recallShape(user: string): HomeShape {
  const kept = parse(localStorage.getItem(KEY) ?? "") as (HomeShape & { readonly user: unknown }) | null;
  // One that was kept before there were charts is none.
  return kept?.user === user && Array.isArray(kept.news) && kept.charts !== undefined
    ? { ...kept, cards: Math.min(kept.cards, SHOWN_CARDS) }
    : USUAL;
}

export function keepShape(user: string, shape: HomeShape): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ user, ...shape }));
  } catch {
    // Without storage the next waiting page has the usual shape.
  }
}
