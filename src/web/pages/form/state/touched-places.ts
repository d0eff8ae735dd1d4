import type { Dispatch, FocusEvent } from "react";
import type { FormEvent } from "./form-reducer.ts";

/** For the element around a form's fields: tells the form which places the user has been to and gone, elements with `data-place`. */
export const touchedPlaces = (dispatch: Dispatch<FormEvent>) => ({
  onBlur: ({ target, relatedTarget }: FocusEvent): void => {
    const left = target.closest<HTMLElement>("[data-place]");
    const place = left?.dataset.place;
    if (place !== undefined && !left?.contains(relatedTarget)) dispatch({ type: "touched", place });
  },
});
