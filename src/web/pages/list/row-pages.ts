import type { PageResult, WireRow } from "../../../shared/protocol/list.ts";
import { rowId } from "../../kinds/row.ts";

/** Rows of one page of a list that is read as one scrolls. */
export const STEP = 200;
/** Pages that stay in memory; what is held is not counted. */
const KEPT = 20;
/** Rows at most that are held for one purpose: as many as stay in memory anyway. */
export const MOST_HELD = KEPT * STEP;
/** Rows before and after those in view that are read ahead. */
const AHEAD = STEP / 2;
/** ms: what a scroll bar passes over in less is not asked for. */
const SETTLE = 80;
/** Requests at a time. */
const AT_ONCE = 2;

/** What rows are held for: it needs them although they are out of view. */
export type Purpose = "ticks" | "range" | "print";

/** Reads one page, from 1; the signal ends a request that nobody waits for any more. */
export type FetchPage = (page: number, signal: AbortSignal) => Promise<PageResult>;

/** The rows of a list by their places, from 0, as far as they are there. */
export interface RowsThere {
  /** Over all pages, as of the last answer; so are the sums. */
  readonly total: number;
  readonly footer: Readonly<Record<string, string>>;
  /** What is there, in its order, each row once. */
  readonly rows: readonly WireRow[];
  readonly rowAt: (place: number) => WireRow | undefined;
  /** Why the page of a place could not be read; undefined: it could, or nobody has asked for it. */
  readonly failureAt: (place: number) => string | undefined;
  /** Changes when places may hold other rows than before: then nothing that was said of places counts any more. */
  readonly moment: object;
}

interface Page {
  readonly rows: readonly WireRow[];
  /** The list has changed since: it is read again when it comes into view, and shown until then. */
  isOld: boolean;
}

/**
 * The rows of a list of which all are to be seen, a page at a time: those in view and around it are read, and those far from it dropped
 * (docs/decisions/131). Rows come and go meanwhile: an answer with another total makes the other pages old. Knows no screen.
 * Longer than other files, as each of its rules is about the same few maps.
 */
export class RowPages {
  readonly #fetch: FetchPage;
  /** By number, the one looked at longest ago first. */
  readonly #pages = new Map<number, Page>();
  readonly #failures = new Map<number, string>();
  readonly #running = new Map<number, AbortController>();
  readonly #held = new Map<Purpose, readonly number[]>();
  readonly #listeners = new Set<() => void>();
  #view = { from: 0, to: 1 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #total = 0;
  #footer: PageResult["footer"] = {};
  #moment = {};
  #there: RowsThere;

  constructor(fetch: FetchPage, first: PageResult) {
    this.#fetch = fetch;
    this.#keep(1, first);
    this.#there = this.#snapshot();
  }

  /** What is there now; another object after each change. */
  readonly there = (): RowsThere => this.#there;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The first page was read anew: whatever else was read is old. */
  renew(first: PageResult): void {
    this.#moment = {};
    this.#failures.clear();
    this.#endAll();
    this.#keep(1, first);
    this.#outdate(1);
    this.#changed();
    this.#settle();
  }

  /** These places are in view, `to` not among them. */
  look(from: number, to: number): void {
    this.#view = { from, to };
    for (const page of pagesOf(from, to)) this.#touch(page);
    this.#timer ??= setTimeout(() => this.#settle(), SETTLE);
  }

  /** Keeps these places in memory, and reads what is not there, until {@link letGo}. Another call takes the place of the one before. */
  hold(purpose: Purpose, from: number, to: number): void {
    this.#holdPages(purpose, pagesOf(from, Math.min(to, this.#total)));
  }

  /** The same for rows that are there. */
  holdRows(purpose: Purpose, ids: ReadonlySet<string>): void {
    const holds = ({ rows }: Page) => rows.some((row) => ids.has(rowId(row)));
    this.#holdPages(purpose, ids.size === 0 ? [] : [...this.#pages].flatMap(([number, page]) => (holds(page) ? [number] : [])));
  }

  letGo(purpose: Purpose): void {
    this.#holdPages(purpose, []);
  }

  /** Holds the first `count` places; resolves when all of them are there: with false if one cannot be read, or they were let go meanwhile. */
  readAll(purpose: Purpose, count: number): Promise<boolean> {
    this.hold(purpose, 0, count);
    const pages = this.#held.get(purpose) ?? [];
    return new Promise((resolve) => {
      const check = () => {
        const isLeft = this.#held.get(purpose) !== pages || pages.some((page) => this.#failures.has(page));
        if (!isLeft && pages.some((page) => this.#isDue(page))) return;
        stop();
        resolve(!isLeft);
      };
      const stop = this.subscribe(check);
      check();
    });
  }

  /** Asks again for the page of a place that could not be read. */
  retry(place: number): void {
    this.#failures.delete(pageOf(place));
    this.#changed();
    this.#settle();
  }

  /** Ends what is running. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#endAll();
  }

  #holdPages(purpose: Purpose, pages: readonly number[]): void {
    if (pages.length === 0 && !this.#held.has(purpose)) return;
    if (pages.length === 0) this.#held.delete(purpose);
    else this.#held.set(purpose, pages);
    this.#settle();
  }

  /** Asks for what is wanted and not there, and no longer for what is not wanted. */
  #settle(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const wanted = this.#wanted();
    for (const [page, request] of this.#running) if (!wanted.includes(page)) this.#end(page, request);
    for (const page of wanted) {
      if (this.#running.size >= AT_ONCE) break;
      if (this.#isDue(page) && !this.#running.has(page) && !this.#failures.has(page)) this.#start(page);
    }
    if (this.#drop(wanted)) this.#changed();
  }

  /** What is in view comes first, what is held last. */
  #wanted(): number[] {
    const { from, to } = this.#view;
    const last = pageOf(Math.max(0, this.#total - 1));
    const around = pagesOf(Math.max(0, from - AHEAD), to + AHEAD);
    return [...new Set([...pagesOf(from, to), ...around, ...[...this.#held.values()].flat()])].filter((page) => page <= last);
  }

  #isDue(page: number): boolean {
    return this.#pages.get(page)?.isOld !== false;
  }

  #start(page: number): void {
    const request = new AbortController();
    this.#running.set(page, request);
    const isWaited = () => this.#running.get(page) === request && this.#running.delete(page);
    void this.#fetch(page, request.signal).then(
      (answer) => isWaited() && this.#take(page, answer),
      (error: unknown) => isWaited() && this.#fail(page, error),
    );
  }

  #take(page: number, answer: PageResult): void {
    // Rows came or went, so that the pages read before show some twice, or not at all. What is read for that reason gives no further reason: a
    // list that never rests would be read for ever.
    const isMoved = answer.total !== this.#total && !this.#pages.has(page);
    this.#keep(page, answer);
    if (isMoved) this.#outdate(page);
    this.#changed();
    this.#settle();
  }

  #fail(page: number, error: unknown): void {
    this.#failures.set(page, error instanceof Error ? error.message : String(error));
    this.#changed();
    this.#settle();
  }

  #keep(page: number, { rows, total, footer }: PageResult): void {
    this.#pages.delete(page);
    this.#pages.set(page, { rows, isOld: false });
    this.#total = total;
    this.#footer = footer;
  }

  #outdate(except: number): void {
    for (const [number, page] of this.#pages) page.isOld = number !== except;
    const wanted = this.#wanted();
    for (const [number, { isOld }] of [...this.#pages]) if (isOld && !wanted.includes(number)) this.#pages.delete(number);
  }

  /** Drops pages beyond those that are kept; whether there were any. */
  #drop(wanted: readonly number[]): boolean {
    const free = [...this.#pages.keys()].filter((page) => !wanted.includes(page));
    const gone = free.slice(0, Math.max(0, free.length + pagesOf(this.#view.from, this.#view.to).length - KEPT));
    for (const page of gone) this.#pages.delete(page);
    return gone.length > 0;
  }

  #touch(number: number): void {
    const page = this.#pages.get(number);
    if (page === undefined) return;
    this.#pages.delete(number);
    this.#pages.set(number, page);
  }

  #end(page: number, request: AbortController): void {
    this.#running.delete(page);
    request.abort();
  }

  #endAll(): void {
    for (const [page, request] of [...this.#running]) this.#end(page, request);
  }

  #changed(): void {
    this.#there = this.#snapshot();
    for (const tell of [...this.#listeners]) tell();
  }

  #snapshot(): RowsThere {
    const pages = new Map(this.#pages);
    const failures = new Map(this.#failures);
    const inOrder = [...pages].toSorted(([one], [other]) => one - other).flatMap(([, { rows }]) => rows);
    return {
      total: this.#total,
      footer: this.#footer,
      rows: [...new Map(inOrder.map((row) => [rowId(row), row])).values()],
      rowAt: (place) => pages.get(pageOf(place))?.rows[place % STEP],
      failureAt: (place) => failures.get(pageOf(place)),
      moment: this.#moment,
    };
  }
}

/** The number, from 1, of the page of a place. */
const pageOf = (place: number): number => Math.floor(place / STEP) + 1;

/** The pages of places, `to` not among them. */
function pagesOf(from: number, to: number): number[] {
  const first = pageOf(from);
  return to <= from ? [] : Array.from({ length: pageOf(to - 1) - first + 1 }, (_, index) => first + index);
}
