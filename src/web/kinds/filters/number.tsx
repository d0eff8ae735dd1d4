import Input from "antd/es/input/Input";
import { cleanNumber } from "../../../shared/domain/list/filter-values.ts";
import { onEnter } from "../composing.ts";
import type { FilterControlProps } from "./filter-kind.ts";

const MAX_LENGTH = 30;

/** A number, or two for a range. */
export function NumberFilter({ filter, value, onChange, onSubmit }: FilterControlProps) {
  const testId = `filter-${filter.field}`;
  if (filter.operator !== "between") {
    return <NumberBox label={filter.title} testId={testId} value={value} onChange={onChange} onSubmit={onSubmit} />;
  }
  const [from, to] = Array.isArray(value) ? value : [];
  return (
    <div className="filter-pair" data-testid={testId}>
      <NumberBox
        label={`${filter.title}下限`}
        testId={`${testId}-min`}
        value={from}
        onChange={(next) => onChange([next ?? null, to ?? null])}
        onSubmit={onSubmit}
      />
      <span>~</span>
      <NumberBox
        label={`${filter.title}上限`}
        testId={`${testId}-max`}
        value={to}
        onChange={(next) => onChange([from ?? null, next ?? null])}
        onSubmit={onSubmit}
      />
    </div>
  );
}

interface NumberBoxProps {
  readonly label: string;
  readonly testId: string;
  readonly value: unknown;
  readonly onChange: (value: string | undefined) => void;
  readonly onSubmit: () => void;
}

/** The digits as typed, never a float. */
function NumberBox({ label, testId, value, onChange, onSubmit }: NumberBoxProps) {
  const text = typeof value === "string" ? value : "";
  return (
    <Input
      variant="borderless"
      inputMode="decimal"
      maxLength={MAX_LENGTH}
      aria-label={label}
      data-testid={testId}
      placeholder="请输入"
      value={text}
      status={text !== "" && cleanNumber(text) === undefined ? "error" : ""}
      onChange={(event) => onChange(event.target.value)}
      onPressEnter={onEnter(onSubmit)}
    />
  );
}
