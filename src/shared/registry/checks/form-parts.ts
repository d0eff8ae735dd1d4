import type { Check } from "./check.ts";

const SETTINGS = ["label", "value"] as const;

/** A settings page knows where label and value stand; an own page knows what may be changed. */
export const formParts: Check = ({ modules }) =>
  modules.flatMap(({ raw, at }) => {
    const { form } = raw;
    if (!form) return [];
    const place = at.in("form");
    if (form.mode === "own")
      return form.editable ? [] : [place.problem('a form of mode own needs "editable": the fields the user may change')];
    return SETTINGS.filter((part) => form[part] === undefined).map((part) => place.problem(`a form of mode settings needs "${part}"`));
  });
