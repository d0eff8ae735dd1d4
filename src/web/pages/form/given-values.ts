import { cellFromWire, cellToWire } from "../../../shared/domain/cell.ts";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { WireValue } from "../../../shared/protocol/list.ts";

/** Values an address gives to a new row. Names the form does not let write and values that mean nothing are left out. */
export function givenValues(spec: FormSpec, search: string): (readonly [field: string, value: WireValue])[] {
  return [...new URLSearchParams(search)].flatMap(([name, text]) => {
    const field = spec.fields[name];
    if (field === undefined || !field.isWritable || text === "") return [];
    try {
      return [[name, cellToWire(field, cellFromWire(field, text))] as const];
    } catch {
      return [];
    }
  });
}
