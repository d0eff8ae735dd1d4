import type { ComponentType } from "react";
import type { FormField } from "../../../shared/protocol/form.ts";
import type { WireRow, WireValue } from "../../../shared/protocol/list.ts";
import type { ModuleCall } from "../../api/endpoints.ts";

/** Where the choices of a field come from: the module, and the line entity if it is a line's field. */
export interface ChoiceSource {
  readonly mdl: string;
  readonly entity: string | null;
  /** The call that answers them, where it is not that of the module's form. */
  readonly call?: ModuleCall;
}

export interface InputProps {
  readonly field: FormField;
  /** DOM id of the control, which its label points to. */
  readonly id: string;
  readonly value: WireValue;
  /** `fill`: what the chosen row gives to other fields; only where one was chosen. */
  readonly onChange: (value: WireValue, fill?: WireRow) => void;
  readonly source: ChoiceSource;
  /** Values of the fields that narrow the choice. */
  readonly narrow: WireRow;
  /** In a cell of a table: no border of its own, and focused as soon as it is drawn. */
  readonly isCell?: boolean;
  /** Its list is open as soon as it is drawn: somebody pointed at it. */
  readonly opensAtOnce?: boolean;
  readonly isInvalid: boolean;
  /** DOM ids of the texts that tell more: help and problem. */
  readonly describedBy?: string | undefined;
}

/** How a value is entered, written in words, and read from a pasted text. */
export interface InputKind {
  readonly Control: ComponentType<InputProps>;
  readonly align: "left" | "right" | "center";
  /** The value in words, as a cell shows it while nobody edits it. */
  readonly show: (value: Exclude<WireValue, null>, field: FormField) => string;
  /** The wire value of a text. What cannot be understood stays the text it is, so that the check can tell what is wrong. */
  readonly read: (text: string, field: FormField) => WireValue;
}

/** What is the same for fields of a form and for a value asked for elsewhere. */
export interface AskedField extends Pick<InputProps, "id" | "isCell" | "isInvalid" | "describedBy"> {
  readonly field: Pick<FormField, "name" | "title" | "isRequired">;
}

/** What every control tells assistive technology. */
export function ariaOf({ field, id, isInvalid, describedBy, isCell }: AskedField) {
  return {
    id,
    "aria-invalid": isInvalid,
    "aria-required": field.isRequired,
    ...(describedBy !== undefined && { "aria-describedby": describedBy }),
    ...(isCell && { "aria-label": field.title }),
  };
}

/** How a control looks: in a cell of a table without a border of its own, and focused at once. */
export function looksOf({ isCell = false, isInvalid }: AskedField) {
  return { autoFocus: isCell, variant: isCell ? "borderless" : "outlined", status: isInvalid ? "error" : "" } as const;
}
