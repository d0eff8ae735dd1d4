import { allValues } from "../names/parts.ts";
import type { Check } from "./check.ts";

/** State fields are written by their transitions only: an effect that wants another state runs a transition. */
export const effectStates: Check = (context) =>
  allValues(context).flatMap(({ role, target, field, at }) => {
    const isWritten = role === "set" || role === "by";
    const isState = context.entities.get(target)?.raw.states?.[field] !== undefined;
    if (!isWritten || !isState) return [];
    return [at.onKey().problem(`${field} is a state of ${target}: only its transitions write it`, 'use the effect "run"')];
  });
