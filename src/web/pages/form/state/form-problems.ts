import type { FormProblem } from "../../../../shared/protocol/form.ts";
import type { FormDraft } from "./form-draft.ts";

/** Something wrong at a place of the form. A line is known by its key, so that it may move meanwhile. */
export interface PlacedProblem {
  readonly place: string;
  readonly entity: string | null;
  readonly key: string | null;
  readonly field: string;
  readonly message: string;
}

/** A place of a form: a field of the head, or of one line. */
export const placeOf = (entity: string | null, key: string | null, field: string): string => `${entity ?? ""}/${key ?? ""}/${field}`;

/** Problems as the check and the server tell them, with lines by number, at their places. Those of lines no longer there are dropped. */
export function placeProblems(draft: FormDraft, problems: readonly FormProblem[]): PlacedProblem[] {
  return problems.flatMap(({ entity = null, line = null, field, message }): PlacedProblem[] => {
    if (entity === null || line === null) return [{ place: placeOf(entity, null, field), entity, key: null, field, message }];
    const key = draft.lines[entity]?.[line]?.key;
    return key === undefined ? [] : [{ place: placeOf(entity, key, field), entity, key, field, message }];
  });
}

/** The texts of one place, told together. */
export type ProblemTexts = ReadonlyMap<string, string>;

/** Problems by place. */
export function problemTexts(problems: readonly PlacedProblem[]): ProblemTexts {
  const texts = new Map<string, string>();
  for (const { place, message } of problems) {
    const told = texts.get(place);
    if (told !== message) texts.set(place, told === undefined ? message : `${told}；${message}`);
  }
  return texts;
}
