import { isAfterRead } from "../build/sort.ts";
import type { CheckContext } from "../context.ts";
import { findField } from "../lookup.ts";
import { allLeaves, fieldsOfLeaf, type Leaf } from "../names/parts.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/**
 * What a condition may look at by where it stands: rights only where a user acts; fields made after reading not in
 * queries; and the database's own checks know nothing but the row as it is stored.
 */
export const predicateSettings: Check = (context) => allLeaves(context).flatMap((leaf) => leafProblems(leaf, context));

function leafProblems(leaf: Leaf, context: CheckContext): Problem[] {
  const { setting, entity } = leaf;
  if (setting === "acting") return [];
  if (setting === "profile")
    return leaf.kind === "flag" ? [] : [leaf.at.problem("shops have a page or not: its condition asks for flags alone")];
  if (setting === "person") {
    const isAboutPerson = leaf.kind === "flag" || leaf.kind === "actor" || leaf.kind === "can";
    return isAboutPerson ? [] : [leaf.at.problem("who sees a to-do is asked before any row: by flag, actor and can alone")];
  }
  if (leaf.kind === "valid" && setting !== "form") return [leaf.at.problem('"valid" is for guards and rules')];
  if (setting === "form" && (leaf.kind === "can" || leaf.kind === "flag"))
    return [leaf.at.problem(`a form knows its fields, the day and the user, but no "${leaf.kind}"`)];
  if (leaf.kind === "can") return [leaf.at.problem('"can" is for guards, "when" and viewer fields: elsewhere no user acts')];
  if (setting === "database") {
    if (leaf.kind === "flag" || leaf.kind === "actor")
      return [leaf.at.problem(`a check is kept by the database, which knows no ${leaf.kind}`)];
    if (leaf.kind === "compare") {
      const [, operand] = leaf.comparison;
      const outside = typeof operand === "object" && !("field" in operand);
      if (outside) return [leaf.at.in(1).problem("a check is kept by the database: it compares with plain values and fields only")];
    }
  }
  return fieldsOfLeaf(leaf).flatMap(({ name, at }) => {
    const computed = findField(context, entity, name)?.raw.computed;
    if (!computed) return [];
    if (setting === "form") return [at.problem(`a form knows what is stored, but ${name} is computed`, "say it as a guard")];
    if (setting === "database") return [at.problem(`a check is kept by the database, but ${name} is computed`)];
    return isAfterRead(computed) ? [at.problem(`${name} is made after reading, so no query can choose by it`)] : [];
  });
}
