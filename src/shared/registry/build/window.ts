import type { RawWindow } from "../generated/raw.ts";
import type { Window } from "../model.ts";
import { indexPart } from "./index-part.ts";

/** A field over the rows around it; null: the field is none. */
export function buildWindow(raw: RawWindow | undefined): Window | null {
  if (!raw) return null;
  const { of, field = null, by, order = [] } = raw;
  return { of, field, by, order: order.map(indexPart) };
}
