import { dayOf } from "../../../shared/domain/day.ts";
import { firstOfEach, problemsOf } from "../../../shared/domain/form/problems-of.ts";
import type { FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import type { FormDraft } from "./form-draft.ts";
import { type PlacedProblem, placeProblems } from "./form-problems.ts";
import { type ReadDraft, readDraft } from "./read-draft.ts";

/** Everything wrong with what was entered, as the server will see it. */
export function checkDraft(spec: FormSpec, draft: FormDraft): PlacedProblem[] {
  const read = readDraft(spec, draft);
  const rows = Object.entries(read.lines).map(([entity, lines]) => [entity, lines.map(({ row }) => row)] as const);
  const found = problemsOf(spec, read.head.row, Object.fromEntries(rows), dayOf(new Date()));
  return placeProblems(draft, inOrder(spec, firstOfEach([...unreadable(read), ...found])));
}

/** As the form shows the fields: the first problem is the topmost. */
function inOrder(spec: FormSpec, problems: readonly FormProblem[]): FormProblem[] {
  const head = spec.sections.flatMap(({ fields }) => fields);
  const rank = ({ entity, line = -1, field }: FormProblem): number[] => {
    const table = spec.lines.findIndex((lines) => lines.entity === entity);
    return [table, line, (spec.lines[table]?.columns ?? head).indexOf(field)];
  };
  return problems
    .map((problem) => ({ problem, at: rank(problem) }))
    .sort((a, b) => a.at.map((part, index) => part - (b.at[index] ?? 0)).find((difference) => difference !== 0) ?? 0)
    .map(({ problem }) => problem);
}

/** Values that mean nothing, such as letters in a number. */
function unreadable({ head, lines }: ReadDraft): FormProblem[] {
  const ofLines = Object.entries(lines).flatMap(([entity, rows]) =>
    rows.flatMap(({ wrong }, line) => wrong.map(({ name, message }) => ({ entity, line, field: name, message }))),
  );
  return [...head.wrong.map(({ name, message }) => ({ field: name, message })), ...ofLines];
}
