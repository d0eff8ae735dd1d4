import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { FormDraft } from "./form-draft.ts";
import type { PlacedProblem } from "./form-problems.ts";

/** Where a problem of a line stands: `明细 第3行：`. Nothing for the head, whose messages name their field. */
export function problemPlaceText(spec: FormSpec, draft: FormDraft, { entity, key }: PlacedProblem): string {
  if (entity === null) return "";
  const title = spec.lines.find((lines) => lines.entity === entity)?.title ?? "";
  const line = (draft.lines[entity] ?? []).findIndex((one) => one.key === key);
  return line < 0 ? `${title}：` : `${title} 第${line + 1}行：`;
}
