import { Fragment, useEffect, useRef } from "react";
import { ON_SCREEN, valueText } from "../../../shared/domain/value-text.ts";
import type { FoundBill } from "../../../shared/protocol/search.ts";
import type { SearchHit } from "./find-pages.ts";
import { addressOf, type Hit, hitId, isBill, LIST_ID, type SearchState } from "./use-module-search.ts";

/** The pages found, each with its group, and the documents, each with its page. */
export function SearchHits({ search, onChoose }: { search: SearchState; onChoose: (hit: Hit) => void }) {
  const { hits, found, active, point, onKeyDown } = search;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${hitId(active)}`)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  if (hits.length === 0) {
    return (
      <div
        className="module-search-hits module-search-none"
        id={LIST_ID}
        role="status"
        data-testid={found.isWaiting ? "module-search-waits" : "module-search-none"}
      >
        {noHits(search)}
      </div>
    );
  }
  return (
    <div className="module-search-hits">
      {/* The focus stays in the field, or the list would close before it is clicked. */}
      <div id={LIST_ID} ref={list} role="listbox" aria-label="功能和单据" onMouseDown={(event) => event.preventDefault()}>
        {hits.map((hit, position) => (
          <div
            key={addressOf(hit)}
            id={hitId(position)}
            role="option"
            tabIndex={-1}
            aria-selected={position === active}
            className={isBill(hit) ? "module-search-hit module-search-bill" : "module-search-hit"}
            data-testid={isBill(hit) ? "bill-search-hit" : "module-search-hit"}
            onMouseMove={() => point(position)}
            onClick={() => onChoose(hit)}
            onKeyDown={onKeyDown}
          >
            {isBill(hit) ? <BillHit bill={hit} /> : <PageHit page={hit} />}
          </div>
        ))}
      </div>
      {(found.hasMore || found.hasFailed) && (
        <p className="module-search-more" role="status">
          {found.hasFailed ? "单据没有查到，请稍后再试" : "还有更多单据，请输入更多内容，或到各列表中查找"}
        </p>
      )}
    </div>
  );
}

function noHits({ found }: SearchState): string {
  if (found.isWaiting) return "正在查找单据…";
  return found.hasFailed ? "没有匹配的功能；单据没有查到，请稍后再试" : "没有匹配的功能或单据";
}

function PageHit({ page }: { page: SearchHit }) {
  return (
    <>
      <span className="module-search-title">
        {markedRuns(page.title, page.positions).map(({ text, isMarked, start }) => (
          <Fragment key={start}>{isMarked ? <mark>{text}</mark> : text}</Fragment>
        ))}
      </span>
      <span className="module-search-group">{page.group}</span>
    </>
  );
}

/** Number and page above, who, how much and when below. */
function BillHit({ bill: { number, page, supplier, amount, day, state, tone } }: { bill: FoundBill }) {
  return (
    <>
      <span className="module-search-line">
        <span className="module-search-title num">{number}</span>
        <span className="module-search-group">{page}</span>
      </span>
      <span className="module-search-line module-search-about">
        <span className="module-search-title">{supplier}</span>
        <span className="module-search-facts">
          {state !== "" && <span className={`module-search-state status-${tone}`}>{state}</span>}
          {day !== "" && <span>{day}</span>}
          {amount !== "" && <span className="num">{valueText("money", amount, ON_SCREEN)}</span>}
        </span>
      </span>
    </>
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
