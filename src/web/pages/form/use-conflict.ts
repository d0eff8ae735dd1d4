import { useState } from "react";
import type { FormSpec, SaveResult } from "../../../shared/protocol/form.ts";
import type { ShowResult } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { type Difference, differences } from "./state/differences.ts";
import { draftOf, type FormDraft } from "./state/form-draft.ts";
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
  const open = async (target: SaveTarget, { row, actor, time }: NonNullable<SaveResult["current"]>) => {
    // The answer holds the head alone.
    const document = spec.lines.length === 0 ? { row, lines: {} } : await post<ShowResult>(moduleUrl(mdl, "Get"), { id: target.id });
    const now = settle(spec, draftOf(spec, document));
    const found = differences(spec, state.start, now, state.now);
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
