import { memo } from "react";
import type { FormField } from "../../../../shared/protocol/form.ts";
import type { Line } from "../form-draft.ts";
import { type ProblemTexts, placeOf } from "../form-problems.ts";
import { LineCell } from "./LineCell.tsx";
import { LineTools } from "./LineTools.tsx";
import type { ActiveCell, LinesContext } from "./lines-context.ts";

interface LineRowProps {
  readonly context: LinesContext;
  readonly columns: readonly FormField[];
  readonly line: Line;
  /** From 1. */
  readonly number: number;
  /** The cursor; null: it is in another line. */
  readonly active: ActiveCell | null;
  readonly texts: ProblemTexts;
}

/** A line. Drawn again only when it, its problems or the cursor in it change. */
export const LineRow = memo(function LineRow({ context, columns, line, number, active, texts }: LineRowProps) {
  return (
    <tr className={active === null ? "" : "line-active"} data-testid={`line-${number}`}>
      <th scope="row" className="line-number">
        {number}
      </th>
      {columns.map((field) => (
        <LineCell
          key={field.name}
          context={context}
          field={field}
          line={line}
          number={number}
          active={active?.field === field.name ? active : null}
          problem={texts.get(placeOf(context.source.entity, line.key, field.name))}
        />
      ))}
      <LineTools context={context} lineKey={line.key} number={number} />
    </tr>
  );
}, isSameRow);

function isSameRow(before: LineRowProps, after: LineRowProps): boolean {
  const { line, number, active, columns, context } = after;
  if (before.line !== line || before.number !== number || before.active !== active || before.columns !== columns) return false;
  if (before.texts === after.texts) return true;
  return columns.every(({ name }) => {
    const place = placeOf(context.source.entity, line.key, name);
    return before.texts.get(place) === after.texts.get(place);
  });
}
