import { Fragment, useEffect, useRef } from "react";
import type { SearchHit } from "./find-pages.ts";
import { hitId, LIST_ID, type SearchState } from "./use-module-search.ts";

/** The pages found, each with its group. */
export function SearchHits({ search, onChoose }: { search: SearchState; onChoose: (hit: SearchHit) => void }) {
  const { hits, active, point, onKeyDown } = search;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${hitId(active)}`)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  if (hits.length === 0) {
    return (
      <div className="module-search-hits module-search-none" id={LIST_ID} role="status" data-testid="module-search-none">
        没有匹配的功能
      </div>
    );
  }
  return (
    // The focus stays in the field, or the list would close before it is clicked.
    <div
      className="module-search-hits"
      id={LIST_ID}
      ref={list}
      role="listbox"
      aria-label="功能"
      onMouseDown={(event) => event.preventDefault()}
    >
      {hits.map((hit, position) => (
        <div
          key={hit.path}
          id={hitId(position)}
          role="option"
          tabIndex={-1}
          aria-selected={position === active}
          className="module-search-hit"
          data-testid="module-search-hit"
          onMouseMove={() => point(position)}
          onClick={() => onChoose(hit)}
          onKeyDown={onKeyDown}
        >
          <span className="module-search-title">
            {markedRuns(hit.title, hit.positions).map(({ text, isMarked, start }) => (
              <Fragment key={start}>{isMarked ? <mark>{text}</mark> : text}</Fragment>
            ))}
          </span>
          <span className="module-search-group">{hit.group}</span>
        </div>
      ))}
    </div>
  );
}

/** Cuts a title where marked characters begin or end. */
export function markedRuns(title: string, positions: readonly number[]): { text: string; isMarked: boolean; start: number }[] {
  const marked = new Set(positions);
  const runs: ReturnType<typeof markedRuns> = [];
  for (const [position, char] of [...title].entries()) {
    const isMarked = marked.has(position);
    const last = runs.at(-1);
    if (last?.isMarked === isMarked) runs[runs.length - 1] = { ...last, text: last.text + char };
    else runs.push({ text: char, isMarked, start: position });
  }
  return runs;
}
