import { asAction } from "../build/actions.ts";
import { flagsByProfile, isThere } from "../build/availability.ts";
import type { CheckContext, ModuleInfo } from "../context.ts";
import type { Predicate } from "../language.ts";
import { allLeaves } from "../names/parts.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** A page with a condition is there for some profile's shops, and no button leads to it where it is not. */
export const pageConditions: Check = (context) => {
  // A condition that asks for more than flags is told by itself; without all overlays nobody knows who has a page.
  const isStrange = allLeaves(context).some(({ kind, setting }) => setting === "profile" && kind !== "flag");
  if (isStrange || context.sources.broken.overlay.size > 0) return [];
  const profiles = [...flagsByProfile(context.sources.overlay)].map(([profile, flags]) => {
    const has = ({ raw }: ModuleInfo) => isThere((raw.when ?? null) as Predicate | null, flags);
    return { profile, pages: pagesOf(profile, context), has };
  });
  const had = new Set(profiles.flatMap(({ pages, has }) => [...pages.values()].filter(has).map(({ schema }) => schema)));
  const nobodys = context.modules
    .filter(({ schema, raw, patch }) => raw.when !== undefined && patch === null && !had.has(schema))
    .map(({ at }) => at.in("when").problem("no profile's shops have this page"));
  const dead = profiles.flatMap(({ profile, pages, has }) =>
    [...pages.values()].filter(has).flatMap((page) => deadButtons(page, pages, has, profile)),
  );
  return [...nobodys, ...onceEach(dead)];
};

/** The pages by their number, as this profile's overlay patches them. */
function pagesOf(profile: string, { sources, modules }: CheckContext): ReadonlyMap<number, ModuleInfo> {
  const entries = sources.registry.flatMap(({ raw }) => raw.groups.flatMap((group) => group.modules));
  return new Map(
    entries.flatMap(({ id, schema }) => {
      const own = modules.find(({ patch }) => patch?.profile === profile && patch.id === String(id));
      const page = own ?? modules.find((module) => module.schema === schema && module.patch === null);
      return page ? [[id, page] as const] : [];
    }),
  );
}

function deadButtons(
  { raw, at }: ModuleInfo,
  pages: ReadonlyMap<number, ModuleInfo>,
  has: (page: ModuleInfo) => boolean,
  profile: string,
): Problem[] {
  return (raw.actions ?? []).flatMap((entry, index) => {
    const { open } = asAction(entry);
    const target = open && pages.get(open.module);
    if (!target || has(target)) return [];
    const place = at.in("actions", index, "open", "module");
    return [place.problem(`dead button: shops of profile ${profile} have no page ${open.module}`, 'give this page the same "when"')];
  });
}

/** What is wrong for several profiles is told of the first. */
function onceEach(problems: readonly Problem[]): Problem[] {
  const told = new Set<string>();
  return problems.filter(({ file, pointer }) => {
    const place = `${file} ${pointer}`;
    return !told.has(place) && told.add(place);
  });
}
