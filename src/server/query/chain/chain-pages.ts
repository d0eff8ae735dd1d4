import type { Module } from "../../../shared/registry/model.ts";

/**
 * By which page each kind of document of the chain is read: the page at hand for its own kind, else one that the viewer may open.
 * A page of all such documents goes before one of some. What the viewer has no page of, the chain does not name.
 */
export function chainPages(module: Module, open: readonly Module[]): ReadonlyMap<string, Module> {
  const pages = new Map<string, Module>();
  const withDocuments = open.filter(({ sections, form }) => sections.length > 0 && form === null);
  for (const page of [module, ...withDocuments.filter(({ where }) => where === null), ...withDocuments])
    if (!pages.has(page.entity)) pages.set(page.entity, page);
  return pages;
}
