import { forwardRef } from "react";
import { hitId, LIST_ID, type ModuleSearch } from "./use-module-search.ts";

interface SearchFieldProps {
  readonly search: ModuleSearch;
  readonly onBlur: () => void;
}

/** Where the query is typed; the focus stays here while the list is walked through. */
export const SearchField = forwardRef<HTMLInputElement, SearchFieldProps>(function SearchField({ search, onBlur }, ref) {
  const { query, isOpen, hits, active, type, open, onKeyDown } = search;
  return (
    <>
      <input
        ref={ref}
        type="text"
        role="combobox"
        aria-label="搜索功能"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-keyshortcuts="/ Control+K"
        {...(isOpen && { "aria-controls": LIST_ID })}
        {...(hits.length > 0 && { "aria-activedescendant": hitId(active) })}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        placeholder="搜索功能"
        data-testid="module-search"
        value={query}
        onChange={(event) => type(event.target.value)}
        onFocus={open}
        onClick={open}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
      {!isOpen && (
        <kbd className="module-search-key" aria-hidden>
          /
        </kbd>
      )}
    </>
  );
});
