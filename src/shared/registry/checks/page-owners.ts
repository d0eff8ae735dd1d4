import type { CheckContext } from "../context.ts";
import type { RawModuleEntry } from "../generated/raw.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** A page of another module (`of`) stands in that one's group, and is for no side that has not got that one. */
export const pageOwners: Check = (context) =>
  context.sources.registry.flatMap(({ raw, at }) =>
    raw.groups.flatMap((group, groupIndex) =>
      group.modules.flatMap((entry, index) =>
        entry.of === undefined ? [] : ownerProblems(context, entry, group.modules, at.in("groups", groupIndex, "modules", index, "of")),
      ),
    ),
  );

function ownerProblems(context: CheckContext, entry: RawModuleEntry, group: readonly RawModuleEntry[], at: Place): Problem[] {
  const owner = group.find(({ id }) => id === entry.of);
  if (owner === undefined) return [at.problem(`the group has no module ${entry.of}`)];
  if (owner.of !== undefined) return [at.problem(`module ${owner.id} itself belongs to another one`)];
  const audienceOf = ({ schema }: RawModuleEntry) =>
    context.modules.find((module) => module.schema === schema && module.patch === null)?.raw.audience;
  const has = audienceOf(owner);
  const without = has === undefined ? [] : (audienceOf(entry) ?? []).filter((side) => !has.includes(side));
  return without.map((side) => at.problem(`module ${owner.id} is not for the ${side}, but this page is`));
}
