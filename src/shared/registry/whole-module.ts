import type { RawModule, RawModuleArchetype } from "./generated/raw.ts";
import type { KindOfPage } from "./model.ts";
import { didYouMeanOrList } from "./nearest.ts";
import type { Place } from "./place.ts";
import type { Problem } from "./problem.ts";
import type { Archetypes, Whole, WholeModule } from "./whole-types.ts";

/** The page of rights: of the program itself, not of a feature. */
export const RIGHTS_PAGE = "rights";

/** A module with its archetype's audience, order and habits; what the file says itself stands. */
export function wholeModule({ raw, at }: { readonly raw: RawModule; readonly at: Place }, { modules }: Archetypes): Whole<WholeModule> {
  const habit = raw.like === undefined ? undefined : modules[raw.like];
  if (raw.like !== undefined && habit === undefined)
    return { raw: raw as WholeModule, problems: [unknownArchetype(raw.like, modules, at.in("like"))] };
  const whole = { ...raw, ...withHabits(raw, habit ?? { title: "" }) };
  const missing = (["audience"] as const).filter((name) => whole[name] === undefined);
  return {
    raw: whole as WholeModule,
    problems: missing.map((name) => at.problem(`missing "${name}"`, 'say it here, or an archetype with "like" that says it')),
  };
}

function withHabits(raw: RawModule, habit: RawModuleArchetype): Partial<RawModule> {
  const audience = raw.audience ?? habit.audience;
  const filters = raw.filters?.map((filter) => {
    const own = typeof filter === "string" ? habit.filters?.[filter] : undefined;
    if (typeof filter !== "string" || own === undefined) return filter;
    const sides = own.audience?.filter((side) => audience?.includes(side)) ?? [];
    const { audience: _all, ...rest } = own;
    return { field: filter, ...rest, ...(sides.length > 0 ? { audience: sides as NonNullable<typeof own.audience> } : {}) };
  });
  return {
    ...(audience ? { audience } : {}),
    columns: raw.columns.map((column) => {
      const own = typeof column === "string" ? habit.columns?.[column] : undefined;
      return typeof column === "string" && own !== undefined ? { field: column, ...own } : column;
    }) as RawModule["columns"],
    ...(filters ? { filters } : {}),
  } as Partial<RawModule>;
}

/** What `like` names is not there. */
export function unknownArchetype(name: string, known: object, at: Place): Problem {
  return at.problem(`unknown archetype "${name}"`, didYouMeanOrList(name, Object.keys(known)));
}

/** What kind of page it is: a hand-written one, what its parts make it, else a list. */
export function pageKindOf({ page, form, tree, cards }: Pick<RawModule, "page" | "form" | "tree" | "cards">): KindOfPage {
  if (page !== undefined) return page === RIGHTS_PAGE ? "rights" : "override";
  if (form) return "form";
  if (tree !== undefined) return "tree";
  return cards ? "stats" : "list";
}
