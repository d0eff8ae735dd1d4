import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import { requestKey } from "../../api/post.ts";
import { type FormParams, send } from "../../api/send.ts";
import { blankDraft } from "../form/state/form-draft.ts";
import { fieldId, focusElement } from "../form/state/form-place.ts";
import { placeOf } from "../form/state/form-problems.ts";
import { useFormState } from "../form/state/form-reducer.ts";
import { saveFailure, saveParams } from "../form/state/save-form.ts";
import { touchedPlaces } from "../form/state/touched-places.ts";
import { useToast } from "./use-toast.ts";
import { VisitorField } from "./VisitorField.tsx";
import { failureOf } from "./VisitorFrame.tsx";

interface VisitorFormProps<T> {
  readonly spec: FormSpec;
  /** Whom it is for; empty: nobody was chosen yet. Pictures are uploaded to this shop, and do not follow to another. */
  readonly shop: string;
  readonly url: string;
  readonly params: FormParams;
  readonly submitText: string;
  readonly note?: ReactNode;
  readonly onDone: (answer: T) => void;
}

/** What a visitor fills in: sections, and the button that hands it in. */
export function VisitorForm<T>({ spec, shop, url, params, submitText, note, onDone }: VisitorFormProps<T>) {
  const { state, dispatch, shown, texts, submit, isSending, alert } = useVisitorForm<T>({ spec, url, params, onDone });
  const { toast, tell } = useToast();
  const { values } = state.now.head;
  const uploadedTo = useRef(shop);
  useEffect(() => {
    if (uploadedTo.current === shop) return;
    uploadedTo.current = shop;
    for (const { name, type } of Object.values(spec.fields)) {
      if (type === "images") dispatch({ type: "write", writing: { field: name, value: null } });
    }
  }, [shop, spec, dispatch]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form className="visitor-form" noValidate {...touchedPlaces(dispatch)} onSubmit={onSubmit} data-testid="visitor-form">
      {spec.sections.map((section) => (
        <section key={section.title} className="visitor-card" aria-label={section.title}>
          <h2>{section.title}</h2>
          <div className="visitor-grid">
            {section.fields
              .flatMap((name) => spec.fields[name] ?? [])
              .map((field) => (
                <VisitorField
                  key={field.name}
                  field={field}
                  shop={shop}
                  value={values[field.name] ?? null}
                  problem={texts.get(placeOf(null, null, field.name))}
                  dispatch={dispatch}
                  tell={tell}
                />
              ))}
          </div>
        </section>
      ))}
      {toast !== null && (
        <div className="visitor-toast" data-tone={toast.tone} role={toast.tone === "good" ? "status" : "alert"} data-testid="toast">
          {toast.text}
        </div>
      )}
      <footer className="visitor-foot">
        {alert !== "" && (
          <div className="visitor-alert" role="alert" data-testid="visitor-alert">
            {alert}
          </div>
        )}
        <span className="visitor-count" role="status">
          {shown.length > 0 && `有 ${shown.length} 处需要修改`}
        </span>
        <button
          type="submit"
          className="visitor-button"
          disabled={isSending}
          // The field keeps the focus: leaving it could bring up its problem, and move the button from under the pointer.
          onMouseDown={(event) => event.preventDefault()}
          data-testid="visitor-submit"
        >
          {isSending ? "正在提交…" : submitText}
        </button>
        {note !== undefined && <p className="visitor-note">{note}</p>}
      </footer>
    </form>
  );
}

const UNANSWERED = "未收到服务器答复，请检查网络后再次提交：不会重复提交。";

/** A form of a visitor, from the first key stroke until it is handed in. Whatever fails, what was entered stays. */
function useVisitorForm<T>({ spec, url, params, onDone }: Pick<VisitorFormProps<T>, "spec" | "url" | "params" | "onDone">) {
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
    dispatch({ type: "submitted" });
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
