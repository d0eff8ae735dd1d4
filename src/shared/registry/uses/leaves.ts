import type { CheckContext } from "../context.ts";
import type { Comparison, Predicate, Scalar } from "../language.ts";
import type { Place } from "../place.ts";
import type { Named } from "./named.ts";
import { allPredicates, type PredicateUse } from "./predicates.ts";

/** A condition without further conditions in it. */
export type Leaf = { readonly at: Place; readonly use: PredicateUse } & (
  | { readonly kind: "compare"; readonly operator: "eq" | "ne" | "lt" | "gt"; readonly comparison: Comparison }
  | { readonly kind: "in"; readonly field: string; readonly values: readonly Scalar[] }
  | { readonly kind: "set"; readonly field: string }
  | { readonly kind: "valid"; readonly field: string }
  | { readonly kind: "can"; readonly key: string }
  | { readonly kind: "flag"; readonly flag: string; readonly value: Scalar }
  | { readonly kind: "actor"; readonly property: string; readonly value: Scalar }
);

const known = new WeakMap<CheckContext, readonly Leaf[]>();

/** The single conditions of every condition of every file; worked out once, as several checks ask. */
export function allLeaves(context: CheckContext): readonly Leaf[] {
  const leaves = known.get(context) ?? allPredicates(context).flatMap((use) => leavesOf(use));
  known.set(context, leaves);
  return leaves;
}

/** The single conditions of a condition. A leaf's place is the value of its key. */
function leavesOf(use: PredicateUse, predicate: Predicate = use.predicate, at: Place = use.at): Leaf[] {
  if ("all" in predicate) return predicate.all.flatMap((inner, index) => leavesOf(use, inner, at.in("all", index)));
  if ("any" in predicate) return predicate.any.flatMap((inner, index) => leavesOf(use, inner, at.in("any", index)));
  if ("not" in predicate) return leavesOf(use, predicate.not, at.in("not"));
  if ("in" in predicate) return [{ kind: "in", field: predicate.in[0], values: predicate.in[1], at: at.in("in"), use }];
  if ("set" in predicate) return [{ kind: "set", field: predicate.set, at: at.in("set"), use }];
  if ("valid" in predicate) return [{ kind: "valid", field: predicate.valid[0], at: at.in("valid"), use }];
  if ("can" in predicate) return [{ kind: "can", key: predicate.can, at: at.in("can"), use }];
  if ("flag" in predicate) return [{ kind: "flag", flag: predicate.flag[0], value: predicate.flag[1], at: at.in("flag"), use }];
  if ("actor" in predicate) return [{ kind: "actor", property: predicate.actor[0], value: predicate.actor[1], at: at.in("actor"), use }];
  return (Object.entries(predicate) as ["eq" | "ne" | "lt" | "gt", Comparison][]).map(([operator, comparison]) => {
    return { kind: "compare", operator, comparison, at: at.in(operator), use };
  });
}

/** The fields a leaf reads. */
export function fieldsOfLeaf(leaf: Leaf): Named[] {
  if (leaf.kind === "set") return [{ name: leaf.field, at: leaf.at }];
  if (leaf.kind === "in" || leaf.kind === "valid") return [{ name: leaf.field, at: leaf.at.in(0) }];
  if (leaf.kind !== "compare") return [];
  const [field, operand] = leaf.comparison;
  const other = typeof operand === "object" && "field" in operand ? [{ name: operand.field, at: leaf.at.in(1, "field") }] : [];
  return [{ name: field, at: leaf.at.in(0) }, ...other];
}
