import { DownOutlined, UpOutlined } from "@ant-design/icons";
import { Button, Tag } from "antd";
import { useEffect, useMemo, useState } from "react";
import type { ScreenColumn, ScreenFilter } from "../../../shared/protocol/screen.ts";
import type { FilterValue } from "../../kinds/filters/filter-kind.ts";
import { FILTER_KINDS } from "../../kinds/filters/filter-kinds.ts";
import { useSize } from "../../kinds/use-size.ts";
import { chipsOf, draftOf, extraChips, extrasOf, type FilterDraft, filterKey, filtersOf, initialDraft } from "./filter-codec.ts";
import type { ListState } from "./use-list.ts";

/** px: least width of one filter, and of the buttons at the end of the row. */
const FILTER_WIDTH = 232;
const GAP = 8;

interface FiltersProps {
  readonly filters: readonly ScreenFilter[];
  readonly state: FilterState;
}

/** The filters of a page of rows, and below them those in force. */
export function Filters({ filters, state }: FiltersProps) {
  return (
    <>
      {filters.length > 0 && <FilterBar filters={filters} state={state} />}
      {state.chips.length > 0 && <FilterChips state={state} />}
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
      {shown.map((filter) => {
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
      })}
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

/** The active filters; each can be taken away by itself, or all at once. */
function FilterChips({ state: { chips, remove, clear } }: Pick<FiltersProps, "state">) {
  return (
    <div className="filter-chips" data-testid="filter-chips">
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

/** What is being entered in the filter bar, and what is in force. `columns` name the filters that another page brought. */
export function useFilters(filters: readonly ScreenFilter[], list: FilteredList, columns: readonly ScreenColumn[] = NO_COLUMNS) {
  const active = useMemo(() => draftOf(filters, list.filters), [filters, list.filters]);
  const [draft, setDraft] = useState<FilterDraft>(active);
  // A filter taken away by its chip, or a new address, shows in the bar.
  useEffect(() => setDraft(active), [active]);
  const extras = useMemo(() => extrasOf(filters, list.filters), [filters, list.filters]);
  const apply = (next: FilterDraft, kept = extras) => {
    setDraft(next);
    list.search([...filtersOf(filters, next), ...kept]);
  };
  return {
    draft,
    chips: useMemo(() => [...chipsOf(filters, active), ...extraChips(extras, columns)], [filters, active, extras, columns]),
    edit: (key: string, value: FilterValue | undefined) => setDraft((old) => ({ ...old, [key]: value })),
    search: () => apply(draft),
    reset: () => apply(initialDraft(filters), []),
    remove: (key: string) =>
      apply(
        { ...active, [key]: undefined },
        extras.filter(({ field, operator }) => key !== `${field}.${operator}`),
      ),
    clear: () => apply({}, []),
  };
}

type FilterState = ReturnType<typeof useFilters>;

const NO_COLUMNS: readonly ScreenColumn[] = [];
