import Input from "antd/es/input/Input";
import { onEnter } from "../composing.ts";
import type { FilterControlProps } from "./filter-kind.ts";

const MAX_LENGTH = 100;

/** Part of a text, without blanks around it. */
export function TextFilter({ filter, value, onChange, onSubmit }: FilterControlProps) {
  return (
    <Input
      variant="borderless"
      allowClear
      maxLength={MAX_LENGTH}
      aria-label={filter.title}
      data-testid={`filter-${filter.field}`}
      placeholder="请输入"
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.target.value)}
      onPressEnter={onEnter(onSubmit)}
    />
  );
}
