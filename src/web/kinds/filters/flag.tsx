import { Select } from "antd";
import { FLAG_TEXT } from "../../../shared/domain/value-text.ts";
import type { StatusLabel } from "../../../shared/protocol/list.ts";
import type { ScreenFilter } from "../../../shared/protocol/screen.ts";
import type { FilterControlProps, FilterKind } from "./filter-kind.ts";

const YES_NO: readonly StatusLabel[] = [
  { value: true, text: FLAG_TEXT.yes, tone: "plain" },
  { value: false, text: FLAG_TEXT.no, tone: "plain" },
];

function FlagFilter({ filter, value, onChange }: FilterControlProps) {
  const chosen = optionOf(filter, value);
  return (
    <Select<string>
      variant="borderless"
      allowClear
      aria-label={filter.title}
      data-testid={`filter-${filter.field}`}
      placeholder="全部"
      options={optionsOf(filter).map((option) => ({ value: String(option.value), label: option.text }))}
      value={chosen === undefined ? null : String(chosen.value)}
      onChange={(key: string | undefined) => onChange(optionOf(filter, key)?.value)}
    />
  );
}

/** Yes, no, or both. */
export const flag: FilterKind = {
  Control: FlagFilter,
  clean: (value, filter) => optionOf(filter, value)?.value,
  describe: (value, filter) => optionOf(filter, value)?.text ?? "",
};

const optionsOf = (filter: ScreenFilter) => (filter.options.length > 0 ? filter.options : YES_NO);

const optionOf = (filter: ScreenFilter, value: unknown) => optionsOf(filter).find((option) => String(option.value) === String(value));
