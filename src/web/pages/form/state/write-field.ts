import type { FormFields } from "../../../../shared/domain/form/form-cells.ts";
import type { FormField } from "../../../../shared/protocol/form.ts";
import type { WireRow, WireValue } from "../../../../shared/protocol/list.ts";
import { type Draft, isBlank, isSame } from "./form-draft.ts";

/** What the user does to one field. `fill`: what the chosen row gives to the fields that copy or propose from it. */
export interface Writing {
  readonly field: string;
  readonly value: WireValue;
  readonly fill?: WireRow | undefined;
}

/** The row after a field was written: copies taken, proposals made, and choices that no longer fit cleared. */
export function writeField<T extends Draft>(fields: FormFields, draft: T, { field, value, fill = {} }: Writing): T {
  const before = draft.values[field];
  const written = new Set(draft.written).add(field);
  if (isBlank(value)) written.delete(field);
  let next: T = { ...draft, values: { ...draft.values, [field]: value }, written };
  if (isSame(before, value) && Object.keys(fill).length === 0) return next;
  for (const other of Object.values(fields)) {
    const given = givenTo(other, field, fill);
    if (given !== undefined && isOpen(other, next)) next = { ...next, values: { ...next.values, [other.name]: given } };
    // A choice made under another value of this field may be none any more.
    else if (isNarrowed(other, field, before, value) && !isBlank(next.values[other.name])) {
      next = writeField(fields, next, { field: other.name, value: null });
    }
  }
  return next;
}

/** What a field gets from the choice just made in `via`; undefined: it does not depend on it. */
function givenTo({ name, derived, prefill, readFrom }: FormField, via: string, fill: WireRow): WireValue | undefined {
  if (derived?.kind === "copy" && derived.via === via) return fill[name] ?? null;
  if (derived?.kind === "origin" && derived.of === via) return fill[derived.part] ?? null;
  return prefill?.via === via || readFrom?.via === via ? fill[name] : undefined;
}

/** A derived field follows always, a proposed one as long as the user wrote nothing there. */
function isOpen({ name, derived }: FormField, draft: Draft): boolean {
  return derived !== null || isBlank(draft.values[name]) || !draft.written.has(name);
}

const isNarrowed = ({ narrowedBy }: FormField, by: string, before: WireValue | undefined, after: WireValue): boolean =>
  narrowedBy.includes(by) && isOther(before, after);

/** One value went and another came. What was chosen before there was any, or is free again, may well fit. */
const isOther = (before: WireValue | undefined, after: WireValue | undefined): boolean =>
  !isBlank(before) && !isBlank(after) && !isSame(before, after);

/** A row without the choices that fields outside of it narrow, where these have changed. */
export function withoutNarrowed<T extends Draft>(fields: FormFields, draft: T, before: WireRow, after: WireRow): T {
  const stale = Object.values(fields).filter(
    ({ name, narrowedBy }) => !isBlank(draft.values[name]) && narrowedBy.some((by) => !(by in fields) && isOther(before[by], after[by])),
  );
  return stale.reduce((next, { name }) => writeField(fields, next, { field: name, value: null }), draft);
}
