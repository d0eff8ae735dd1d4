import { type Dispatch, useMemo, useRef } from "react";
import type { FormField } from "../../../../shared/protocol/form.ts";
import type { WireRow } from "../../../../shared/protocol/list.ts";
import type { ChoiceSource } from "../../../kinds/inputs/input-kind.ts";
import type { LinesEdit } from "../state/edit-lines.ts";
import type { Line } from "../state/form-draft.ts";
import type { FormEvent } from "../state/form-reducer.ts";

/** Where the cursor stands in a table of lines. */
export interface ActiveCell {
  readonly key: string;
  readonly field: string;
  /** It got there by pointing, not by a key. */
  readonly isPointed?: boolean;
}

/** Where the cursor stands among the lines of a form. */
export interface Cursor extends ActiveCell {
  readonly entity: string;
}

/** What the cells of a table of lines share; the same object as long as the table is there. */
export interface LinesContext {
  readonly source: ChoiceSource;
  /** The head as it is now: its values may narrow a line's choices. */
  readonly headValues: () => WireRow;
  readonly edit: (edit: LinesEdit) => void;
  /** Puts the cursor into a cell. */
  readonly enter: (cell: ActiveCell) => void;
}

/** A table of lines, and where the cursor is in it. */
export interface LinesTable {
  readonly context: LinesContext;
  readonly lines: readonly Line[];
  readonly columns: readonly FormField[];
  readonly active: ActiveCell | null;
}

interface LinesContextInput {
  readonly mdl: string;
  readonly entity: string;
  readonly head: WireRow;
  readonly onEnter: (entity: string, cell: ActiveCell) => void;
  readonly dispatch: Dispatch<FormEvent>;
}

/** What all cells of a table share; it never changes, so that no line is drawn again because of it. */
export function useLinesContext({ mdl, entity, head, onEnter, dispatch }: LinesContextInput): LinesContext {
  const last = useRef(head);
  last.current = head;
  return useMemo(
    () => ({
      source: { mdl, entity },
      headValues: () => last.current,
      edit: (edit) => dispatch({ type: "lines", entity, edit }),
      enter: (cell) => onEnter(entity, cell),
    }),
    [mdl, entity, onEnter, dispatch],
  );
}
