import type { RawDerived } from "../generated/raw.ts";
import type { Calc, Predicate } from "../language.ts";
import type { Derived } from "../model.ts";

type Cases = Extract<Derived, { kind: "cases" }>;

/** What each saving writes into a field, named by its kind. The shape check has seen to it that exactly one is there. */
export function buildDerived({ copy, calc, cases, total, origin }: RawDerived): Derived {
  if (copy) return { kind: "copy", ...copy };
  if (calc) return { kind: "calc", calc: calc as Calc };
  if (cases) return { kind: "cases", when: cases.when as Cases["when"], else: cases.else };
  if (total) return { kind: "total", of: total.of, field: total.field, where: (total.where ?? null) as Predicate | null };
  if (origin) return { kind: "origin", ...origin };
  throw new Error("a derived field without a kind: the shape check must have refused it");
}
