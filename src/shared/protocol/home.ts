import type { FilterClause } from "./list.ts";
import type { ChartPoint, ScreenStats, Tone } from "./screen.ts";

/** Result of login/GetHomePageData: what waits for the user, within his rights. */
export interface HomeData {
  /** Unread messages. */
  readonly remindcount: number;
  /** Ids of the granted modules. */
  readonly modules: readonly number[];
  /** The most pressing first. */
  readonly todos: readonly HomeTodo[];
  /** A panel for each page of news that the user has, as they stand in the menu. */
  readonly news: readonly HomeNews[];
  readonly banners: readonly HomeBanner[];
  /** Of the pages that the user has, as they stand in the menu. */
  readonly charts: readonly HomeChart[];
  /** What a new shop has yet to do; left out: nothing. */
  readonly begin?: readonly HomeBegin[];
}

/** Something that a new shop has yet to do, and where. */
export interface HomeBegin {
  readonly mdl: number;
  readonly path: string;
  readonly title: string;
  /** Title of the page. */
  readonly page: string;
}

/** A number of rows, and the list that shows just them. */
export interface HomeTodo {
  readonly mdl: number;
  readonly path: string;
  readonly title: string;
  /** Title of the page. */
  readonly page: string;
  readonly count: number;
  readonly filters: readonly FilterClause[];
  readonly tone: Tone;
}

/** A chart over the rows of a page's list with `filters`; its points are told apart by the field `by`. */
export interface HomeChart extends Pick<ScreenStats["charts"][number], "title" | "kind" | "measures"> {
  readonly by: string;
  readonly mdl: number;
  readonly path: string;
  /** Title of the page. */
  readonly page: string;
  readonly filters: readonly FilterClause[];
  readonly points: readonly ChartPoint[];
}

/** The first rows of a page of news. */
export interface HomeNews {
  /** What tells the panel from others. */
  readonly key: string;
  readonly title: string;
  /** Said where there are no rows. */
  readonly empty: string;
  readonly mdl: number;
  readonly path: string;
  /** How many of all are unread. */
  readonly unread: number;
  readonly rows: readonly HomeNewsRow[];
}

export interface HomeNewsRow {
  readonly id: number;
  readonly title: string;
  readonly time: string;
  readonly note: string;
  readonly isRead: boolean;
  readonly isPinned: boolean;
}

/** Result of Comm/GetNoFinishBalance: unfinished settlements. */
export interface UnfinishedResult {
  readonly total: number;
  readonly items: readonly HomeTodo[];
}

/** One of the answer of Comm/GetDHbanner. `url` is a path of the portal. */
export interface HomeBanner {
  readonly title: string;
  readonly img: string;
  readonly url: string;
}
