import type { FormFields } from "../../../../shared/domain/form/form-cells.ts";
import type { FormSpec } from "../../../../shared/protocol/form.ts";
import { type Draft, type FormDraft, idOf, isSame, type Line, linesById } from "./form-draft.ts";

/**
 * The document as it is now, with the user's entries in every field that nobody else changed, and his own new lines.
 * `seen`: as it was when he began; `mine`: as he left it.
 */
export function mergeDrafts(spec: FormSpec, seen: FormDraft, now: FormDraft, mine: FormDraft): FormDraft {
  const lines = spec.lines.map(({ entity, fields }) => [entity, mergeLines(fields, entity, seen, now, mine)] as const);
  return { head: mergeDraft(spec.fields, seen.head, now.head, mine.head), lines: Object.fromEntries(lines) };
}

function mergeDraft<T extends Draft>(fields: FormFields, seen: Draft, now: T, mine: Draft): T {
  const changed = (a: Draft, b: Draft) => Object.keys(fields).filter((name) => !isSame(a.values[name], b.values[name]));
  const theirs = new Set(changed(seen, now));
  const kept = changed(seen, mine).filter((name) => !theirs.has(name));
  const values = Object.fromEntries(kept.map((name) => [name, mine.values[name] ?? null]));
  return { ...now, values: { ...now.values, ...values }, written: new Set(kept) };
}

/** Lines are known by their id. A line deleted here comes back only if somebody else changed it, one deleted there is gone. */
function mergeLines(fields: FormFields, entity: string, seen: FormDraft, now: FormDraft, mine: FormDraft): Line[] {
  const [before, own] = [linesById(seen, entity), linesById(mine, entity)];
  const merged = (now.lines[entity] ?? []).flatMap((line) => {
    const [was, kept] = [before.get(idOf(line)), own.get(idOf(line))];
    if (was === undefined) return [line];
    if (kept !== undefined) return [mergeDraft(fields, was, line, kept)];
    return Object.keys(fields).every((name) => isSame(was.values[name], line.values[name])) ? [] : [line];
  });
  return [...merged, ...(mine.lines[entity] ?? []).filter((line) => idOf(line) === "")];
}
