import { type Dispatch, type RefObject, useEffect } from "react";
import type { FormEvent } from "./state/form-reducer.ts";

/** Tells the form which places the user has been to and gone: elements with `data-place`. */
export function useLeftPlaces(box: RefObject<HTMLElement>, dispatch: Dispatch<FormEvent>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      const left = target instanceof Element ? target.closest<HTMLElement>("[data-place]") : null;
      const place = left?.dataset.place;
      if (place === undefined || (relatedTarget instanceof Node && left?.contains(relatedTarget))) return;
      dispatch({ type: "left", place });
    };
    element.addEventListener("focusout", onFocusOut);
    return () => element.removeEventListener("focusout", onFocusOut);
  }, [box, dispatch]);
}
