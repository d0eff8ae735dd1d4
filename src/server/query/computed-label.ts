import type { ComputedDef, RowRules } from "./computed-def.ts";
import { labelOf, retitleFields } from "./status-label.ts";

/** The text of a status, as the page shows it. */
export const label: ComputedDef<"label"> = {
  inputs: (status, rules) => [status, ...retitleFields(valuesOf(status, rules))],
  fromRow: (status, row, rules) => labelOf(valuesOf(status, rules), row[status] ?? null, rules.entity.fields, row, rules.env).text,
};

function valuesOf(status: string, { entity, labels }: Omit<RowRules, "env">) {
  return labels?.[status] ?? entity.fields[status]?.values ?? [];
}
