import type { Cell, Row } from "../../shared/domain/cell.ts";
import { fieldsOfPredicate, holds, type PredicateEnv } from "../../shared/domain/predicate.ts";
import type { Tone } from "../../shared/protocol/screen.ts";
import type { Dict, EnumValue, Field } from "../../shared/registry/model.ts";

export interface Label {
  readonly text: string;
  /** What screens say instead of the text, which may be that of another code, too. */
  readonly shown: string;
  readonly tone: Tone;
}

/** How a code is shown on this row: its text, or the first retitle that holds. An unknown code is shown as it is, as a warning. */
export function labelOf(values: readonly EnumValue[], cell: Cell, fields: Dict<Field>, row: Row, env: PredicateEnv): Label {
  if (cell === null) return { text: "", shown: "", tone: "plain" };
  for (const value of values) {
    if (value.code !== cell) continue;
    for (const retitle of value.retitle) if (holds(retitle.when, fields, row, env)) return retitle;
    return value;
  }
  return { text: String(cell), shown: String(cell), tone: "warning" };
}

/** The fields that decide which text a code gets. */
export function retitleFields(values: readonly EnumValue[]): string[] {
  return values.flatMap(({ retitle }) => retitle.flatMap(({ when }) => fieldsOfPredicate(when)));
}
