import { useCallback, useRef, useState } from "react";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import type { FormDraft } from "./form-draft.ts";
import { type PlacedProblem, placeProblems } from "./form-problems.ts";
import { saveFailure } from "./save-outcome.ts";
import { saveParams } from "./save-params.ts";
import { useConflict } from "./use-conflict.ts";
import { useCursor } from "./use-cursor.ts";
import { useFormState } from "./use-form-state.ts";
import { type SaveTarget, useSave } from "./use-save.ts";

const UNANSWERED = "未收到服务器答复，内容可能已经保存。请检查网络后再次保存：不会重复保存。";

/** A saving that went through. */
export interface Saved {
  readonly id: number;
  readonly notice: string | undefined;
}

interface FormPageInput {
  readonly screen: ScreenModel;
  readonly spec: FormSpec;
  /** null: a new row. */
  readonly target: SaveTarget | null;
  readonly start: FormDraft;
}

/** A form from the first key stroke to the saved row. Whatever fails, what was entered stays. */
export function useFormPage({ screen, spec, target, start }: FormPageInput) {
  const mdl = String(screen.MdlId);
  const form = useFormState(spec, start);
  const { state, dispatch, found } = form;
  const { save: send, isSaving } = useSave(mdl);
  const { cursor, enter, goTo } = useCursor(dispatch);
  const [alert, setAlert] = useState<string | null>(null);
  const rowver = useRef(target?.rowver ?? 0);
  const conflict = useConflict({ mdl, spec, state, dispatch, onRowver: (next) => (rowver.current = next) });

  const goToFirst = (problems: readonly PlacedProblem[]) => problems[0] && goTo(problems[0]);

  const fail = async (error: unknown): Promise<void> => {
    const failure = saveFailure(error);
    if (failure.kind === "problems") {
      dispatch({ type: "refused", problems: failure.problems });
      goToFirst(placeProblems(state.now, failure.problems));
    } else if (failure.kind === "conflict" && target !== null) await conflict.open(target, failure.current);
    else setAlert(failure.kind === "refused" ? failure.text : UNANSWERED);
  };

  /** Saves what can be saved; null if it was not. */
  const save = async (): Promise<Saved | null> => {
    if (isSaving) return null;
    setAlert(null);
    dispatch({ type: "tried" });
    if (found.length > 0) {
      goToFirst(found);
      return null;
    }
    const to = target && { id: target.id, rowver: rowver.current };
    try {
      const { id, notice } = await send(to, saveParams(spec, state.now, target === null));
      return { id, notice };
    } catch (error) {
      await fail(error).catch((other: unknown) => setAlert(other instanceof Error ? other.message : UNANSWERED));
      return null;
    }
  };

  const begin = useCallback((draft: FormDraft) => dispatch({ type: "begin", start: draft, now: draft }), [dispatch]);
  return { ...form, mdl, save, isSaving, alert, closeAlert: () => setAlert(null), conflict, cursor, enter, goTo, begin };
}
