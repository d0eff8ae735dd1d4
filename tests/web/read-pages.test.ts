import { describe, expect, it } from "vitest";
import type { PageResult } from "../../src/shared/protocol/list.ts";
import { readPages } from "../../src/web/data/read-pages.ts";

/** A server with `total` rows that answers at most `cap` at once. */
function server(total: number, cap: number) {
  const asked: [number, number][] = [];
  const fetchPage = async (page: number, size: number): Promise<PageResult> => {
    asked.push([page, size]);
    const step = Math.min(size, cap);
    const ids = Array.from({ length: total }, (_, index) => index).slice((page - 1) * step, page * step);
    return { rows: ids.map((Id) => ({ Id })), total, footer: {} };
  };
  return { asked, fetchPage };
}

const readAll = async (total: number, cap: number, size: number) => {
  const { asked, fetchPage } = server(total, cap);
  const ids: unknown[] = [];
  for await (const page of readPages(fetchPage, size)) ids.push(...page.rows.map((row) => row.Id));
  return { ids, asked };
};

describe("readPages", () => {
  it.each([
    [0, 5000, 2000],
    [1, 5000, 2000],
    [2000, 5000, 2000],
    [2001, 5000, 2000],
    [12_345, 5000, 999_999_999],
  ])("reads %i rows, capped at %i, asked for by %i: each once and in order", async (total, cap, size) => {
    const { ids } = await readAll(total, cap, size);
    expect(ids).toEqual(Array.from({ length: total }, (_, index) => index));
  });

  it("goes on with the size the server allows", async () => {
    const { asked } = await readAll(12_000, 5000, 999_999_999);
    expect(asked).toEqual([
      [1, 999_999_999],
      [2, 5000],
      [3, 5000],
    ]);
  });
});
