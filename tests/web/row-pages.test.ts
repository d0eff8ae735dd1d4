import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PageResult } from "../../src/shared/protocol/list.ts";
import { RowPages, STEP } from "../../src/web/pages/list/row-pages.ts";

/** A table that others write to: answers pages of its rows as they are then, when it is let. */
class Shelf {
  ids: number[];
  readonly asked: number[] = [];
  readonly ended: number[] = [];
  /** Pages that cannot be read. */
  readonly broken = new Set<number>();
  private waiting: (() => void)[] = [];

  constructor(count: number) {
    this.ids = Array.from({ length: count }, (_, index) => index + 1);
  }

  readonly page = (page: number): PageResult => ({
    rows: this.ids.slice((page - 1) * STEP, page * STEP).map((Id) => ({ Id })),
    total: this.ids.length,
    footer: { amount: String(this.ids.length) },
  });

  readonly fetch = (page: number, signal: AbortSignal): Promise<PageResult> => {
    this.asked.push(page);
    signal.addEventListener("abort", () => this.ended.push(page));
    return new Promise((resolve, reject) => {
      this.waiting.push(() => (this.broken.has(page) ? reject(new Error("服务器没有响应")) : resolve(this.page(page))));
    });
  };

  /** Answers what was asked for, and what is asked for because of that. */
  async answer(): Promise<void> {
    do {
      for (const answer of this.waiting.splice(0)) answer();
      await vi.advanceTimersByTimeAsync(100);
    } while (this.waiting.length > 0);
  }
}

function open(count: number) {
  const shelf = new Shelf(count);
  const pages = new RowPages(shelf.fetch, shelf.page(1));
  /** The id at a place; undefined: it is not there. */
  const idAt = (place: number) => pages.there().rowAt(place)?.Id;
  const lookAt = async (place: number) => {
    pages.look(place, place + 20);
    await vi.advanceTimersByTimeAsync(100);
  };
  return { shelf, pages, idAt, lookAt };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first page is there; the next one is read before its rows come into view", async () => {
  const { shelf, idAt, lookAt } = open(1000);
  await lookAt(0);
  expect([shelf.asked, idAt(0), idAt(STEP)]).toEqual([[], 1, undefined]);
  await lookAt(STEP - 60);
  expect(shelf.asked).toEqual([2]);
  await shelf.answer();
  expect(idAt(STEP)).toBe(STEP + 1);
});

test("a jump reads where it ends: what lies between is not asked for, what is passed over is given up", async () => {
  const { shelf, pages, idAt, lookAt } = open(100_000);
  for (let place = 0; place < 50_000; place += 500) pages.look(place, place + 20);
  await lookAt(50_050);
  expect(shelf.asked).toEqual([251, 250]);
  await lookAt(90_050);
  expect([shelf.asked, shelf.ended]).toEqual([
    [251, 250, 451, 450],
    [251, 250],
  ]);
  await shelf.answer();
  expect([idAt(50_050), idAt(90_050)]).toEqual([undefined, 90_051]);
});

test("pages far away are dropped: memory holds twenty, however far one scrolls; coming back reads them again", async () => {
  const { shelf, pages, idAt, lookAt } = open(20_000);
  for (let place = 0; place < 20_000; place += 50) {
    await lookAt(place);
    await shelf.answer();
  }
  expect(pages.there().rows.length).toBe(20 * STEP);
  expect([idAt(19_999), idAt(0)]).toEqual([20_000, undefined]);
  await lookAt(0);
  await shelf.answer();
  expect(idAt(0)).toBe(1);
});

test("what is ticked stays in memory, and is read anew with the first page", async () => {
  const { shelf, pages, idAt, lookAt } = open(20_000);
  pages.holdRows("ticks", new Set(["3"]));
  for (let place = 0; place < 20_000; place += 50) {
    await lookAt(place);
    await shelf.answer();
  }
  expect(idAt(2)).toBe(3);
  pages.letGo("ticks");
  expect(idAt(2)).toBeUndefined();
});

test("after an action the first page is read by the list: what is in view is read again, the rest when it is looked at", async () => {
  const { shelf, pages, idAt, lookAt } = open(20_000);
  for (const place of [5000, 10_050]) {
    await lookAt(place);
    await shelf.answer();
  }
  const { moment } = pages.there();
  shelf.ids = shelf.ids.map((id) => -id);
  shelf.asked.length = 0;
  pages.renew(shelf.page(1));
  expect([idAt(0), idAt(10_050), idAt(5000)]).toEqual([-1, 10_051, undefined]);
  expect(pages.there().moment).not.toBe(moment);
  await shelf.answer();
  expect([shelf.asked, idAt(10_050)]).toEqual([[51, 50], -10_051]);
});

test("a row that was put in front meanwhile is shown once, none is lost, and the total and the sums are those of the last answer", async () => {
  const { shelf, pages, idAt, lookAt } = open(1000);
  shelf.ids = [0, ...shelf.ids];
  await lookAt(STEP - 60);
  await shelf.answer();
  const { total, footer, rows } = pages.there();
  expect([total, footer]).toEqual([1001, { amount: "1001" }]);
  expect([idAt(0), idAt(STEP - 1), idAt(STEP)]).toEqual([0, STEP - 1, STEP]);
  expect(new Set(rows.map(({ Id }) => Id)).size).toBe(rows.length);
});

test("a list that never rests is not read for ever", async () => {
  const { shelf, pages, lookAt } = open(1000);
  const fetch = (page: number, signal: AbortSignal) => {
    shelf.ids = [-shelf.ids.length, ...shelf.ids];
    return shelf.fetch(page, signal);
  };
  const busy = new RowPages(fetch, shelf.page(1));
  pages.stop();
  busy.look(STEP - 60, STEP - 40);
  await lookAt(0);
  await shelf.answer();
  expect(shelf.asked.toSorted()).toEqual([1, 2]);
});

test("a page that cannot be read says so for its places alone, and is read again when it is asked for", async () => {
  const { shelf, pages, idAt, lookAt } = open(1000);
  shelf.broken.add(2);
  await lookAt(STEP + 50);
  await shelf.answer();
  await lookAt(STEP + 60);
  const { failureAt } = pages.there();
  expect(shelf.asked).toEqual([2]);
  expect([failureAt(STEP), failureAt(STEP - 1), idAt(STEP - 1), idAt(STEP)]).toEqual(["服务器没有响应", undefined, STEP, undefined]);
  shelf.broken.clear();
  pages.retry(STEP);
  await shelf.answer();
  expect([idAt(STEP), pages.there().failureAt(STEP)]).toEqual([STEP + 1, undefined]);
});

test("all rows can be read, two pages at a time, and stay until they are let go; whoever waits learns that one was not read", async () => {
  const { shelf, pages } = open(6000);
  const isThere = pages.readAll("print", 6000);
  expect(shelf.asked).toEqual([2, 3]);
  await shelf.answer();
  expect(await isThere).toBe(true);
  expect(pages.there().rows.map(({ Id }) => Id)).toEqual(shelf.ids);
  pages.letGo("print");
  expect(pages.there().rows.length).toBe(20 * STEP);

  const other = open(1000);
  other.shelf.broken.add(4);
  const isRead = other.pages.readAll("ticks", 1000);
  await other.shelf.answer();
  expect(await isRead).toBe(false);
});

test("a list that has become shorter asks for nothing beyond its end", async () => {
  const { shelf, pages, lookAt } = open(1000);
  await lookAt(950);
  await shelf.answer();
  shelf.ids = shelf.ids.slice(0, 100);
  shelf.asked.length = 0;
  pages.renew(shelf.page(1));
  await shelf.answer();
  expect([shelf.asked, pages.there().total, pages.there().rows.length]).toEqual([[], 100, 100]);
});
