import { Select } from "antd";
import { chosenOf, listOf } from "../../../shared/domain/list/filter-values.ts";
import type { FilterControlProps } from "./filter-kind.ts";

/** Some of the listed values. */
export function ChoiceFilter({ filter, value, onChange }: FilterControlProps) {
  return (
    <Select
      mode="multiple"
      variant="borderless"
      allowClear
      maxTagCount="responsive"
      optionFilterProp="label"
      popupMatchSelectWidth={180}
      aria-label={filter.title}
      data-testid={`filter-${filter.field}`}
      placeholder="全部"
      options={filter.options.map((option) => ({ value: String(option.value), label: option.text }))}
      value={listOf(value).map(String)}
      onChange={(chosen: string[]) => onChange(chosenOf(filter.options, chosen))}
    />
  );
}
