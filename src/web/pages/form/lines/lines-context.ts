import type { WireRow } from "../../../../shared/protocol/list.ts";
import type { ChoiceSource } from "../../../kinds/inputs/input-kind.ts";
import type { LinesEdit } from "../state/edit-lines.ts";

/** Where the cursor stands in a table of lines. */
export interface ActiveCell {
  readonly key: string;
  readonly field: string;
  /** It got there by pointing, not by a key. */
  readonly isPointed?: boolean;
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
