import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { type ListQuery, listParams } from "../../../shared/domain/list/list-state.ts";
import type { PageResult } from "../../../shared/protocol/list.ts";
import { post } from "../../api/post.ts";
import { RowPages, type RowsThere, STEP } from "./row-pages.ts";

interface Asked extends ListQuery {
  /** The call that the rows come from. */
  readonly source: string;
  /** Whether all rows are to be seen; if not, nothing is read here. */
  readonly isAll: boolean;
}

/** The first page of what is asked for. */
interface First {
  /** undefined: it is not there yet. */
  readonly result: PageResult | undefined;
  /** It is of what was asked for before. */
  readonly isPrevious: boolean;
  /** When it was read: the same rows may come again, and others beyond them not. */
  readonly readAt: number;
}

/** The rows of a list of which all are to be seen, as they are read while one scrolls; null: it is looked at page by page. */
export function useRowPages({ source, isAll, sorters, filters }: Asked, first: First): (RowsThere & { readonly pages: RowPages }) | null {
  const [pages, setPages] = useState<RowPages | null>(null);
  const current = useRef<{ question: string; pages: RowPages } | null>(null);
  const params = listParams({ sorters, filters });
  const question = JSON.stringify([source, params]);
  const latest = useRef({ params, first });
  latest.current = { params, first };
  const isThere = isAll && first.result !== undefined && !first.isPrevious;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer counts by when it was read
  useLayoutEffect(() => {
    const { params: asked, first: answer } = latest.current;
    if (!isAll) {
      current.current = null;
      setPages(null);
    } else if (isThere && answer.result !== undefined) {
      if (current.current?.question === question) current.current.pages.renew(answer.result);
      else {
        const next = new RowPages((page, signal) => post<PageResult>(source, { page, rows: STEP, ...asked }, { signal }), answer.result);
        current.current = { question, pages: next };
        setPages(next);
      }
    }
  }, [isAll, isThere, question, source, first.readAt]);
  useEffect(() => () => pages?.stop(), [pages]);
  const there = useSyncExternalStore(pages?.subscribe ?? NEVER, () => pages?.there() ?? null);
  return isAll && pages !== null && there !== null ? { ...there, pages } : null;
}

const NEVER = () => () => undefined;
