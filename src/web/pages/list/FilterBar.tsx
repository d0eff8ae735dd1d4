import { DownOutlined, UpOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import type { ScreenFilter } from "../../../shared/protocol/screen.ts";
import type { FilterValue } from "../../kinds/filter-kind.ts";
import { FILTER_KINDS } from "../../kinds/filter-kinds.ts";
import { useSize } from "../../kinds/use-size.ts";
import { type FilterDraft, filterKey } from "./filter-codec.ts";

/** px: least width of one filter, and of the buttons at the end of the row. */
const FILTER_WIDTH = 232;
const GAP = 8;

interface FilterBarProps {
  readonly filters: readonly ScreenFilter[];
  readonly draft: FilterDraft;
  readonly onDraft: (key: string, value: FilterValue | undefined) => void;
  readonly onSearch: () => void;
  readonly onReset: () => void;
}

/** The filters in a grid; more than one row of them can be folded away. */
export function FilterBar({ filters, draft, onDraft, onSearch, onReset }: FilterBarProps) {
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
            <Control filter={filter} value={draft[key]} onChange={(value) => onDraft(key, value)} onSubmit={onSearch} />
          </div>
        );
      })}
      <div className="filter-buttons">
        {isLong && (
          <Button type="link" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen} data-testid="filter-more">
            {isOpen ? "收起" : "展开"} {isOpen ? <UpOutlined /> : <DownOutlined />}
          </Button>
        )}
        <Button onClick={onReset} data-testid="filter-reset">
          重置
        </Button>
        <Button type="primary" onClick={onSearch} data-testid="filter-search">
          查询
        </Button>
      </div>
    </div>
  );
}
