import { useMemo, useReducer } from "react";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import { type FormDraft, isChanged } from "./form-draft.ts";
import { type PlacedProblem, problemTexts } from "./form-problems.ts";
import { formReducer, startState } from "./form-reducer.ts";
import { checkDraft } from "./settle-draft.ts";

/** The values of a form and what is wrong with them. Holds no drawing and asks nobody. */
export function useFormState(spec: FormSpec, start: FormDraft) {
  const reducer = useMemo(() => formReducer(spec), [spec]);
  const [state, dispatch] = useReducer(reducer, null, () => startState(spec, start));
  const { now, left, isTried, refused } = state;
  const found = useMemo(() => checkDraft(spec, now), [spec, now]);
  // While it is filled in for the first time, a form complains only of what was left behind.
  const shown = useMemo(() => {
    const own = isTried ? found : found.filter(({ place }) => left.has(place));
    return [...own, ...refused.filter(({ place }) => !own.some((problem) => problem.place === place))];
  }, [found, isTried, left, refused]);
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
