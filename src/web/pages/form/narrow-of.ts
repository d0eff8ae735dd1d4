import type { FormField } from "../../../shared/protocol/form.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";

const NOTHING: WireRow = {};

/** The values that narrow a field's choice; always the same object where there are none. */
export function narrowOf({ narrowedBy }: FormField, values: WireRow): WireRow {
  return narrowedBy.length === 0 ? NOTHING : Object.fromEntries(narrowedBy.map((name) => [name, values[name] ?? null]));
}
