import { DownOutlined, FilterOutlined, UpOutlined } from "@ant-design/icons";
import { Button, Tag } from "antd";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { ScreenColumn, ScreenFilter } from "../../../shared/protocol/screen.ts";
import { BottomSheet } from "../../kinds/BottomSheet.tsx";
import type { FilterValue } from "../../kinds/filters/filter-kind.ts";
import { FILTER_KINDS } from "../../kinds/filters/filter-kinds.ts";
import { useIsPhone } from "../../kinds/use-media.ts";
import { useSize } from "../../kinds/use-size.ts";
import {
  askedOf,
  chipsOf,
  draftOf,
  extraChips,
  extrasOf,
  type FilterDraft,
  filterKey,
  initialDraft,
  isByNumber,
  leftOff,
  openedOf,
  ownOf,
} from "./filter-codec.ts";
import type { ListState } from "./use-list.ts";

/** px: least width of one filter, and of the buttons at the end of the row. */
const FILTER_WIDTH = 232;
const GAP = 8;

interface FiltersProps {
  readonly filters: readonly ScreenFilter[];
  readonly state: FilterState;
}

/** The filters of a page of rows, and below them those in force. `order`: how its rows can be sorted where no table's heads say it. */
export function Filters({ filters, state, order }: FiltersProps & { readonly order?: ReactNode }) {
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone ? (
        <div className="phone-bar">
          {filters.length > 0 && <FilterSheet filters={filters} state={state} />}
          {order}
        </div>
      ) : (
        filters.length > 0 && <FilterBar filters={filters} state={state} />
      )}
      {state.chips.length + state.aside.length > 0 && <FilterChips state={state} />}
    </>
  );
}

/** The filters in a grid; more than one row of them can be folded away. */
function FilterBar({ filters, state: { draft, edit, search, reset } }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const [ref, { width }] = useSize<HTMLDivElement>();
  const places = Math.max(1, Math.floor((width + GAP) / (FILTER_WIDTH + GAP)));
  const inOneRow = Math.max(1, places - 1);
  const isLong = filters.length > inOneRow;
  const shown = isLong && !isOpen ? filters.slice(0, inOneRow) : filters;
  return (
    <div ref={ref} className="filter-bar" style={{ gridTemplateColumns: `repeat(${places}, minmax(0, 1fr))` }}>
      <FilterFields filters={shown} state={{ draft, edit, search }} />
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
    </div>
  );
}

type Editing = Pick<FilterState, "draft" | "edit" | "search">;

function FilterFields({ filters, state: { draft, edit, search } }: { filters: readonly ScreenFilter[]; state: Editing }) {
  return filters.map((filter) => {
    const key = filterKey(filter);
    const { Control } = FILTER_KINDS[filter.control];
    return (
      <div key={key} className="filter-field">
        <span className="filter-title" title={filter.title}>
          {filter.title}
        </span>
        <Control filter={filter} value={draft[key]} onChange={(value) => edit(key, value)} onSubmit={search} />
      </div>
    );
  });
}

/** The filters of a phone, which come up from below. */
function FilterSheet({ filters, state }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const leave = (work: () => void) => () => {
    work();
    setOpen(false);
  };
  const { draft, edit, search, reset, chips } = state;
  const buttons = (
    <div className="sheet-buttons">
      <Button onClick={leave(reset)} data-testid="filter-reset">
        重置
      </Button>
      <Button type="primary" onClick={leave(search)} data-testid="filter-search">
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
        <FilterFields filters={filters} state={{ draft, edit, search: leave(search) }} />
      </BottomSheet>
    </>
  );
}

/** The active filters; each can be taken away by itself, or all at once. A ready value that a number has put aside can be brought back. */
function FilterChips({ state: { chips, aside, remove, restore, clear } }: Pick<FiltersProps, "state">) {
  return (
    <div className="filter-chips" data-testid="filter-chips">
      {aside.map(({ key, title, text }) => (
        <Tag key={key} bordered={false} title={`${title}：${text}`} data-testid="filter-aside">
          {title}：按单号查找，不限日期
          <button type="button" className="filter-clear" onClick={() => restore(key)} aria-label={`恢复${title}${text}`}>
            恢复
          </button>
        </Tag>
      ))}
      {chips.map(({ key, title, text }) => (
        <Tag key={key} closable onClose={() => remove(key)} bordered={false} color="blue" title={`${title}：${text}`}>
          {title}：{text}
        </Tag>
      ))}
      <button type="button" className="filter-clear" onClick={clear} data-testid="filter-clear">
        清除全部
      </button>
    </div>
  );
}

type FilteredList = Pick<ListState, "filters" | "search">;

/**
 * What is being entered in the filter bar, and what is in force. `columns` name the filters that another page brought; `waits`: something
 * waits for the viewer on this page.
 */
export function useFilters(
  filters: readonly ScreenFilter[],
  list: FilteredList,
  columns: readonly ScreenColumn[] = NO_COLUMNS,
  waits = false,
) {
  const active = useMemo(() => draftOf(filters, list.filters), [filters, list.filters]);
  const [draft, setDraft] = useState<FilterDraft>(active);
  // A filter taken away by its chip, or a new address, shows in the bar.
  useEffect(() => setDraft(active), [active]);
  const extras = useMemo(() => extrasOf(filters, list.filters), [filters, list.filters]);
  const own = useMemo(() => ownOf(filters, list.filters, waits), [filters, list.filters, waits]);
  const aside = useMemo(() => chipsOf(filters, initialDraft(leftOff(filters, active))), [filters, active]);
  const apply = (next: FilterDraft, kept = extras, ofUser = own) => {
    setDraft(next);
    list.search([...askedOf(filters, next, { waits, own: ofUser }), ...kept]);
  };
  /** What a number has put aside comes back when it is asked for no more. */
  const applyWith = (next: FilterDraft, kept = extras) => {
    const back = isByNumber(filters, next)
      ? {}
      : initialDraft(leftOff(filters, active).filter((one) => next[filterKey(one)] === undefined));
    apply({ ...next, ...back }, kept);
  };
  return {
    draft,
    chips: useMemo(
      () => [...chipsOf(filters, active, openedOf(list.filters)), ...extraChips(extras, columns)],
      [filters, active, list.filters, extras, columns],
    ),
    /** Ready values that are not in force because a number is asked for. */
    aside,
    edit: (key: string, value: FilterValue | undefined) => setDraft((old) => ({ ...old, [key]: value })),
    search: () => applyWith(draft),
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

const NO_COLUMNS: readonly ScreenColumn[] = [];
const NO_KEYS: ReadonlySet<string> = new Set();
