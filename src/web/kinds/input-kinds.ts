import type { FormField } from "../../shared/protocol/form.ts";
import type { WireValue } from "../../shared/protocol/list.ts";
import type { FieldType } from "../../shared/registry/model.ts";
import type { InputKind } from "./input-kind.ts";
import { choice } from "./inputs/choice.tsx";
import { date } from "./inputs/date.tsx";
import { datetime } from "./inputs/datetime.tsx";
import { decimal } from "./inputs/decimal.tsx";
import { file } from "./inputs/file.tsx";
import { images } from "./inputs/images.tsx";
import { integer } from "./inputs/integer.tsx";
import { place } from "./inputs/place.tsx";
import { rate } from "./inputs/rate.tsx";
import { ref } from "./inputs/ref.tsx";
import { switchKind } from "./inputs/switch.tsx";
import { text } from "./inputs/text.tsx";
import { textarea } from "./inputs/textarea.tsx";

/** How each type of field is entered. A type without an input does not compile. */
const INPUT_KINDS = {
  id: integer,
  string: text,
  text: textarea,
  int: integer,
  bool: switchKind,
  date,
  datetime,
  money: decimal,
  quantity: decimal,
  rate,
  enum: choice,
  ref,
  url: file,
  images,
} satisfies Record<FieldType, InputKind>;

/** Inputs that the type alone does not tell. */
const SPECIAL_INPUTS = { place } satisfies Record<NonNullable<FormField["input"]>, InputKind>;

/** How a field is entered. */
export function inputKindOf({ type, input }: Pick<FormField, "type" | "input">): InputKind {
  return input === null ? INPUT_KINDS[type] : SPECIAL_INPUTS[input];
}

/** A value in words; empty where there is none. */
export function valueText(field: FormField, value: WireValue | undefined): string {
  return value === null || value === undefined || value === "" ? "" : inputKindOf(field).show(value, field);
}
