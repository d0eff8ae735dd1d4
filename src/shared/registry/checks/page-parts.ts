import type { Check } from "./check.ts";

const PARTS = ["form", "tree", "stats"] as const;

/** A page has the part that its kind works with and no other; only hand-written pages name one in the menu. */
export const pageParts: Check = ({ modules, sources }) => {
  const parts = modules.flatMap(({ raw, at }) =>
    PARTS.flatMap((part) => {
      if (raw.page === part && raw[part] === undefined) return [at.in("page").problem(`page kind ${part} needs "${part}"`)];
      if (raw.page !== part && raw[part] !== undefined)
        return [at.in(part).onKey().problem(`"${part}" is for page kind ${part}; this one is ${raw.page}`)];
      return [];
    }),
  );
  const pages = new Map(modules.filter(({ patch }) => patch === null).map(({ schema, raw }) => [schema, raw.page]));
  const entries = sources.registry.flatMap(({ raw, at }) =>
    raw.groups.flatMap((group, groupIndex) =>
      group.modules.map((entry, index) => ({ entry, at: at.in("groups", groupIndex, "modules", index) })),
    ),
  );
  const written = entries.flatMap(({ entry, at }) => {
    const page = pages.get(entry.schema);
    const { override } = entry;
    if (page === undefined) return [];
    if (override === undefined)
      return page === "override" ? [at.problem('the page is hand-written (page kind override): say which with "override"')] : [];
    if (page !== "override")
      return [at.in("override").onKey().problem(`"override" is for page kind override; schemas/modules/${entry.schema}.json says ${page}`)];
    return [];
  });
  return [...parts, ...written];
};
