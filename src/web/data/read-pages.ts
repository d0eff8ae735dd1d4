import type { PageResult } from "../../shared/protocol/list.ts";

/**
 * All rows of a list, page after page. `fetchPage` gets the page number (from 1) and the size.
 * The first answer decides the size of the following pages: the server may cap it.
 */
export async function* readPages(
  fetchPage: (page: number, size: number) => Promise<PageResult>,
  size: number,
): AsyncGenerator<PageResult, void> {
  const first = await fetchPage(1, size);
  yield first;
  const step = first.rows.length;
  for (let page = 2, read = step; step > 0 && read < first.total; page += 1) {
    const next = await fetchPage(page, step);
    if (next.rows.length === 0) return;
    read += next.rows.length;
    yield next;
  }
}
