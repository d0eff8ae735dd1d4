import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  parseFilterArgs,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { createContext } from "react";

type FilterArgs = [
  first?: QueryKey | InvalidateQueryFilters,
  second?: Omit<InvalidateQueryFilters, "queryKey"> | InvalidateOptions,
  third?: InvalidateOptions,
];

/** The portal's own queries: what all pages share. Each tab has a client of its own beside it. */
export class PortalClient extends QueryClient {
  private readonly tabs = new Set<TabClient>();

  /** A client for one tab, that reports failures as this one does. */
  openTab(): TabClient {
    const tab = new TabClient(this);
    this.tabs.add(tab);
    return tab;
  }

  /** Frees all that was read for a tab. */
  closeTab(tab: TabClient): void {
    this.tabs.delete(tab);
    tab.clear();
  }

  override async invalidateQueries(...args: FilterArgs): Promise<void> {
    const [filters, options] = parseFilterArgs(...args) as [InvalidateQueryFilters, InvalidateOptions | undefined];
    await Promise.all([super.invalidateQueries(filters, options), ...[...this.tabs].map((tab) => tab.outdate(filters, options))]);
  }
}

/** `meta: WHEN_SHOWN` on a query: it is read anew whenever its tab comes into view, as it is outdated by what others do. */
export const WHEN_SHOWN = { whenShown: true } as const;

const isDueWhenShown = ({ state, meta }: Query): boolean => state.isInvalidated || meta?.whenShown === true;

/** The queries of one tab. What a tab outdates is outdated in all of them. A tab out of view reads nothing until it is shown. */
export class TabClient extends QueryClient {
  private readonly portal: PortalClient;
  private isShown = true;

  constructor(portal: PortalClient) {
    super({
      queryCache: new QueryCache(portal.getQueryCache().config),
      mutationCache: new MutationCache(portal.getMutationCache().config),
      defaultOptions: portal.getDefaultOptions(),
    });
    this.portal = portal;
  }

  override invalidateQueries(...args: FilterArgs): Promise<void> {
    const [filters, options] = parseFilterArgs(...args) as [InvalidateQueryFilters, InvalidateOptions | undefined];
    return this.portal.invalidateQueries(filters, options);
  }

  outdate(filters: InvalidateQueryFilters, options: InvalidateOptions | undefined): Promise<void> {
    return super.invalidateQueries(this.isShown ? filters : { ...filters, refetchType: "none" }, options);
  }

  setShown(isShown: boolean): void {
    if (isShown && !this.isShown) void this.refetchQueries({ type: "active", predicate: isDueWhenShown });
    this.isShown = isShown;
  }
}

/** Leads to the portal's own queries from within a tab. */
export const PortalQueries = createContext<QueryClient | undefined>(undefined);
