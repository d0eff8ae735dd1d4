import type { Dispatch } from "react";
import type { FormField } from "../../../shared/protocol/form.ts";
import type { WireValue } from "../../../shared/protocol/list.ts";
import { fieldId } from "../form/state/form-place.ts";
import { placeOf } from "../form/state/form-problems.ts";
import type { FormEvent } from "../form/state/form-reducer.ts";
import type { Toast } from "./use-toast.ts";
import { VisitorPictures } from "./VisitorPictures.tsx";

interface VisitorFieldProps {
  readonly field: FormField;
  readonly shop: string;
  readonly value: WireValue;
  readonly problem: string | undefined;
  readonly dispatch: Dispatch<FormEvent>;
  readonly tell: (toast: Toast) => void;
}

/** A field with its title, its input, its help and what is wrong with it. */
export function VisitorField({ field, shop, value, problem, dispatch, tell }: VisitorFieldProps) {
  const id = fieldId(field.name);
  const write = (next: WireValue) => dispatch({ type: "write", writing: { field: field.name, value: next } });
  const told = [field.note !== "" && `${id}-note`, problem !== undefined && `${id}-problem`].filter((one) => one !== false).join(" ");
  const describedBy = told === "" ? undefined : told;
  const star = field.isRequired && (
    <span className="visitor-star" aria-hidden="true">
      *
    </span>
  );
  const texts = (
    <>
      {field.note !== "" && (
        <div id={`${id}-note`} className="visitor-note">
          {field.note}
        </div>
      )}
      {problem !== undefined && (
        <div id={`${id}-problem`} className="visitor-problem">
          {problem}
        </div>
      )}
    </>
  );
  const place = placeOf(null, null, field.name);
  if (field.type === "images") {
    return (
      <fieldset id={id} className="visitor-pictures" data-place={place} data-invalid={problem !== undefined} data-testid={id}>
        <legend>
          {field.title}
          {star}
          {field.isRequired && <span className="visitor-unseen">（必填）</span>}
        </legend>
        <VisitorPictures
          // Another shop is another place: what is still on its way to this one is given up.
          key={shop}
          title={field.title}
          shop={shop}
          value={String(value ?? "")}
          describedBy={describedBy}
          onChange={(urls) => write(urls || null)}
          tell={tell}
        />
        {texts}
      </fieldset>
    );
  }
  return (
    <div className={field.type === "text" ? "visitor-item visitor-item-wide" : "visitor-item"} data-testid={id} data-place={place}>
      <label htmlFor={id}>
        {field.title}
        {star}
      </label>
      <VisitorInput
        field={field}
        id={id}
        value={String(value ?? "")}
        isInvalid={problem !== undefined}
        describedBy={describedBy}
        onChange={write}
      />
      {texts}
    </div>
  );
}

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
function VisitorInput({ field, id, value, isInvalid, describedBy, onChange }: VisitorInputProps) {
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
