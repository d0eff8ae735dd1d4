import { Alert } from "antd";
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import { FormFoot, FormHead } from "./FormBars.tsx";
import { FormSection } from "./FormItem.tsx";
import { KeptDraft } from "./KeptDraft.tsx";
import { FormLines } from "./lines/FormLines.tsx";
import type { FormDraft } from "./state/form-draft.ts";
import type { PlacedProblem } from "./state/form-problems.ts";
import { touchedPlaces } from "./state/touched-places.ts";
import { useFormExit } from "./use-form-exit.ts";
import { type FormPageInput, useFormPage } from "./use-form-page.ts";
import { useKeptDraft } from "./use-kept-draft.ts";
import { useReadPictures } from "./use-read-pictures.ts";
import { useSourceLines } from "./use-source-lines.ts";
import { useWaiting } from "./use-waiting.ts";

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
  useWaiting(body, page.isSaving);
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
        <KeptDraft kept={kept} />
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

/** Whether a box holds more than it shows at once. */
function useIsTall(box: RefObject<HTMLElement>): boolean {
  const [isTall, setTall] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => {
      // A page in another tab has no size: it stays as it was.
      if (element.clientHeight > 0) setTall(element.scrollHeight > element.clientHeight + 1);
    };
    const sizes = new ResizeObserver(look);
    const parts = new MutationObserver(() => {
      for (const child of element.children) sizes.observe(child);
    });
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    parts.observe(element, { childList: true });
    return () => {
      sizes.disconnect();
      parts.disconnect();
    };
  }, [box]);
  return isTall;
}

/** Problems listed one by one; the others are only counted. */
const LISTED = 8;

interface ProblemSummaryProps {
  readonly spec: FormSpec;
  readonly draft: FormDraft;
  readonly problems: readonly PlacedProblem[];
  readonly onGo: (problem: PlacedProblem) => void;
}

/** Everything that keeps the form from being saved; each entry leads to its field. */
function ProblemSummary({ spec, draft, problems, onGo }: ProblemSummaryProps) {
  if (problems.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      data-testid="form-problems"
      message={`有 ${problems.length} 处需要修改`}
      description={
        <ul className="form-problem-list">
          {problems.slice(0, LISTED).map((problem) => (
            <li key={`${problem.place}:${problem.message}`}>
              <button type="button" className="form-link" onClick={() => onGo(problem)}>
                {placeText(spec, draft, problem)}
                {problem.message}
              </button>
            </li>
          ))}
          {problems.length > LISTED && <li>另有 {problems.length - LISTED} 处</li>}
        </ul>
      }
    />
  );
}

/** Where a problem of a line stands: `明细 第3行：`. Nothing for the head, whose messages name their field. */
function placeText(spec: FormSpec, draft: FormDraft, { entity, key }: PlacedProblem): string {
  if (entity === null) return "";
  const title = spec.lines.find((lines) => lines.entity === entity)?.title ?? "";
  const line = (draft.lines[entity] ?? []).findIndex((one) => one.key === key);
  return line < 0 ? `${title}：` : `${title} 第${line + 1}行：`;
}
