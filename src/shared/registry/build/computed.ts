import type { RawComputed } from "../generated/raw.ts";
import type { Computed } from "../model.ts";
import { definition } from "../word.ts";

/** How a field is computed: by its only key, as the shape check has seen to. */
export function buildComputed(raw: RawComputed): Computed {
  const [[kind, said] = []] = Object.entries(raw);
  return { kind, [String(kind)]: said } as Computed;
}

/** Whether a field is made only for the one who looks, so that the database cannot sort, filter or sum by it. */
export function isAfterReading(raw: RawComputed | undefined): boolean {
  return Object.keys(raw ?? {}).some((kind) => definition("entity", "computed").at(kind)?.isAfterReading);
}
