import { Select } from "antd";
import { flagOption, flagOptions } from "../../../shared/domain/list/filter-values.ts";
import type { FilterControlProps } from "./filter-kind.ts";

/** Yes, no, or both. */
export function FlagFilter({ filter, value, onChange }: FilterControlProps) {
  const chosen = flagOption(filter, value);
  return (
    <Select<string>
      variant="borderless"
      allowClear
      aria-label={filter.title}
      data-testid={`filter-${filter.field}`}
      placeholder="全部"
      options={flagOptions(filter).map((option) => ({ value: String(option.value), label: option.text }))}
      value={chosen === undefined ? null : String(chosen.value)}
      onChange={(key: string | undefined) => onChange(flagOption(filter, key)?.value)}
    />
  );
}
