import type { Dispatch } from "react";
import type { FormField } from "../../../shared/protocol/form.ts";
import type { WireValue } from "../../../shared/protocol/list.ts";
import { fieldId } from "../form/form-place.ts";
import { placeOf } from "../form/form-problems.ts";
import type { FormEvent } from "../form/form-reducer.ts";
import type { Toast } from "./use-toast.ts";
import { VisitorInput } from "./VisitorInput.tsx";
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
