import type { RawPrint } from "../generated/raw.ts";
import type { Doc } from "../sources.ts";
import { entries, listed, type Named, single } from "./named.ts";

/** What a print template uses a field for. */
export type PrintPurpose = "head" | "column" | "sum" | "capitals";

export interface PrintFieldUse extends Named {
  readonly purpose: PrintPurpose;
  readonly entity: string;
}

/** Every field a template names: of the head, or of what fills its table. */
export function printFields({ raw, at }: Doc<RawPrint>): PrintFieldUse[] {
  const rows = raw.lines ?? raw.entity;
  const head = (["header", "summary", "footer"] as const).flatMap((name) => listed(raw[name], at.in(name)));
  const sums = (["pageSum", "total"] as const).flatMap((name) => listed(raw[name], at.in(name)));
  const use = (purpose: PrintPurpose, entity: string, names: readonly Named[]) => names.map((named) => ({ ...named, purpose, entity }));
  return [
    ...use("head", raw.entity, head),
    ...use("capitals", raw.entity, single(raw.capitals, at.in("capitals"))),
    ...use("column", rows, entries(raw.columns, "field", at.in("columns"))),
    ...use("sum", rows, sums),
  ];
}
