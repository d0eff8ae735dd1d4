import { Tag } from "antd";
import type { FilterChip } from "./filter-codec.ts";

interface FilterChipsProps {
  readonly chips: readonly FilterChip[];
  readonly onRemove: (key: string) => void;
  readonly onClear: () => void;
}

/** The active filters; each can be taken away by itself, or all at once. */
export function FilterChips({ chips, onRemove, onClear }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <div className="filter-chips" data-testid="filter-chips">
      {chips.map(({ key, title, text }) => (
        <Tag key={key} closable onClose={() => onRemove(key)} bordered={false} color="blue" title={`${title}：${text}`}>
          {title}：{text}
        </Tag>
      ))}
      <button type="button" className="filter-clear" onClick={onClear} data-testid="filter-clear">
        清除全部
      </button>
    </div>
  );
}
