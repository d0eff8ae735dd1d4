import Input from "antd/es/input/Input";
import { fixedDecimal } from "../../../shared/domain/decimal-text.ts";
import { onEnter } from "../composing.ts";
import type { FilterControlProps, FilterKind } from "./filter-kind.ts";

/** Places kept of what is typed; the finest field of the server has six. */
const PLACES = 6;
const MAX_LENGTH = 30;

function NumberFilter({ filter, value, onChange, onSubmit }: FilterControlProps) {
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
      status={text !== "" && cleanOne(text) === undefined ? "error" : ""}
      onChange={(event) => onChange(event.target.value)}
      onPressEnter={onEnter(onSubmit)}
    />
  );
}

/** A number, or two for a range. A range needs both ends. */
export const number: FilterKind = {
  Control: NumberFilter,
  clean: (value, filter) => {
    if (filter.operator !== "between") return cleanOne(value);
    const [from, to] = Array.isArray(value) ? (value as readonly unknown[]).map(cleanOne) : [];
    return from !== undefined && to !== undefined ? [from, to] : undefined;
  },
  describe: (value) => (Array.isArray(value) ? value.join(" ~ ") : String(value)),
};

function cleanOne(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = plainDigits(String(value));
  const fixed = text === "" ? null : fixedDecimal(text, PLACES);
  return fixed === null ? undefined : fixed.replace(/\.?0+$/, "") || "0";
}

/** Full-width digits and signs as the usual ones, without blanks and the commas of thousands. */
const plainDigits = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/\s/g, "")
    .replaceAll(/,(?=\d{3}(?!\d))/g, "");
