import type { ErrorId } from "./error-catalogue.ts";

/** Why a page is not opened: a row of the error catalogue. */
export type RouteRefusal = Extract<ErrorId, "contractEnded" | "noModule">;

/** Addresses that lead to one page: its path and its aliases (docs/decisions/10). */
export interface PageAddresses {
  readonly path: string;
  readonly aliases: readonly string[];
}

/** Whether this address is one of the page's. */
export const leadsTo = ({ path, aliases }: PageAddresses, address: string): boolean => path === address || aliases.includes(address);

/** What the contract of a shop means for one of its users. */
export interface ContractSituation {
  /** The profile's flag: an ended contract closes pages. */
  readonly isGuarded: boolean;
  /** The profile's list of what stays open. */
  readonly allowPaths: readonly string[];
  readonly isSupplier: boolean;
  /** Of the session; 0 means that the contract is over (docs/decisions/19). */
  readonly isout: number;
}

/** The only addresses a user may open while the contract is over; null: no limit. */
export function contractLimit({ isGuarded, allowPaths, isSupplier, isout }: ContractSituation): readonly string[] | null {
  // guard key as null: tests/server/app/account.test.ts
  return isGuarded && !isSupplier && isout === 0 ? allowPaths : null;
}

/**
 * Whether a page is refused to a user, and why: the contract is asked before the right. The guard of the browser and every call
 * to the server decide by this one function.
 */
export function routeRefusal(page: PageAddresses, isGranted: boolean, limit: readonly string[] | null): RouteRefusal | null {
  const isListed = limit === null || [page.path, ...page.aliases].some((path) => limit.includes(path));
  // guard key: tests/web/guard.test.ts
  if (!isListed) return "contractEnded";
  // guard key as null: tests/server/app/guard.test.ts
  return isGranted ? null : "noModule";
}
