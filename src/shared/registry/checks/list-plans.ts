import { asField, fieldNames } from "../build/columns.ts";
import type { EntityInfo, ModuleInfo } from "../catalogue.ts";
import type { Predicate } from "../language.ts";
import { tellsGrowth } from "../lists/growing.ts";
import { isOfRow } from "../lists/of-row.ts";
import { isJudged } from "../lookup.ts";
import type { Problem } from "../problem.ts";
import { pageKindOf } from "../whole-module.ts";
import type { Check } from "./check.ts";
import { homeProblems, homeProblemsOfView } from "./home-plans.ts";

/** Pages whose rows are drawn as a list, hand-written ones among them. */
const LISTS: ReadonlySet<string> = new Set(["list", "override"]);

/** Of rows that become ever more, what a list sorts, filters and sums by, and what the home page counts, is answered by an index or a rollup: not by looking at all of them. */
export const listPlans: Check = ({ modules, entities }) =>
  modules.flatMap((module) => {
    const { entity, raw } = module;
    const pagesOf = (name: string) => modules.filter((other) => other.raw.entity === name);
    const pages = pagesOf(raw.entity);
    if (isJudged(entity) && entity.raw.view)
      return homeProblemsOfView(module, entity, (name) => {
        const of = entities.get(name);
        return isJudged(of) && pagesOf(name).some(isGrowing) ? { entity: of, pages: pagesOf(name) } : undefined;
      });
    const isAsked = isJudged(entity) && LISTS.has(pageKindOf(raw)) && pages.some(isGrowing);
    return isAsked ? [...withoutPlan(module, entity), ...withoutRollup(module, entity), ...homeProblems(module, entity, pages)] : [];
  });

function isGrowing({ raw, entity }: ModuleInfo): boolean {
  if (!isJudged(entity)) return false;
  const { view, tenancy, number } = entity.raw;
  const opensWithDays = (raw.filters ?? []).some((filter) => asField(filter).default !== undefined);
  const list = { hasSums: (raw.footer?.sums.length ?? 0) > 0, opensWithDays, where: (raw.where ?? null) as Predicate | null };
  return tellsGrowth({ isView: view !== undefined, tenancy, hasNumber: number !== undefined }, list);
}

function withoutPlan({ raw, at }: ModuleInfo, entity: EntityInfo): Problem[] {
  const isComputed = (name: string) => entity.fields.get(name)?.raw.computed !== undefined;
  const sorts = raw.columns.flatMap((column, index) => {
    if (typeof column === "string" || column.sortable !== true || !isComputed(column.field)) return [];
    return [at.in("columns", index, "sortable").problem(`to sort by ${column.field} all rows are read: it is computed`)];
  });
  const filters = fieldNames(raw.filters ?? []).flatMap((name, index) =>
    isComputed(name) && !isOfRow(entity, name)
      ? [at.in("filters", index).problem(`to filter by ${name} all rows are read: other rows decide it`)]
      : [],
  );
  const sums = (raw.footer?.sums ?? []).flatMap((sum, index) => {
    const { field } = asField(sum);
    const summed = typeof sum === "string" ? [field] : (sum.ratio ?? [field]);
    const other = summed.find((name) => isComputed(name) && !isOfRow(entity, name));
    return other === undefined ? [] : [at.in("footer", "sums", index).problem(`to sum ${other} all rows are read: other rows decide it`)];
  });
  return [...sorts, ...filters, ...sums];
}

/** Where an entity has rollups, they are for the lists that are counted most: what such a list sums and opens with is in one of them. */
function withoutRollup({ raw, at }: ModuleInfo, { raw: { rollups }, ...entity }: EntityInfo): Problem[] {
  const sums = (raw.footer?.sums ?? []).flatMap((sum) => (typeof sum === "string" ? [sum] : (sum.ratio ?? [sum.field])));
  const kept = sums.filter((name) => isOfRow(entity, name));
  if (rollups === undefined || kept.length === 0) return [];
  const days = (raw.filters ?? []).flatMap((filter) => (asField(filter).default === undefined ? [] : [asField(filter).field]));
  const missing = rollups.map(({ by, sums: summed }) => {
    const has = new Set<string>([...by, ...summed]);
    return [...new Set([...kept, ...days])].filter((name) => !has.has(name));
  });
  const [least = []] = missing.sort((a, b) => a.length - b.length);
  if (least.length === 0) return [];
  return [
    at
      .in("footer", "sums")
      .onKey()
      .problem(`all rows are counted: no rollup of ${entity.name} has ${least.join(", ")}`),
  ];
}
