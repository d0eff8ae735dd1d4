import type { FormField } from "../../../shared/protocol/form.ts";
import type { WireValue } from "../../../shared/protocol/list.ts";
import type { Setting } from "../../../shared/registry/model.ts";
import type { InputProps } from "./input-kind.ts";
import { inputKindOf } from "./input-kinds.ts";

const NO_TONE = "plain";
const WHOLE = /^-?\d{1,15}$/;

/** The control of a setting's value, which is a text on the wire, as one of the type that the setting says (docs/decisions/109). */
export function SettingControl({ setting, ...input }: InputProps & { readonly setting: Setting }) {
  const field = fieldOf(input.field, setting);
  const { Control } = inputKindOf(field);
  return (
    <Control
      {...input}
      field={field}
      value={typed(setting, String(input.value ?? ""))}
      onChange={(value) => input.onChange(value === null ? null : String(value))}
    />
  );
}

function fieldOf(field: FormField, { title, type, length, values }: Setting): FormField {
  const options = Object.entries(values).map(([value, text]) => ({ value, text, tone: NO_TONE }) as const);
  // Two words for a switch are the setting's own: on and off, not yes and no.
  const switched = [
    { value: true, text: "开启", tone: NO_TONE },
    { value: false, text: "关闭", tone: NO_TONE },
  ] as const;
  return {
    ...field,
    title,
    type: type === "text" ? "string" : type,
    codeType: "text",
    length: type === "text" ? length : null,
    isRequired: type === "enum",
    options: type === "bool" ? switched : options,
  };
}

function typed({ type }: Setting, text: string): WireValue {
  if (text === "") return null;
  if (type === "bool") return text === "true" || text === "1";
  return type === "int" && WHOLE.test(text) ? Number(text) : text;
}
