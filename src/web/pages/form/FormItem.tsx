import { Card } from "antd";
import { type Dispatch, memo } from "react";
import type { FormField, FormSpec } from "../../../shared/protocol/form.ts";
import type { WireRow, WireValue } from "../../../shared/protocol/list.ts";
import { inputKindOf } from "../../kinds/inputs/input-kinds.ts";
import { ReadValue } from "../../kinds/inputs/ReadValue.tsx";
import { narrowOf } from "./state/form-draft.ts";
import { fieldId } from "./state/form-place.ts";
import { placeOf } from "./state/form-problems.ts";
import type { FormEvent } from "./state/form-reducer.ts";
import type { FormPage } from "./use-form-page.ts";

/** Types that need the whole row of a section. */
const WIDE: ReadonlySet<FormField["type"]> = new Set(["text", "images"]);

interface FormItemProps {
  readonly mdl: string;
  readonly field: FormField;
  readonly value: WireValue;
  readonly narrow: WireRow;
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly dispatch: Dispatch<FormEvent>;
}

/** A field of the head: its title, its input or its value, its help and what is wrong with it. Drawn again only when one of them changes. */
export const FormItem = memo(function FormItem({ mdl, field, value, narrow, problem, isReadOnly, dispatch }: FormItemProps) {
  const id = fieldId(field.name);
  const { Control, align } = inputKindOf(field);
  const told = [field.note !== "" && `${id}-note`, problem !== undefined && `${id}-problem`].filter((one) => one !== false);
  return (
    <div className={`form-item ${WIDE.has(field.type) ? "form-item-wide" : ""}`} data-testid={id}>
      <label htmlFor={id} id={`${id}-label`}>
        {field.title}
        {field.isRequired && !isReadOnly && (
          <span className="form-required" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {isReadOnly ? (
        <output id={id} tabIndex={-1} className={`form-value ${align === "right" ? "form-value-right num" : ""}`}>
          <ReadValue field={field} value={value} />
        </output>
      ) : (
        <div className="form-control" data-place={placeOf(null, null, field.name)}>
          <Control
            field={field}
            id={id}
            value={value}
            onChange={(next, fill) => dispatch({ type: "write", writing: { field: field.name, value: next, fill } })}
            source={{ mdl, entity: null }}
            narrow={narrow}
            isInvalid={problem !== undefined}
            describedBy={told.length > 0 ? told.join(" ") : undefined}
          />
        </div>
      )}
      {field.note !== "" && (
        <div id={`${id}-note`} className="form-note">
          {field.note}
        </div>
      )}
      {problem !== undefined && (
        <div id={`${id}-problem`} className="form-problem">
          {problem}
        </div>
      )}
    </div>
  );
});

/** Copied by the server alone, as the choice it follows is not the user's: there is nothing to show before it is saved. */
const isToCome = ({ derived }: FormField, fields: FormSpec["fields"]): boolean =>
  derived?.kind === "copy" && fields[derived.via]?.isWritable !== true;

/** The fields of one section in a grid. */
export function FormSection({ page, section }: { page: FormPage; section: FormSpec["sections"][number] }) {
  const { mdl, spec, state, texts, target, dispatch } = page;
  const { fields } = spec;
  const { values } = state.now.head;
  const isNew = target === null;
  const shown = section.fields.flatMap((name) => fields[name] ?? []).filter((field) => !isNew || !isToCome(field, fields));
  return (
    <Card size="small" title={section.title} className="form-section">
      <div className="form-grid">
        {shown.map((field) => (
          <FormItem
            key={field.name}
            mdl={mdl}
            field={field}
            value={values[field.name] ?? null}
            narrow={narrowOf(field, values)}
            problem={texts.get(placeOf(null, null, field.name))}
            isReadOnly={!field.isWritable || (field.isFixed && !isNew)}
            dispatch={dispatch}
          />
        ))}
      </div>
    </Card>
  );
}
