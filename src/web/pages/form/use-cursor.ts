import { type Dispatch, useCallback, useRef, useState } from "react";
import type { ActiveCell, Cursor } from "./lines/lines-context.ts";
import { cellId, fieldId, focusElement, linesId } from "./state/form-place.ts";
import { type PlacedProblem, placeOf } from "./state/form-problems.ts";
import type { FormEvent } from "./state/form-reducer.ts";

/** The cursor in the tables of lines, and ways to bring it to a problem. */
export function useCursor(dispatch: Dispatch<FormEvent>) {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const last = useRef<Cursor | null>(null);
  const enter = useCallback(
    (entity: string, cell: ActiveCell) => {
      const left = last.current;
      if (left?.entity === entity && left.key === cell.key && left.field === cell.field) return;
      // The input left behind is gone before it could say so itself.
      if (left !== null) dispatch({ type: "touched", place: placeOf(left.entity, left.key, left.field) });
      last.current = { entity, ...cell };
      setCursor(last.current);
    },
    [dispatch],
  );
  const goTo = useCallback(
    ({ entity, key, field }: Pick<PlacedProblem, "entity" | "key" | "field">) => {
      if (entity !== null && key !== null) enter(entity, { key, field });
      // Once it is drawn.
      setTimeout(() => focusElement(idOfPlace(entity, key, field)));
    },
    [enter],
  );
  return { cursor, enter, goTo };
}

function idOfPlace(entity: string | null, key: string | null, field: string): string {
  if (entity === null) return fieldId(field);
  return key === null ? linesId(entity) : cellId(key, field);
}
