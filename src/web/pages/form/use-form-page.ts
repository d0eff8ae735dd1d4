import { type HttpError, useCreate, useUpdate } from "@refinedev/core";
import { useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FormSpec, SaveResult } from "../../../shared/protocol/form.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { requestKey } from "../../api/post.ts";
import type { FormParams } from "../../api/send.ts";
import { SILENT } from "../../data/query-client.ts";
import type { FormDraft } from "./state/form-draft.ts";
import { type PlacedProblem, placeProblems } from "./state/form-problems.ts";
import { useFormState } from "./state/form-reducer.ts";
import { type SaveTarget, saveFailure, saveParams } from "./state/save-form.ts";
import { useConflict } from "./use-conflict.ts";
import { useCursor } from "./use-cursor.ts";

const UNANSWERED = "未收到服务器答复，内容可能已经保存。请检查网络后再次保存：不会重复保存。";

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
  const { screen, spec, target, start } = input;
  const mdl = String(screen.MdlId);
  const form = useFormState(spec, start);
  const { state, dispatch, found } = form;
  const send = useSave(mdl);
  const [isSaving, setSaving] = useState(false);
  const { cursor, enter, goTo } = useCursor(dispatch);
  const [alert, setAlert] = useState<string | null>(null);
  const rowver = useRef(target?.rowver ?? 0);
  const conflict = useConflict(mdl, spec, form, (next) => (rowver.current = next));

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
  const save = async (): Promise<SaveRecord | null> => {
    if (isSaving) return null;
    setAlert(null);
    dispatch({ type: "submitted" });
    if (found.length > 0) {
      goToFirst(found);
      return null;
    }
    const to = target && { id: target.id, rowver: rowver.current };
    // Before the next key stroke: what is entered from here on would not be in what is sent.
    flushSync(() => setSaving(true));
    try {
      return await send(to, saveParams(spec, state.now, target === null));
    } catch (error) {
      await fail(error).catch((other: unknown) => setAlert(other instanceof Error ? other.message : UNANSWERED));
      return null;
    } finally {
      // Before the cursor goes to what was refused.
      flushSync(() => setSaving(false));
    }
  };

  const begin = useCallback((draft: FormDraft) => dispatch({ type: "begin", start: draft, now: draft }), [dispatch]);
  return { ...input, ...form, mdl, save, isSaving, alert, closeAlert: () => setAlert(null), conflict, cursor, enter, goTo, begin };
}

export type FormPage = ReturnType<typeof useFormPage>;

/** {@link SaveResult} as refine's generic types accept it. */
type SaveRecord = Pick<SaveResult, keyof SaveResult>;

/**
 * Sends a form. The same values sent again carry the same key: after an answer that was lost they are not saved twice.
 * Throws whatever the server refuses with; nothing is told here.
 */
function useSave(mdl: string) {
  const { mutateAsync: create } = useCreate<SaveRecord, HttpError, FormParams>({
    mutationOptions: { meta: SILENT },
  });
  const { mutateAsync: update } = useUpdate<SaveRecord, HttpError, FormParams>({
    mutationOptions: { meta: SILENT },
  });
  const sent = useRef({ body: "", key: "" });

  return async (target: SaveTarget | null, values: FormParams): Promise<SaveRecord> => {
    const body = JSON.stringify([target, values]);
    if (sent.current.body !== body) sent.current = { body, key: requestKey() };
    const usual = {
      resource: mdl,
      meta: { headers: { "Idempotency-Key": sent.current.key } },
      // The query client outdates everything after each saving.
      invalidates: [],
      successNotification: false as const,
      errorNotification: false as const,
    };
    const { data } = await (target === null
      ? create({ ...usual, values })
      : update({ ...usual, id: target.id, values: { ...values, rowver: target.rowver }, mutationMode: "pessimistic" }));
    sent.current = { body: "", key: "" };
    return data;
  };
}
