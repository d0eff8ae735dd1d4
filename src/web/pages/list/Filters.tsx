import { DownOutlined, FilterOutlined, UpOutlined } from "@ant-design/icons";
import { Button, Tag } from "antd";
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { askedOf, type FilterDraft, filterKey, initialDraft, isByNumber } from "../../../shared/domain/list/asked-filters.ts";
import type { FilterValue } from "../../../shared/domain/list/filter-values.ts";
import type { ScreenColumn, ScreenFilter } from "../../../shared/protocol/screen.ts";
import { BottomSheet } from "../../kinds/BottomSheet.tsx";
import { FILTER_KINDS } from "../../kinds/filters/filter-kinds.ts";
import { useIsPhone } from "../../kinds/use-media.ts";
import { asideText, barOf, leftOff, ownOf } from "./filter-codec.ts";
import { useFilterRoom } from "./filter-room.ts";
import type { ListState } from "./use-list.ts";

// Long on purpose: the bar, its chips and what is being entered are one state.

interface FiltersProps {
  readonly filters: readonly ScreenFilter[];
  readonly state: FilterState;
}

/** The filters of a page of rows, and below them those in force. `order`: how its rows can be sorted where no table's heads say it. */
export function Filters({ filters, state, order }: FiltersProps & { readonly order?: ReactNode }) {
  const isPhone = useIsPhone();
  const entry = useEntry(state);
  return (
    <>
      {isPhone ? (
        <div className="phone-bar">
          {filters.length > 0 && <FilterSheet filters={filters} entry={entry} state={state} />}
          {order}
        </div>
      ) : (
        filters.length > 0 && <FilterBar filters={filters} entry={entry} reset={state.reset} />
      )}
      {state.chips.length + state.aside.length > 0 && <FilterChips state={state} />}
    </>
  );
}

/**
 * What is being entered. It is the bar's alone: a key draws the box that it is typed in, and neither the page around the bar nor its rows.
 */
function useEntry({ active, ask, isTyping }: FilterState) {
  const [draft, setDraft] = useState<FilterDraft>(active);
  // A filter taken away by its chip, or a new address, shows in the bar.
  useEffect(() => setDraft(active), [active]);
  isTyping.current = JSON.stringify(draft) !== JSON.stringify(active);
  const latest = useRef(() => {});
  latest.current = () => ask(draft);
  return {
    draft,
    edit: useCallback((key: string, value: FilterValue | undefined) => setDraft((old) => ({ ...old, [key]: value })), []),
    search: useCallback(() => latest.current(), []),
  };
}

type Entry = ReturnType<typeof useEntry>;

interface FilterBarProps extends Pick<FiltersProps, "filters"> {
  readonly entry: Entry;
  readonly reset: () => void;
}

/** The filters in a grid; more than one row of them can be folded away. */
function FilterBar({ filters, entry, reset }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { ref, gridTemplateColumns, inOneRow } = useFilterRoom();
  const isLong = filters.length > inOneRow;
  const shown = isLong && !isOpen ? filters.slice(0, inOneRow) : filters;
  return (
    <div ref={ref} className="filter-bar" style={{ gridTemplateColumns }}>
      <FilterFields filters={shown} entry={entry} />
      <FilterButtons isLong={isLong} isOpen={isOpen} setOpen={setOpen} reset={reset} search={entry.search} />
    </div>
  );
}

interface FilterButtonsProps extends Pick<FilterBarProps, "reset"> {
  readonly isLong: boolean;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly search: () => void;
}

const FilterButtons = memo(function FilterButtons({ isLong, isOpen, setOpen, reset, search }: FilterButtonsProps) {
  return (
    <div className="filter-buttons">
      {isLong && (
        <Button type="link" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen} data-testid="filter-more">
          {isOpen ? "收起" : "展开"} {isOpen ? <UpOutlined /> : <DownOutlined />}
        </Button>
      )}
      <Button onClick={reset} data-testid="filter-reset">
        重置
      </Button>
      <Button type="primary" onClick={search} data-testid="filter-search">
        查询
      </Button>
    </div>
  );
});

function FilterFields({ filters, entry: { draft, edit, search } }: { filters: readonly ScreenFilter[]; entry: Entry }) {
  return filters.map((filter) => {
    const key = filterKey(filter);
    return <FilterField key={key} filter={filter} value={draft[key]} edit={edit} search={search} />;
  });
}

interface FilterFieldProps extends Pick<Entry, "edit" | "search"> {
  readonly filter: ScreenFilter;
  readonly value: FilterValue | undefined;
}

/** One filter. Drawn again only when its value changes. */
const FilterField = memo(function FilterField({ filter, value, edit, search }: FilterFieldProps) {
  const Control = FILTER_KINDS[filter.control];
  return (
    <div className="filter-field">
      <span className="filter-title" title={filter.title}>
        {filter.title}
      </span>
      <Control filter={filter} value={value} onChange={(next) => edit(filterKey(filter), next)} onSubmit={search} />
    </div>
  );
});

/** The filters of a phone, which come up from below. */
function FilterSheet({ filters, entry, state }: FiltersProps & { readonly entry: Entry }) {
  const [isOpen, setOpen] = useState(false);
  const leave = (work: () => void) => () => {
    work();
    setOpen(false);
  };
  const { reset, chips } = state;
  const buttons = (
    <div className="sheet-buttons">
      <Button onClick={leave(reset)} data-testid="filter-reset">
        重置
      </Button>
      <Button type="primary" onClick={leave(entry.search)} data-testid="filter-search">
        查询
      </Button>
    </div>
  );
  return (
    <>
      <Button icon={<FilterOutlined />} onClick={() => setOpen(true)} data-testid="filter-open">
        {chips.length > 0 ? `筛选（${chips.length}）` : "筛选"}
      </Button>
      <BottomSheet title="筛选" isOpen={isOpen} onClose={() => setOpen(false)} footer={buttons}>
        <FilterFields filters={filters} entry={{ ...entry, search: leave(entry.search) }} />
      </BottomSheet>
    </>
  );
}

/** The active filters; each can be taken away by itself, or all at once. A ready value that a number has put aside can be brought back. */
const FilterChips = memo(function FilterChips({ state: { chips, aside, remove, restore, clear } }: Pick<FiltersProps, "state">) {
  return (
    <div className="filter-chips" data-testid="filter-chips">
      {aside.map(({ key, title, text }) => (
        <Tag key={key} bordered={false} title={`${title}：${text}`} data-testid="filter-aside">
          {asideText(title)}
          <button type="button" className="filter-clear" onClick={() => restore(key)} aria-label={`恢复${title}${text}`}>
            恢复
          </button>
        </Tag>
      ))}
      {chips.map(({ key, title, text }) => (
        <Tag key={key} closable onClose={() => remove(key)} bordered={false} color="processing" title={`${title}：${text}`}>
          {title}：{text}
        </Tag>
      ))}
      <button type="button" className="filter-clear" onClick={clear} data-testid="filter-clear">
        清除全部
      </button>
    </div>
  );
});

type FilteredList = Pick<ListState, "filters" | "search">;

/**
 * The filters that are in force, and what changes them. `columns` name the filters that another page brought; `waits`: something
 * waits for the viewer on this page.
 */
export function useFilters(filters: readonly ScreenFilter[], list: FilteredList, columns: readonly ScreenColumn[], waits = false) {
  const { asked, active, extras, chips, aside } = useMemo(() => barOf(filters, list.filters, columns), [filters, list.filters, columns]);
  const isTyping = useRef(false);
  const own = useMemo(() => ownOf(filters, asked, waits), [filters, asked, waits]);
  const apply = (next: FilterDraft, kept = extras, ofUser = own) =>
    list.search([...askedOf(filters, next, { waits, own: ofUser }), ...kept]);
  /** What a number has put aside comes back when it is asked for no more. */
  const applyWith = (next: FilterDraft, kept = extras) => {
    const back = isByNumber(filters, next)
      ? {}
      : initialDraft(leftOff(filters, active).filter((one) => next[filterKey(one)] === undefined));
    apply({ ...next, ...back }, kept);
  };
  return {
    active,
    chips,
    aside,
    /** Whether something else is being entered. */
    isTyping,
    /** Asks for what was entered. */
    ask: (draft: FilterDraft) => applyWith(draft),
    reset: () => apply(initialDraft(filters), [], NO_KEYS),
    remove: (key: string) =>
      applyWith(
        { ...active, [key]: undefined },
        extras.filter(({ field, operator }) => key !== `${field}.${operator}`),
      ),
    restore: (key: string) =>
      apply({ ...active, ...initialDraft(filters.filter((one) => filterKey(one) === key)) }, extras, new Set([...own, key])),
    clear: () => apply({}, []),
  };
}

type FilterState = ReturnType<typeof useFilters>;

const NO_KEYS: ReadonlySet<string> = new Set();
