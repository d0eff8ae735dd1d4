import type { Comparison, Predicate } from "../registry/language.ts";
import type { PredicateEnv } from "./predicate.ts";

const TRUE: Predicate = { all: [] };
const FALSE: Predicate = { any: [] };

/**
 * The condition with everything decided that does not depend on the row: who acts, what he may do, the shop's flags. What is
 * left looks at fields and at the day, so that it can travel to a browser that knows nothing else.
 */
export function settlePredicate(predicate: Predicate, env: PredicateEnv): Predicate {
  const again = (inner: Predicate) => settlePredicate(inner, env);
  const compare = ([name, operand]: Comparison): Comparison =>
    typeof operand === "object" && "actor" in operand ? [name, env.actor[operand.actor]] : [name, operand];
  if ("eq" in predicate) return { eq: compare(predicate.eq) };
  if ("ne" in predicate) return { ne: compare(predicate.ne) };
  if ("lt" in predicate) return { lt: compare(predicate.lt) };
  if ("gt" in predicate) return { gt: compare(predicate.gt) };
  if ("can" in predicate) return env.functions.has(predicate.can) ? TRUE : FALSE;
  if ("flag" in predicate) return env.flags[predicate.flag[0]] === predicate.flag[1] ? TRUE : FALSE;
  if ("actor" in predicate) return env.actor[predicate.actor[0]] === predicate.actor[1] ? TRUE : FALSE;
  if ("all" in predicate) return { all: predicate.all.map(again) };
  if ("any" in predicate) return { any: predicate.any.map(again) };
  return "not" in predicate ? { not: again(predicate.not) } : predicate;
}
