import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { FoundBill } from "../../../shared/protocol/search.ts";
import { isComposing } from "../../kinds/composing.ts";
import { findPages, type SearchHit, type SearchPage } from "./find-pages.ts";
import { isBillText, useBillSearch } from "./use-bill-search.ts";

/** Id of the list of hits. */
export const LIST_ID = "module-search-list";

/** Id of a hit in the list. */
export const hitId = (position: number): string => `module-search-hit-${position}`;

/** A page, or a document. */
export type Hit = SearchHit | FoundBill;

export const isBill = (hit: Hit): hit is FoundBill => "mdl" in hit;

/** Where a hit leads to. */
export const addressOf = (hit: Hit): string => (isBill(hit) ? `${hit.path}/show/${hit.id}` : hit.path);

/** What is searched, what is found, and what the keys do. */
export function useModuleSearch(pages: readonly SearchPage[], onChoose: (hit: Hit) => void, onCancel: () => void) {
  const [query, setQuery] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [isInput, setInput] = useState(false);
  // Enter was pressed before the documents were there: the first of them is meant, unless several have just this number.
  const [isEntered, setEntered] = useState(false);
  const found = useBillSearch(isOpen && !isInput ? query : null, isEntered);
  const ofPages = useMemo(() => (isOpen ? findPages(query, pages) : []), [isOpen, query, pages]);
  const isBillFirst = isBillText(query);
  const hits: readonly Hit[] = useMemo(
    () => (isBillFirst ? [...found.bills, ...ofPages] : [...ofPages, ...found.bills]),
    [isBillFirst, found.bills, ofPages],
  );
  // Position of the hit that Enter takes. The pages may have become fewer while the list is open.
  const current = Math.min(active, Math.max(0, hits.length - 1));

  const open = () => setOpen(true);
  const close = () => {
    setOpen(false);
    setQuery("");
    setActive(0);
    setEntered(false);
  };
  const type = (text: string) => {
    setQuery(text);
    setEntered(false);
    setActive(0);
    setOpen(true);
  };
  /** What was scanned is typed and entered at once. */
  const look = (text: string) => {
    type(text);
    setEntered(true);
  };
  const step = (by: number) => {
    if (!isOpen) return open();
    if (hits.length > 0) setActive((current + by + hits.length) % hits.length);
  };
  const isAwaited = found.isWaiting && (isBillFirst || ofPages.length === 0);
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    if (!isEntered || isAwaited) return;
    setEntered(false);
    const isOne = hits.filter((hit) => isBill(hit) && hit.isExact).length < 2;
    if (isOne && hits[0] !== undefined) choose.current(hits[0]);
  }, [isEntered, isAwaited, hits]);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => {
      if (isAwaited) return setEntered(true);
      const hit = hits[current];
      if (hit !== undefined) onChoose(hit);
    },
    Escape: onCancel,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While Chinese is being composed the keys belong to the input method.
    const act = isComposing(event) ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return { query, isOpen, hits, found, active: current, open, close, type, look, compose: setInput, point: setActive, onKeyDown };
}

export type SearchState = ReturnType<typeof useModuleSearch>;
