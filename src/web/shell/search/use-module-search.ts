import { type KeyboardEvent, useMemo, useState } from "react";
import { findPages, type SearchHit, type SearchPage } from "./find-pages.ts";

/** Id of the list of hits. */
export const LIST_ID = "module-search-list";

/** Id of a hit in the list. */
export const hitId = (position: number): string => `module-search-hit-${position}`;

/** What is searched, what is found, and what the keys do. */
export function useModuleSearch(pages: readonly SearchPage[], onChoose: (hit: SearchHit) => void, onCancel: () => void) {
  const [query, setQuery] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const hits = useMemo(() => (isOpen ? findPages(query, pages) : []), [isOpen, query, pages]);
  // Position of the hit that Enter takes. The pages may have become fewer while the list is open.
  const current = Math.min(active, Math.max(0, hits.length - 1));

  const open = () => setOpen(true);
  const close = () => {
    setOpen(false);
    setQuery("");
    setActive(0);
  };
  const type = (text: string) => {
    setQuery(text);
    setActive(0);
    setOpen(true);
  };
  const step = (by: number) => {
    if (!isOpen) return open();
    if (hits.length > 0) setActive((current + by + hits.length) % hits.length);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => {
      const hit = hits[current];
      if (hit !== undefined) onChoose(hit);
    },
    Escape: onCancel,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While Chinese is being composed the keys belong to the input method.
    const act = event.nativeEvent.isComposing ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return { query, isOpen, hits, active: current, open, close, type, point: setActive, onKeyDown };
}

export type SearchState = ReturnType<typeof useModuleSearch>;
