import type { FormField } from "../../../../shared/protocol/form.ts";
import { inputKindOf, valueText } from "../../../kinds/inputs/input-kinds.ts";
import { ReadValue } from "../../../kinds/inputs/ReadValue.tsx";
import { type Line, mayWrite, narrowOf } from "../state/form-draft.ts";
import { cellId } from "../state/form-place.ts";
import { placeOf } from "../state/form-problems.ts";
import type { ActiveCell, LinesContext } from "./lines-context.ts";

interface LineCellProps {
  readonly context: LinesContext;
  readonly field: FormField;
  readonly line: Line;
  /** Of the line, from 1. */
  readonly number: number;
  /** The cursor, if it stands here. */
  readonly active: ActiveCell | null;
  readonly problem: string | undefined;
}

/** One value of a line: words until the cursor comes, then its input. So 500 lines cost no more inputs than one. */
export function LineCell({ context, field, line, number, active, problem }: LineCellProps) {
  const { key, values } = line;
  const { Control, align } = inputKindOf(field);
  const value = values[field.name] ?? null;
  const words = valueText(field, value);
  const canWrite = mayWrite(field, line);
  const looks = ["line-cell", `line-${align}`, problem !== undefined && "line-bad", !canWrite && "line-read"].filter(Boolean).join(" ");
  return (
    <td className={looks} title={problem ?? words} data-testid={`cell-${number}-${field.name}`}>
      {!canWrite && <span className="line-text">{words !== "" && <ReadValue field={field} value={value} />}</span>}
      {canWrite && active === null && (
        <button
          type="button"
          id={cellId(key, field.name)}
          className="line-words"
          aria-label={`第${number}行 ${field.title} ${words}${problem === undefined ? "" : `，${problem}`}`}
          onMouseDown={(event) => {
            // The input takes the focus, as the button is gone before it could; the cell left behind still hears of it.
            event.preventDefault();
            if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
            context.enter({ key, field: field.name, isPointed: true });
          }}
          onFocus={() => context.enter({ key, field: field.name })}
        >
          {words}
        </button>
      )}
      {canWrite && active !== null && (
        <div className="line-input" data-place={placeOf(context.source.entity, key, field.name)}>
          <Control
            field={field}
            id={cellId(key, field.name)}
            value={value}
            onChange={(next, fill) => context.edit({ kind: "write", key, writing: { field: field.name, value: next, fill } })}
            source={context.source}
            narrow={narrowOf(field, { ...context.headValues(), ...values })}
            isCell
            opensAtOnce={active.isPointed === true}
            isInvalid={problem !== undefined}
            describedBy={undefined}
          />
        </div>
      )}
    </td>
  );
}
