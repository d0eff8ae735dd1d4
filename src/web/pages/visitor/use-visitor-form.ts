import { useEffect, useRef, useState } from "react";
import type { FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import { requestKey } from "../../api/post.ts";
import { type FormParams, send } from "../../api/send.ts";
import { blankDraft } from "../form/state/form-draft.ts";
import { fieldId, focusElement } from "../form/state/form-place.ts";
import { useFormState } from "../form/state/form-reducer.ts";
import { saveFailure, saveParams } from "../form/state/save-form.ts";
import { failureOf } from "./VisitorLoad.tsx";

const UNANSWERED = "未收到服务器答复，请检查网络后再次提交：不会重复提交。";

interface VisitorFormInput<T> {
  readonly spec: FormSpec;
  readonly url: string;
  /** What goes with the fields. */
  readonly params: FormParams;
  readonly onDone: (answer: T) => void;
}

/** A form of a visitor, from the first key stroke until it is handed in. Whatever fails, what was entered stays. */
export function useVisitorForm<T>({ spec, url, params, onDone }: VisitorFormInput<T>) {
  const [start] = useState(() => blankDraft(spec));
  const form = useFormState(spec, start);
  const { state, dispatch, found, isDirty } = form;
  const [isSending, setSending] = useState(false);
  const [alert, setAlert] = useState("");
  // The same values sent again carry the same key: after an answer that was lost they are not handed in twice.
  const sent = useRef({ body: "", key: "" });
  useWarning(isDirty);

  const goToFirst = ([first]: readonly Pick<FormProblem, "field">[]) => {
    if (first) setTimeout(() => focusElement(fieldId(first.field)));
  };
  const fail = (error: unknown) => {
    const failure = saveFailure(error);
    if (failure.kind === "problems") {
      dispatch({ type: "refused", problems: failure.problems });
      goToFirst(failure.problems);
    } else setAlert(failure.kind === "unanswered" ? UNANSWERED : failureOf(error));
  };
  const submit = async (): Promise<void> => {
    if (isSending) return;
    setAlert("");
    dispatch({ type: "tried" });
    if (found.length > 0) return goToFirst(found);
    const values = { ...saveParams(spec, state.now, true), ...params };
    const body = JSON.stringify(values);
    if (sent.current.body !== body) sent.current = { body, key: requestKey() };
    setSending(true);
    try {
      onDone(await send<T>(url, values, { token: null, headers: { "Idempotency-Key": sent.current.key } }));
    } catch (error) {
      fail(error);
      setSending(false);
    }
  };
  return { ...form, submit, isSending, alert };
}

/** Asks before what was entered is lost with the page. */
function useWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isDirty]);
}
