import { useCallback, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import type { FormDraft } from "./state/form-draft.ts";
import { type PlacedProblem, placeProblems } from "./state/form-problems.ts";
import { useFormState } from "./state/form-reducer.ts";
import { changesFixed, type LostSave, ofRow } from "./state/lost-save.ts";
import { isRefusal, type SaveTarget, saveFailure, saveParams } from "./state/save-form.ts";
import { useConflict } from "./use-conflict.ts";
import { useCursor } from "./use-cursor.ts";
import { type SaveRecord, useSave } from "./use-save.ts";

const UNANSWERED = "未收到服务器答复，内容可能已经保存。请检查网络后再次保存：不会重复保存。";
const UNCERTAIN = "上次保存未收到答复，可能已经保存，而保存后不能在这里修改。请先到列表核对；再次保存将另存一份。";

/** What a form is opened with. */
export interface FormPageInput {
  readonly screen: ScreenModel;
  readonly spec: FormSpec;
  /** null: a new row. */
  readonly target: SaveTarget | null;
  readonly start: FormDraft;
}

/** A form from the first key stroke to the saved row. Whatever fails, what was entered stays. */
export function useFormPage(input: FormPageInput) {
  const { screen, spec, start } = input;
  const mdl = String(screen.MdlId);
  const form = useFormState(spec, start);
  const { state, dispatch, found } = form;
  const { keyOf, send } = useSave(mdl);
  const [isSaving, setSaving] = useState(false);
  const [lost, setLost] = useState<LostSave | null>(null);
  // What was new turned out to be saved.
  const [made, setMade] = useState<SaveRecord | null>(null);
  const target = useMemo(() => (made === null ? input.target : { id: String(made.id), rowver: made.rowver }), [made, input.target]);
  const { cursor, enter, goTo } = useCursor(dispatch);
  const [alert, setAlert] = useState<string | null>(null);
  const rowver = useRef(target?.rowver ?? 0);
  const conflict = useConflict(mdl, spec, form, (next) => (rowver.current = next));

  const goToFirst = (problems: readonly PlacedProblem[]) => problems[0] && goTo(problems[0]);

  const fail = async (error: unknown, { to, from, now }: Pick<Pending, "to" | "from" | "now">): Promise<void> => {
    const failure = saveFailure(error);
    if (failure.kind === "problems") {
      dispatch({ type: "refused", problems: failure.problems });
      goToFirst(placeProblems(state.now, failure.problems));
    } else if (failure.kind === "conflict" && to !== null) await conflict.open(to, failure.current, { seen: from, mine: now });
    else setAlert(failure.kind === "refused" ? failure.text : UNANSWERED);
  };

  /** Asks again for a saving that got no answer: it is done now, if it was not. null: it was refused, and so nothing is there. */
  const findLost = async ({ values, key }: LostSave): Promise<SaveRecord | null> => {
    try {
      return await send(null, values, key);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return null;
    }
  };

  /** What is saved, and what the form began with. */
  const whatToSave = async (): Promise<Pending | null> => {
    const usual = { to: target && { id: target.id, rowver: rowver.current }, from: state.start, now: state.now, notice: made?.notice };
    if (target !== null || lost === null || isEqual(lost.values, saveParams(spec, state.now, true))) return usual;
    // Asking again may do now what was given up meanwhile: only where it can be changed at once.
    if (changesFixed(spec.fields, lost.draft.head, state.now.head) || !screen.actions.some(({ kind }) => kind === "edit")) {
      setLost(null);
      setAlert(UNCERTAIN);
      return null;
    }
    const saved = await findLost(lost);
    if (saved === null) {
      setLost(null);
      return usual;
    }
    const id = String(saved.id);
    // Its lines go, and those of the form take their places.
    const from = ofRow(saved.id, lost.draft);
    const now = ofRow(saved.id, state.now);
    setLost(null);
    setMade(saved);
    rowver.current = saved.rowver;
    dispatch({ type: "begin", start: from, now });
    return { to: { id, rowver: saved.rowver }, from, now, notice: saved.notice };
  };

  /** Saves what can be saved; null if it was not. */
  const save = async (): Promise<SaveRecord | null> => {
    if (isSaving) return null;
    setAlert(null);
    dispatch({ type: "submitted" });
    if (found.length > 0) {
      goToFirst(found);
      return null;
    }
    // Before the next key stroke: what is entered from here on would not be in what is sent.
    flushSync(() => setSaving(true));
    let pending: Pending | null = null;
    try {
      pending = await whatToSave();
      if (pending === null) return null;
      const { to, now, notice } = pending;
      const values = saveParams(spec, now, to === null);
      const key = to === null && lost !== null && isEqual(lost.values, values) ? lost.key : keyOf(to, values);
      try {
        return { ...(notice !== undefined && { notice }), ...(await send(to, values, key)) };
      } catch (error) {
        if (to === null && saveFailure(error).kind === "unanswered") setLost({ key, values, draft: now });
        else if (isRefusal(error)) setLost(null);
        throw error;
      }
    } catch (error) {
      const failed = pending ?? { to: null, from: state.start, now: state.now };
      await fail(error, failed).catch((other: unknown) => setAlert(other instanceof Error ? other.message : UNANSWERED));
      return null;
    } finally {
      // Before the cursor goes to what was refused.
      flushSync(() => setSaving(false));
    }
  };

  const begin = useCallback(
    (draft: FormDraft) => {
      setLost(null);
      setMade(null);
      rowver.current = input.target?.rowver ?? 0;
      dispatch({ type: "begin", start: draft, now: draft });
    },
    [dispatch, input.target],
  );
  const closeAlert = () => setAlert(null);
  return { ...input, ...form, mdl, target, save, isSaving, lost, setLost, alert, closeAlert, conflict, cursor, enter, goTo, begin };
}

export type FormPage = ReturnType<typeof useFormPage>;

/** What is about to be saved: values of a row, or of a new one, with what the form began with. */
interface Pending {
  readonly to: SaveTarget | null;
  readonly from: FormDraft;
  readonly now: FormDraft;
  /** What the user must know of a saving that is only now known to be done. */
  readonly notice: string | undefined;
}

const isEqual = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);
