import { useMemo, useReducer } from "react";
import type { FormProblem, FormSpec } from "../../../../shared/protocol/form.ts";
import { editLines, type LinesEdit } from "./edit-lines.ts";
import { type FormDraft, isChanged } from "./form-draft.ts";
import { type PlacedProblem, placeOf, placeProblems, problemTexts } from "./form-problems.ts";
import { checkDraft, settle } from "./settle-draft.ts";
import { type Writing, withoutNarrowed, writeField } from "./write-field.ts";

export interface FormState {
  /** As it was read, or as a new one starts. */
  readonly start: FormDraft;
  readonly now: FormDraft;
  /** Places the user has been to: their problems are told already. */
  readonly touched: ReadonlySet<string>;
  /** A saving was tried: every problem is told. */
  readonly isSubmitted: boolean;
  /** What the server found, until it is written over. */
  readonly refused: readonly PlacedProblem[];
}

export type FormEvent =
  | { readonly type: "write"; readonly writing: Writing }
  | { readonly type: "lines"; readonly entity: string; readonly edit: LinesEdit }
  | { readonly type: "touched"; readonly place: string }
  | { readonly type: "submitted" }
  | { readonly type: "refused"; readonly problems: readonly FormProblem[] }
  | { readonly type: "begin"; readonly start: FormDraft; readonly now: FormDraft };

/** The first state of a form. */
export function startState(spec: FormSpec, start: FormDraft, now: FormDraft = start): FormState {
  const [begin, settled] = [settle(spec, start), settle(spec, now)];
  return { start: begin, now: now === start ? begin : settled, touched: new Set(), isSubmitted: false, refused: [] };
}

/** The state of a form after something happened to it. */
export function formReducer(spec: FormSpec) {
  return (state: FormState, event: FormEvent): FormState => {
    switch (event.type) {
      case "write": {
        const now = settle(spec, writeHead(spec, state.now, event.writing));
        return { ...state, now, refused: without(state.refused, [placeOf(null, null, event.writing.field)]) };
      }
      case "lines": {
        const fields = spec.lines.find(({ entity }) => entity === event.entity)?.fields ?? {};
        const before = state.now.lines[event.entity] ?? [];
        const after = editLines(fields, before, event.edit);
        const now = settle(spec, { ...state.now, lines: { ...state.now.lines, [event.entity]: after } });
        return { ...state, now, refused: without(state.refused, writtenPlaces(event.entity, event.edit)) };
      }
      case "touched":
        return state.touched.has(event.place) ? state : { ...state, touched: new Set(state.touched).add(event.place) };
      case "submitted":
        return { ...state, isSubmitted: true, refused: [] };
      case "refused":
        return { ...state, isSubmitted: true, refused: placeProblems(state.now, event.problems) };
      case "begin":
        return startState(spec, event.start, event.now);
    }
  };
}

/** The head may narrow the choices of its lines. */
function writeHead(spec: FormSpec, { head: before, lines }: FormDraft, writing: Writing): FormDraft {
  const head = writeField(spec.fields, before, writing);
  const narrowed = spec.lines.map(({ entity, fields }) => {
    return [entity, (lines[entity] ?? []).map((line) => withoutNarrowed(fields, line, before.values, head.values))] as const;
  });
  return { head, lines: Object.fromEntries(narrowed) };
}

/** A field that is written again is no longer what the server refused; a problem of the whole lines goes with any of them. */
function writtenPlaces(entity: string, edit: LinesEdit): string[] {
  const whole = placeOf(entity, null, "");
  return edit.kind === "write" ? [placeOf(entity, edit.key, edit.writing.field)] : [whole];
}

function without(refused: readonly PlacedProblem[], places: readonly string[]): readonly PlacedProblem[] {
  const kept = refused.filter(({ place }) => !places.includes(place));
  return kept.length === refused.length ? refused : kept;
}

/** The values of a form and what is wrong with them. Holds no drawing and asks nobody. */
export function useFormState(spec: FormSpec, start: FormDraft) {
  const reducer = useMemo(() => formReducer(spec), [spec]);
  const [state, dispatch] = useReducer(reducer, null, () => startState(spec, start));
  const { now, touched, isSubmitted, refused } = state;
  const found = useMemo(() => checkDraft(spec, now), [spec, now]);
  // While it is filled in for the first time, a form complains only of what was left behind.
  const shown = useMemo(() => {
    const own = isSubmitted ? found : found.filter(({ place }) => touched.has(place));
    return [...own, ...refused.filter(({ place }) => !own.some((problem) => problem.place === place))];
  }, [found, isSubmitted, touched, refused]);
  return {
    state,
    dispatch,
    /** Everything that keeps the form from being sent. */
    found,
    /** What the user is told of it. */
    shown: shown as readonly PlacedProblem[],
    texts: useMemo(() => problemTexts(shown), [shown]),
    isDirty: useMemo(() => isChanged(spec, state.start, now), [spec, state.start, now]),
  };
}

export type FormValues = ReturnType<typeof useFormState>;
