import type { FormField } from "../../../shared/protocol/form.ts";
import type { WireValue } from "../../../shared/protocol/list.ts";
import type { ColumnFormat, ScreenColumn } from "../../../shared/protocol/screen.ts";
import { renderValue } from "../columns/column-kinds.ts";
import { valueText } from "./input-kinds.ts";

/** Types whose values are more than words. */
const DRAWN: Readonly<Partial<Record<FormField["type"], ColumnFormat>>> = { images: "images", url: "file" };

/** A value of a form that cannot be written. */
export function ReadValue({ field, value }: { field: FormField; value: WireValue }) {
  const format = DRAWN[field.type];
  if (format !== undefined) return <>{renderValue({ [field.name]: value }, columnOf(field, format), "—")}</>;
  return <>{valueText(field, value) || "—"}</>;
}

function columnOf({ name, title }: FormField, format: ColumnFormat): ScreenColumn {
  return { field: name, title, format, width: 0, align: "left", fixed: null, sortable: false, labels: [] };
}
