import { ArrowLeftOutlined, ScanOutlined, SearchOutlined } from "@ant-design/icons";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import type { MenuEntry } from "../../../shared/protocol/screen.ts";
import { useIsNarrow } from "../../kinds/use-media.ts";
import { searchPages } from "./find-pages.ts";
import { SearchHits } from "./SearchHits.tsx";
import { addressOf, type Hit, hitId, LIST_ID, useModuleSearch } from "./use-module-search.ts";
import "./search.css";

const ScanSheet = lazy(() => import("./ScanSheet.tsx"));

/** Browsers give no camera to a page that came over plain http. */
const hasCamera = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined;

interface ModuleSearchProps {
  readonly groups: readonly MenuEntry[];
  /** The search was asked for by key: what covers the title bar must go. */
  readonly onSummon: () => void;
}

/**
 * Finds a granted page by characters of its title or by their sound, and documents by what they are told by, and goes there. What is scanned, by a
 * reader or the camera of a phone, comes as if it were typed. In a narrow window a button opens it.
 */
export function ModuleSearch({ groups, onSummon }: ModuleSearchProps) {
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const [isOut, setOut] = useState(false);
  const [isScanning, setScanning] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const pages = useMemo(() => searchPages(groups), [groups]);

  const enter = () => {
    cameFrom.current = document.activeElement;
    // The field must be there before it can have the focus; a later effect would not bring up the keyboard of a phone.
    flushSync(() => setOut(true));
    input.current?.focus();
  };
  const leave = () => input.current?.blur();
  const choose = (hit: Hit) => {
    leave();
    navigate(addressOf(hit));
  };
  /** The focus goes back to where it was. */
  const cancel = () => {
    const from = cameFrom.current;
    flushSync(leave);
    if (opener.current !== null) opener.current.focus();
    else if (from instanceof HTMLElement && from !== document.body) from.focus();
  };
  const scan = () => {
    leave();
    setScanning(true);
  };
  const search = useModuleSearch(pages, choose, cancel);
  const onBlur = () => {
    search.close();
    setOut(false);
    cameFrom.current = null;
  };
  useSearchKeys(() => {
    onSummon();
    enter();
  });

  const { query, isOpen, hits, active, type, compose, open, onKeyDown } = search;
  if (isNarrow && !isOut) {
    return (
      <>
        <button ref={opener} type="button" className="shell-button" aria-label="搜索功能和单据" data-testid="module-search" onClick={enter}>
          <SearchOutlined />
        </button>
        {isScanning && (
          <Suspense fallback={null}>
            <ScanSheet
              onClose={() => setScanning(false)}
              onScan={(text) => {
                setScanning(false);
                enter();
                search.look(text);
              }}
            />
          </Suspense>
        )}
      </>
    );
  }
  return (
    <search className="module-search" data-narrow={isNarrow}>
      {isNarrow ? (
        <button type="button" className="shell-button" aria-label="收起搜索" onClick={leave}>
          <ArrowLeftOutlined />
        </button>
      ) : (
        <SearchOutlined className="module-search-icon" aria-hidden />
      )}
      {/* The focus stays here while the list is walked through. */}
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="搜索功能和单据"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-keyshortcuts="/ Control+K"
        {...(isOpen && { "aria-controls": LIST_ID })}
        {...(hits.length > 0 && { "aria-activedescendant": hitId(active) })}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        placeholder="功能、单号、供应商、金额"
        data-testid="module-search"
        value={query}
        onChange={(event) => type(event.target.value)}
        onCompositionStart={() => compose(true)}
        onCompositionEnd={() => compose(false)}
        onFocus={open}
        onClick={open}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
      {isNarrow && hasCamera() && (
        <button
          type="button"
          className="shell-button"
          aria-label="用摄像头扫描单据条码"
          data-testid="scan-open"
          onPointerDown={keepFocus}
          onClick={scan}
        >
          <ScanOutlined />
        </button>
      )}
      {!isOpen && (
        <kbd className="module-search-key" aria-hidden>
          /
        </kbd>
      )}
      {isOpen && <SearchHits search={search} onChoose={choose} />}
    </search>
  );
}

/** The field keeps the focus, and so stays open, until the button's click. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();

/** What takes the characters that are typed; a tick box takes none. */
const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable=""], [contenteditable="true"]';

/** Calls `open` on `/` and Ctrl+K (⌘K), except while something is typed or a dialog asks something. */
function useSearchKeys(open: () => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isSearchKey(event) || isBusy(event.target)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || shiftKey) return false;
  return ctrlKey || metaKey ? key.toLowerCase() === "k" : key === "/";
}

function isBusy(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${TYPING}, [role="dialog"]`) !== null;
}
