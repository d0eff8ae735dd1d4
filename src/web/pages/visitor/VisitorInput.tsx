import type { FormField } from "../../../shared/protocol/form.ts";
import type { WireValue } from "../../../shared/protocol/list.ts";

/** Keyboard and memory of the browser that fit a check. */
const KINDS: Partial<Record<NonNullable<FormField["check"]>, "tel" | "email">> = { phone: "tel", email: "email" };

interface VisitorInputProps {
  readonly field: FormField;
  readonly id: string;
  readonly value: string;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  readonly onChange: (value: WireValue) => void;
}

/** One line of text, or several with a counter. The browser's own: antd's would be larger than the page. */
export function VisitorInput({ field, id, value, isInvalid, describedBy, onChange }: VisitorInputProps) {
  const shared = {
    id,
    className: "visitor-input",
    value,
    "aria-required": field.isRequired,
    "aria-invalid": isInvalid,
    "aria-describedby": describedBy,
    ...(field.length !== null && { maxLength: field.length }),
  };
  if (field.type === "text") {
    return (
      <>
        <textarea {...shared} rows={6} placeholder="请输入" onChange={(event) => onChange(event.target.value || null)} />
        {field.length !== null && (
          <span className="visitor-counter" aria-hidden>
            {value.length} / {field.length}
          </span>
        )}
      </>
    );
  }
  const kind = field.check === null ? undefined : KINDS[field.check];
  return (
    <input
      {...shared}
      type="text"
      inputMode={kind ?? "text"}
      autoComplete={kind ?? "off"}
      autoCapitalize="off"
      placeholder="请输入"
      onChange={(event) => onChange(event.target.value || null)}
      // Blanks around it are never meant.
      onBlur={() => value !== value.trim() && onChange(value.trim() || null)}
    />
  );
}
