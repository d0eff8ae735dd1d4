import { type CheckContext, entryOf } from "../context.ts";
import { listed } from "../names/named.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { sharedOf } from "../sources.ts";
import { type Check, repeats } from "./check.ts";

/** A standard group holds everything or what it says, each page once, and only pages that its users can have. */
export const standardGroups: Check = (context) =>
  sharedOf(context.sources, "groups").flatMap(({ raw: { kind, everything = false, grants = [] }, at }) => {
    const pages = grants.flatMap((grant, index) => listed(grant.pages.map(String), at.in("grants", index, "pages")));
    if (everything === grants.length > 0) return [at.problem('a group says "everything" or "grants"')];
    return [
      ...repeats(pages, ({ name }) => `page ${name} is granted twice`),
      ...pages.flatMap(({ name, at: place }) => closed(context, kind, name, place)),
    ];
  });

function closed(context: CheckContext, kind: string, id: string, at: Place): Problem[] {
  const entry = entryOf(context.sources, id);
  if (entry === undefined) return [at.problem(`modules.json has no module ${id}`)];
  if (entry.of !== undefined) return [at.problem(`page ${id} comes with page ${entry.of}: nobody is granted it`)];
  const page = context.pageOf(entry.schema);
  const sides = kind === "own" ? ["shop", "mall"] : ["supplier"];
  if (page === undefined || page.raw.audience.some((side) => sides.includes(side))) return [];
  return [at.problem(`page ${id} is not for users of kind ${kind}`, `its audience: ${page.raw.audience.join(", ")}`)];
}
