import type { RawCalc, RawCalcOperand } from "../generated/raw.ts";
import type { Place } from "../place.ts";
import type { Named } from "./named.ts";

/** The fields of a calculation. */
export function calcFields(calc: RawCalc | Exclude<RawCalcOperand, string | number>, at: Place): Named[] {
  return (Object.entries(calc) as [string, RawCalcOperand[]][]).flatMap(([operator, operands]) =>
    operands.flatMap((operand, index) => {
      const place = at.in(operator, index);
      if (typeof operand === "number") return [];
      return typeof operand === "string" ? [{ name: operand, at: place }] : calcFields(operand, place);
    }),
  );
}
