import { Card } from "antd";
import { type Dispatch, memo } from "react";
import { settingOfKey, shouldBe } from "../../../shared/domain/setting.ts";
import type { FormField, FormSpec } from "../../../shared/protocol/form.ts";
import type { WireRow, WireValue } from "../../../shared/protocol/list.ts";
import type { Setting } from "../../../shared/registry/model.ts";
import type { InputProps } from "../../kinds/inputs/input-kind.ts";
import { inputKindOf } from "../../kinds/inputs/input-kinds.ts";
import { ReadValue } from "../../kinds/inputs/ReadValue.tsx";
import { SettingControl } from "../../kinds/inputs/setting.tsx";
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
  /** Of the value of a setting: which one it is, once its key is known. */
  readonly setting?: Setting | undefined;
  readonly value: WireValue;
  readonly narrow: WireRow;
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly dispatch: Dispatch<FormEvent>;
}

/** A field of the head: its title, its input or its value, its help and what is wrong with it. Drawn again only when one of them changes. */
export const FormItem = memo(function FormItem({ mdl, field, setting, value, narrow, problem, isReadOnly, dispatch }: FormItemProps) {
  const id = fieldId(field.name);
  const { Control, align } = inputKindOf(field);
  const note = setting === undefined ? field.note : `${setting.help}${shouldBe(setting)}。${field.note}`;
  const told = [note !== "" && `${id}-note`, problem !== undefined && `${id}-problem`].filter((one) => one !== false);
  const input: InputProps = {
    field,
    id,
    value,
    onChange: (next, fill) => dispatch({ type: "write", writing: { field: field.name, value: next, fill } }),
    source: { mdl, entity: null },
    narrow,
    isInvalid: problem !== undefined,
    describedBy: told.length > 0 ? told.join(" ") : undefined,
  };
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
          {setting === undefined ? <Control {...input} /> : <SettingControl {...input} setting={setting} />}
        </div>
      )}
      {note !== "" && (
        <div id={`${id}-note`} className="form-note">
          {note}
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

/** The setting whose value a field holds. */
const settingOf = ({ setting: by }: FormField, { settings = {} }: FormSpec, values: WireRow): Setting | undefined =>
  by === undefined ? undefined : settingOfKey(settings, String(values[by] ?? ""))?.setting;

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
            setting={settingOf(field, spec, values)}
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
