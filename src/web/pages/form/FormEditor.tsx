import { Alert } from "antd";
import { lazy, Suspense, useRef } from "react";
import { FormFoot, FormHead } from "./FormBars.tsx";
import { FormSection } from "./FormItem.tsx";
import { KeptDraft } from "./KeptDraft.tsx";
import { FormLines } from "./lines/FormLines.tsx";
import { ProblemSummary } from "./ProblemSummary.tsx";
import { touchedPlaces } from "./state/touched-places.ts";
import { useFormExit } from "./use-form-exit.ts";
import { type FormPageInput, useFormPage } from "./use-form-page.ts";
import { useIsTall } from "./use-is-tall.ts";
import { useKeptDraft } from "./use-kept-draft.ts";
import { useReadPictures } from "./use-read-pictures.ts";
import { useSourceLines } from "./use-source-lines.ts";

const ConflictDialog = lazy(() => import("./ConflictDialog.tsx"));

interface FormEditorProps extends FormPageInput {
  /** What the row is known by; empty for a new one. */
  readonly number: string;
}

/** A form: its head in sections, its lines, its problems, and the ways out of it. */
export function FormEditor({ number, ...input }: FormEditorProps) {
  const page = useFormPage(input);
  const kept = useKeptDraft(page);
  const exit = useFormExit(page, kept.forget);
  const body = useRef<HTMLDivElement>(null);
  const isTall = useIsTall(body);
  useSourceLines(page);
  useReadPictures(page);
  const { screen, spec, state, dispatch, conflict } = page;
  const buttons = { exit, isNew: input.target === null, isSaving: page.isSaving };
  return (
    <section className="form" data-testid="form-page">
      <FormHead screen={screen} number={number} {...buttons} />
      {page.alert !== null && (
        <Alert
          className="form-alert"
          type="error"
          showIcon
          closable
          message={page.alert}
          onClose={page.closeAlert}
          data-testid="form-alert"
        />
      )}
      <div ref={body} className="form-body" {...touchedPlaces(dispatch)}>
        {kept.found !== null && <KeptDraft time={kept.found.time} onRestore={kept.restore} onForget={kept.forget} />}
        {state.isSubmitted && <ProblemSummary spec={spec} draft={state.now} problems={page.shown} onGo={page.goTo} />}
        {spec.sections.map((section) => (
          <FormSection key={section.title} page={page} section={section} />
        ))}
        {spec.lines.map((lines) => (
          <FormLines key={lines.entity} page={page} spec={lines} />
        ))}
      </div>
      {isTall && <FormFoot isDirty={page.isDirty} problems={page.shown.length} {...buttons} />}
      {conflict.conflict !== null && (
        <Suspense fallback={null}>
          <ConflictDialog conflict={conflict.conflict} onMerge={conflict.merge} onDiscard={conflict.discard} onClose={conflict.close} />
        </Suspense>
      )}
    </section>
  );
}
