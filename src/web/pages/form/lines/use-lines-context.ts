import { type Dispatch, useMemo, useRef } from "react";
import type { WireRow } from "../../../../shared/protocol/list.ts";
import type { FormEvent } from "../state/form-reducer.ts";
import type { ActiveCell, LinesContext } from "./lines-context.ts";

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
