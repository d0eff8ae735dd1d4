import { asAction } from "../build/actions.ts";
import { isThere } from "../build/availability.ts";
import type { ModuleInfo } from "../catalogue.ts";
import { type CheckContext, entryOf } from "../context.ts";
import type { Predicate } from "../language.ts";
import { linkOf } from "../links.ts";
import { allLeaves } from "../names/parts.ts";
import type { Problem } from "../problem.ts";
import type { Variant } from "../variants.ts";
import type { Check } from "./check.ts";

/** What makes a page more than a list. */
const KINDS = ["page", "form", "tree", "cards"] as const;

/** A page is of one kind, and charts stand below the cards of a board, or on the home page. */
export const pageParts: Check = ({ modules }) =>
  modules.flatMap(({ raw, at }) => {
    const [first, ...others] = KINDS.filter((part) => raw[part] !== undefined);
    const several = others.map((part) => at.in(part).onKey().problem(`a page with "${first}" has no "${part}": it is of one kind`));
    const bare = (raw.charts ?? []).flatMap(({ home }, index) =>
      raw.cards || home
        ? []
        : [at.in("charts", index).problem('"charts" stand below "cards", which are not there', 'or on the home page: write "home"')],
    );
    return [...several, ...bare];
  });

/** The rows of what groups may name their group. */
export const treeGrants: Check = ({ modules, entities }) =>
  modules.flatMap(({ raw, at }) => {
    const grants = entities.get(raw.tree ?? "");
    const isNamed = [...(grants?.fields.values() ?? [])].some((field) => field.raw.to === raw.entity);
    return !grants || isNamed
      ? []
      : [at.in("tree").problem(`rows of ${grants.name} name no ${raw.entity}: none of its fields is a ref to it`)];
  });

const SHOP = "SHOP_ID";

/** A page over the shops of a market shows rows of other shops: it needs to tell them apart, and only reads (docs/decisions/14). */
export const marketReach: Check = ({ modules }) => modules.flatMap((module) => (module.raw.market === true ? reachProblems(module) : []));

function reachProblems({ raw, at, entity }: ModuleInfo): Problem[] {
  const place = at.in("market");
  const problems: Problem[] = [];
  if (raw.audience.includes("supplier")) problems.push(place.problem("a page over a market is not for suppliers"));
  if (entity?.isComplete && !entity.fields.has(SHOP)) problems.push(place.problem(`${entity.name} has no ${SHOP} to reach by`));
  if ((raw.actions ?? []).length > 0) problems.push(place.problem("rows of other shops are read only: no actions", "leave actions out"));
  if ((raw.print ?? []).length > 0)
    problems.push(place.problem("rows of other shops are read only: printing counts on them", "leave print out"));
  return problems;
}

/** A page with a condition is there for some profile's shops, and no button leads to it where it is not. */
export const pageConditions: Check = (context) => {
  // A condition that asks for more than flags is told by itself; without all overlays nobody knows who has a page.
  const isStrange = allLeaves(context).some(({ kind, setting }) => setting === "profile" && kind !== "flag");
  if (isStrange || context.variants.length === 0 || context.sources.broken.overlay.size > 0) return [];
  const profiles = context.variants.map((variant) => {
    const has = ({ raw }: ModuleInfo) => isThere((raw.when ?? null) as Predicate | null, variant.flags);
    return { profile: variant.name, pages: pagesOf(variant, context), has };
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

/** The pages by their number, as these shops have them. */
function pagesOf(variant: Variant, { sources, pageOf }: CheckContext): ReadonlyMap<number, ModuleInfo> {
  const entries = sources.registry.flatMap(({ raw }) => raw.groups.flatMap((group) => group.modules));
  return new Map(
    entries.flatMap(({ id, schema }) => {
      const own = variant.modules.get(String(id));
      const page = own ?? pageOf(schema);
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

/** A table of documents is read by a page that is there, and follows only a table above it that tells the key. */
export const documentTables: Check = ({ modules, sources }) =>
  modules.flatMap(({ raw, at }) =>
    (raw.tables ?? []).flatMap(({ module, on, of: through }, index, tables): Problem[] => {
      const place = at.in("tables", index);
      const { field: key } = linkOf(on);
      if (sources.registry.length > 0 && entryOf(sources, String(module)) === undefined)
        return [place.in("module").problem(`modules.json has no module ${module}`)];
      const above = tables.slice(0, index).find((table) => table.module === through);
      if (through === undefined || above?.columns.includes(key) === true) return [];
      const text =
        above === undefined ? `there is no table of module ${through} above` : `the table of module ${through} has no column ${key}`;
      return [place.in("of").problem(text)];
    }),
  );
