import type { FormField } from "../../../shared/protocol/form.ts";
import type { WireValue } from "../../../shared/protocol/list.ts";
import type { FieldType } from "../../../shared/registry/model.ts";
import { choice } from "./choice.tsx";
import { date, datetime } from "./day.tsx";
import { functions } from "./functions.tsx";
import type { InputKind } from "./input-kind.ts";
import { known } from "./known.tsx";
import { decimal, integer, rate } from "./numbers.tsx";
import { place } from "./place.tsx";
import { ref } from "./ref.tsx";
import { scopes } from "./scopes.tsx";
import { switchKind } from "./switch.tsx";
import { text, textarea } from "./text.tsx";
import { file, images } from "./uploads.tsx";

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
  price: decimal,
  quantity: decimal,
  rate,
  enum: choice,
  ref,
  url: file,
  images,
} satisfies Record<FieldType, InputKind>;

/** Inputs that the type alone does not tell. */
const SPECIAL_INPUTS = { functions, known, place, scopes } satisfies Record<NonNullable<FormField["input"]>, InputKind>;

/** How a field is entered. */
export function inputKindOf({ type, input }: Pick<FormField, "type" | "input">): InputKind {
  return input === null ? INPUT_KINDS[type] : SPECIAL_INPUTS[input];
}

/** A value in words; empty where there is none. */
export function valueText(field: FormField, value: WireValue | undefined): string {
  return value === null || value === undefined || value === "" ? "" : inputKindOf(field).show(value, field);
}
