import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { FormParams } from "../../api/send.ts";
import { placeOf } from "../form/state/form-problems.ts";
import { leftPlaces } from "../form/state/left-places.ts";
import { useToast } from "./use-toast.ts";
import { useVisitorForm } from "./use-visitor-form.ts";
import { VisitorField } from "./VisitorField.tsx";

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
    <form className="visitor-form" noValidate {...leftPlaces(dispatch)} onSubmit={onSubmit} data-testid="visitor-form">
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
