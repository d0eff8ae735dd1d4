import type { FormField } from "../../../../shared/protocol/form.ts";
import type { WireRow } from "../../../../shared/protocol/list.ts";
import { inputKindOf } from "../../../kinds/input-kinds.ts";
import { cellId } from "../form-place.ts";
import { placeOf } from "../form-problems.ts";
import { narrowOf } from "../narrow-of.ts";
import type { LinesContext } from "./lines-context.ts";

interface CellInputProps {
  readonly context: LinesContext;
  readonly field: FormField;
  readonly lineKey: string;
  readonly values: WireRow;
  readonly isInvalid: boolean;
  readonly isPointed: boolean;
}

/** The input in the cell where the cursor stands. */
export function CellInput({ context, field, lineKey, values, isInvalid, isPointed }: CellInputProps) {
  const { Control } = inputKindOf(field);
  return (
    <div className="line-input" data-place={placeOf(context.source.entity, lineKey, field.name)}>
      <Control
        field={field}
        id={cellId(lineKey, field.name)}
        value={values[field.name] ?? null}
        onChange={(value, fill) => context.edit({ kind: "write", key: lineKey, writing: { field: field.name, value, fill } })}
        source={context.source}
        narrow={narrowOf(field, { ...context.headValues(), ...values })}
        isCell
        opensAtOnce={isPointed}
        isInvalid={isInvalid}
        describedBy={undefined}
      />
    </div>
  );
}
