import { Alert } from "antd";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { FormDraft } from "./state/form-draft.ts";
import type { PlacedProblem } from "./state/form-problems.ts";

/** Problems listed one by one; the others are only counted. */
const LISTED = 8;

interface ProblemSummaryProps {
  readonly spec: FormSpec;
  readonly draft: FormDraft;
  readonly problems: readonly PlacedProblem[];
  readonly onGo: (problem: PlacedProblem) => void;
}

/** Everything that keeps the form from being saved; each entry leads to its field. */
export function ProblemSummary({ spec, draft, problems, onGo }: ProblemSummaryProps) {
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
