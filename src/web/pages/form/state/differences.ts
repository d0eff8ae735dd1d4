import type { FormField, FormSpec } from "../../../../shared/protocol/form.ts";
import type { WireRow } from "../../../../shared/protocol/list.ts";
import { valueText } from "../../../kinds/inputs/input-kinds.ts";
import { type FormDraft, isSame, linesById } from "./form-draft.ts";

/** Something in which a document as it was read differs from the document as it is now, in words. */
export interface Difference {
  readonly key: string;
  readonly label: string;
  readonly seen: string;
  readonly now: string;
  /** What the user entered there. */
  readonly mine: string;
}

/** What somebody else changed, with what the user entered there. */
export function differences(spec: FormSpec, seen: FormDraft, now: FormDraft, mine: FormDraft): Difference[] {
  const shown = spec.sections.flatMap(({ fields }) => fields).flatMap((name) => spec.fields[name] ?? []);
  const head = differing(shown, "", seen.head.values, now.head.values, mine.head.values);
  return [...head, ...spec.lines.flatMap((lines) => lineDifferences(lines, seen, now, mine))];
}

type LinesSpec = FormSpec["lines"][number];

function lineDifferences(spec: LinesSpec, seen: FormDraft, now: FormDraft, mine: FormDraft): Difference[] {
  const { entity, title, columns, fields } = spec;
  const [before, after, own] = [linesById(seen, entity), linesById(now, entity), linesById(mine, entity)];
  const shown = columns.flatMap((name) => fields[name] ?? []);
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  return ids.flatMap((id, index): Difference[] => {
    const label = `${title} 第${index + 1}行`;
    const [was, is, kept] = [before.get(id), after.get(id), own.get(id)];
    if (was === undefined) return [{ key: label, label, seen: "（无）", now: "新增", mine: "" }];
    if (is === undefined) return [{ key: label, label, seen: "（有）", now: "已删除", mine: kept ? "（有）" : "已删除" }];
    return differing(shown, `${label} · `, was.values, is.values, kept?.values ?? {});
  });
}

function differing(fields: readonly FormField[], prefix: string, seen: WireRow, now: WireRow, mine: WireRow): Difference[] {
  return fields
    .filter(({ name, derived }) => !isCalculated(derived) && !isSame(seen[name], now[name]))
    .map((field) => {
      const label = prefix + field.title;
      const text = (row: WireRow) => valueText(field, row[field.name]);
      return { key: label, label, seen: text(seen), now: text(now), mine: text(mine) };
    });
}

/** What follows from the other fields by itself would only repeat them; a copied name says more than its code. */
const isCalculated = (derived: FormField["derived"]): boolean => derived !== null && derived.kind !== "copy";
