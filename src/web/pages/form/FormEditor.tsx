import { Alert } from "antd";
import { lazy, Suspense, useRef } from "react";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { FormFoot, FormHead } from "./FormBars.tsx";
import { FormSection } from "./FormSection.tsx";
import { KeptDraft } from "./KeptDraft.tsx";
import { FormLines } from "./lines/FormLines.tsx";
import { useSourceLines } from "./lines/use-source-lines.ts";
import { ProblemSummary, problemPlaceText } from "./ProblemSummary.tsx";
import type { FormDraft } from "./state/form-draft.ts";
import type { SaveTarget } from "./state/save-form.ts";
import { useFormExit } from "./use-form-exit.ts";
import { useFormPage } from "./use-form-page.ts";
import { useIsTall } from "./use-is-tall.ts";
import { useKeptDraft } from "./use-kept-draft.ts";
import { useLeftPlaces } from "./use-left-places.ts";
import { useReadPictures } from "./use-read-pictures.ts";
import { useSaveKey } from "./use-save-key.ts";

const ConflictDialog = lazy(() => import("./ConflictDialog.tsx"));

interface FormEditorProps {
  readonly screen: ScreenModel;
  readonly spec: FormSpec;
  /** null: a new row. */
  readonly target: SaveTarget | null;
  readonly start: FormDraft;
  /** What the row is known by; empty for a new one. */
  readonly number: string;
}

/** A form: its head in sections, its lines, its problems, and the ways out of it. */
export function FormEditor({ screen, spec, target, start, number }: FormEditorProps) {
  const page = useFormPage({ screen, spec, target, start });
  const kept = useKeptDraft({ screen, spec, target, page });
  const exit = useFormExit({ screen, target, page, start, onLeft: kept.forget });
  const body = useRef<HTMLDivElement>(null);
  const isTall = useIsTall(body);
  useSaveKey(exit.save);
  useLeftPlaces(body, page.dispatch);
  useSourceLines({ mdl: page.mdl, spec, state: page.state, dispatch: page.dispatch });
  const { state, dispatch, texts, mdl, conflict, cursor } = page;
  const { values } = state.now.head;
  const isNew = target === null;
  useReadPictures({ spec, state, isNew, dispatch });
  return (
    <section className="form" data-testid="form-page">
      <FormHead screen={screen} number={number} exit={exit} isNew={isNew} isSaving={page.isSaving} />
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
      <div ref={body} className="form-body">
        {kept.found !== null && <KeptDraft time={kept.found.time} onRestore={kept.restore} onForget={kept.forget} />}
        {state.isTried && <ProblemSummary problems={page.shown} whereOf={(at) => problemPlaceText(spec, state.now, at)} onGo={page.goTo} />}
        {spec.sections.map((section) => (
          <FormSection
            key={section.title}
            mdl={mdl}
            section={section}
            fields={spec.fields}
            values={values}
            texts={texts}
            isNew={isNew}
            dispatch={dispatch}
          />
        ))}
        {spec.lines.map((lines) => (
          <FormLines
            key={lines.entity}
            mdl={mdl}
            spec={lines}
            shown={screen.show.lines.find(({ entity }) => entity === lines.entity)}
            lines={state.now.lines[lines.entity] ?? []}
            head={values}
            texts={texts}
            active={cursor?.entity === lines.entity ? cursor : null}
            onEnter={page.enter}
            dispatch={dispatch}
          />
        ))}
      </div>
      {isTall && <FormFoot isDirty={page.isDirty} problems={page.shown.length} exit={exit} isNew={isNew} isSaving={page.isSaving} />}
      {conflict.conflict !== null && (
        <Suspense fallback={null}>
          <ConflictDialog conflict={conflict.conflict} onMerge={conflict.merge} onDiscard={conflict.discard} onClose={conflict.close} />
        </Suspense>
      )}
    </section>
  );
}
