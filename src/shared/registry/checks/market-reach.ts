import type { ModuleInfo } from "../context.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

const SHOP = "SHOP_ID";

/** A page over the shops of a market shows rows of other shops: it needs to tell them apart, and only reads (docs/decisions/14). */
export const marketReach: Check = ({ modules }) => modules.flatMap((module) => (module.raw.reach === "market" ? problemsOf(module) : []));

function problemsOf({ raw, at, entity }: ModuleInfo): Problem[] {
  const place = at.in("reach");
  const problems: Problem[] = [];
  if (raw.audience.includes("supplier")) problems.push(place.problem("a page over a market is not for suppliers"));
  if (entity?.isComplete && !entity.fields.has(SHOP)) problems.push(place.problem(`${entity.name} has no ${SHOP} to reach by`));
  if ((raw.actions ?? []).length > 0) problems.push(place.problem("rows of other shops are read only: no actions", "leave actions out"));
  if ((raw.print ?? []).length > 0)
    problems.push(place.problem("rows of other shops are read only: printing counts on them", "leave print out"));
  return problems;
}
