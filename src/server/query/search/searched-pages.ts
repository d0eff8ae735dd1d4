import type { Module } from "../../../shared/registry/model.ts";
import { decidingAmount, ownNumbers } from "../../../shared/registry/rights/number-fields.ts";
import { actionsOf } from "../../../shared/registry/rights/offered-actions.ts";
import type { QueryContext } from "../context.ts";
import { type ListPlan, listPlan } from "../list-plan.ts";

/** A page on which documents are looked for, and by which of its fields; only by those that it tells the viewer. */
export interface SearchedPage {
  readonly plan: ListPlan;
  readonly numbers: readonly string[];
  readonly amount: string | null;
  /** The field with the code of the supplier; null: there is none, or it says nothing, because rows are one supplier's or many shops'. */
  readonly supplier: string | null;
}

/**
 * The pages, of these, that documents are looked for on. Of pages over the same documents the one on which the viewer may do most comes first;
 * one that shows all of them makes others needless.
 */
export function searchedPages(ctx: QueryContext, open: readonly Module[]): SearchedPage[] {
  const found = new Map<string, SearchedPage[]>();
  for (const page of open.flatMap((module) => pageOf(ctx, module) ?? [])) {
    const key = `${page.plan.entity.name} ${page.plan.scope.isMarket}`;
    found.set(key, [...(found.get(key) ?? []), page]);
  }
  return [...found.values()].flatMap((pages) => needed(ctx, pages));
}

function pageOf(ctx: QueryContext, module: Module): SearchedPage | null {
  const entity = ctx.registry.entities[module.entity];
  const hasDocuments = (module.page === "list" || module.page === "override") && module.sections.length > 0;
  if (!hasDocuments || entity === undefined || ownNumbers(entity).length === 0) return null;
  const plan = listPlan(ctx, module);
  const { fields } = plan.readable;
  const numbers = ownNumbers(entity).filter((name) => fields.has(name));
  const amount = decidingAmount(module, entity);
  const supplier = ctx.viewer.side === "supplier" || plan.scope.isMarket ? null : entity.supplierField;
  return {
    plan,
    numbers,
    amount: amount !== null && fields.has(amount) ? amount : null,
    supplier: supplier !== null && fields.has(supplier) ? supplier : null,
  };
}

function needed(ctx: QueryContext, pages: readonly SearchedPage[]): SearchedPage[] {
  const useOf = ({ plan: { module, entity } }: SearchedPage) => actionsOf(ctx.viewer, module, entity).length;
  const sorted = [...pages].sort((a, b) => useOf(b) - useOf(a));
  return sorted.filter((page, at) => !sorted.slice(0, at).some((other) => covers(other, page)));
}

/** Whether every row of a page is found on another one, too, by as much. */
function covers(other: SearchedPage, page: SearchedPage): boolean {
  const tells = (name: string | null, told: string | null) => name === null || name === told;
  const numbers = page.numbers.every((name) => other.numbers.includes(name));
  return other.plan.module.where === null && numbers && tells(page.amount, other.amount) && tells(page.supplier, other.supplier);
}
