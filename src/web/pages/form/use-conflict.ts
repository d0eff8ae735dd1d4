import { useState } from "react";
import type { FormField, FormSpec, SaveResult } from "../../../shared/protocol/form.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ShowResult } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { valueText } from "../../kinds/inputs/input-kinds.ts";
import { draftOf, type FormDraft, isSame, linesById } from "./state/form-draft.ts";
import type { FormValues } from "./state/form-reducer.ts";
import { mergeDrafts } from "./state/merge-drafts.ts";
import type { SaveTarget } from "./state/save-form.ts";
import { settle } from "./state/settle-draft.ts";

/** Somebody else's change that came before ours. */
export interface Conflict {
  readonly actor: string;
  readonly time: string;
  readonly differences: readonly Difference[];
  readonly now: FormDraft;
  readonly rowver: number;
}

/** A conflict of versions and the two ways out of it. */
export function useConflict(mdl: string, spec: FormSpec, { state, dispatch }: FormValues, onRowver: (rowver: number) => void) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** `seen`: the document as the form began with it; `mine`: as it was sent. */
  const open = async (
    target: SaveTarget,
    { row, actor, time }: NonNullable<SaveResult["current"]>,
    { seen, mine }: { readonly seen: FormDraft; readonly mine: FormDraft },
  ) => {
    // The answer holds the head alone.
    const document = spec.lines.length === 0 ? { row, lines: {} } : await post<ShowResult>(moduleUrl(mdl, "Get"), { id: target.id });
    const now = settle(spec, draftOf(spec, document));
    const found = differences(spec, seen, now, mine);
    setConflict({ actor, time, differences: found, now, rowver: Number(document.row.rowver) });
  };
  const goOn = (draft: FormDraft) => {
    if (conflict === null) return;
    onRowver(conflict.rowver);
    dispatch({ type: "begin", start: conflict.now, now: draft });
    setConflict(null);
  };
  return {
    conflict,
    open,
    merge: () => conflict && goOn(mergeDrafts(spec, state.start, conflict.now, state.now)),
    discard: () => conflict && goOn(conflict.now),
    close: () => setConflict(null),
  };
}

/** Something in which a document as it was read differs from the document as it is now, in words. */
interface Difference {
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
