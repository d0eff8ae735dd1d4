import type { RawPrint } from "../generated/raw.ts";
import type { Doc } from "../sources.ts";
import { entries, listed, type Named, single } from "./named.ts";

/** What a print template uses a field for. */
export type PrintPurpose = "head" | "via" | "column" | "group" | "sum" | "capitals";

export interface PrintFieldUse extends Named {
  readonly purpose: PrintPurpose;
  readonly entity: string;
}

/** Every field a template names: of the head, or of what fills its table. */
export function printFields({ raw, at }: Doc<RawPrint>): PrintFieldUse[] {
  const rows = raw.lines ?? raw.entity;
  const head = (["header", "summary", "footer"] as const).flatMap((name) => listed(raw[name], at.in(name)));
  const sums = (["pageSum", "total"] as const).flatMap((name) => listed(raw[name], at.in(name)));
  const { capitals } = raw;
  const amounts = typeof capitals === "string" ? single(capitals, at.in("capitals")) : listed(capitals, at.in("capitals"));
  const use = (purpose: PrintPurpose, entity: string, names: readonly Named[]) => names.map((named) => ({ ...named, purpose, entity }));
  return [
    ...use("head", raw.entity, head),
    ...use("capitals", raw.entity, amounts),
    ...use("via", raw.entity, single(raw.via, at.in("via"))),
    ...use("column", rows, entries(raw.columns, "field", at.in("columns"))),
    ...use("group", rows, single(raw.group?.by, at.in("group", "by"))),
    ...use("sum", rows, [...sums, ...listed(raw.group?.sums, at.in("group", "sums"))]),
  ];
}
