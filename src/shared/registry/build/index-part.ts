import type { IndexPart } from "../model.ts";

/** A field of an order; a leading - descends. */
export function indexPart(part: string): IndexPart {
  return part.startsWith("-") ? { field: part.slice(1), descending: true } : { field: part, descending: false };
}
