import { Select } from "antd";
import type { StatusLabel } from "../../../shared/protocol/list.ts";
import type { FilterControlProps, FilterKind } from "./filter-kind.ts";

function ChoiceFilter({ filter, value, onChange }: FilterControlProps) {
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
      onChange={(chosen: string[]) => onChange(optionsOf(filter.options, chosen))}
    />
  );
}

/** Some of the listed values. A filter that compares with one value (`eq`) keeps the last one chosen. */
export const choice: FilterKind = {
  Control: ChoiceFilter,
  clean: (value, filter) => {
    const known = optionsOf(filter.options, listOf(value).map(String));
    if (known.length === 0) return undefined;
    return filter.operator === "in" || filter.operator === "nin" ? known : known.at(-1);
  },
  describe: (value, filter) => {
    const chosen = new Set(listOf(value).map(String));
    return filter.options
      .filter((option) => chosen.has(String(option.value)))
      .map((option) => option.text)
      .join("、");
  },
};

/** The option values behind their texts in the address or the control, with their own type. */
function optionsOf(options: readonly StatusLabel[], chosen: readonly string[]): StatusLabel["value"][] {
  return chosen.flatMap((key) => options.filter((option) => String(option.value) === key).map((option) => option.value));
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
