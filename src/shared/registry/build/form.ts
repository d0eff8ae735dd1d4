import type { RawForm } from "../generated/raw.ts";
import type { Form } from "../model.ts";

/** What a form page works with; null: the page is none. */
export function buildForm(raw: RawForm | undefined): Form | null {
  if (!raw) return null;
  const { mode, group = null, label = null, value = null, valueType = null, fallback = null, editable = [] } = raw;
  return { mode, group, label, value, valueType, fallback, editable };
}
