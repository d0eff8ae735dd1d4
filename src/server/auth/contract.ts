import { dayOf, daysBetween } from "../../shared/domain/day.ts";
import { contractLimit } from "../../shared/domain/route-refusal.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { profileOf } from "../base/viewer.ts";
import type { Session } from "./session.ts";

/** The shop's contract as the session tells it (docs/decisions/19; isout keeps its inverted sense: 0 is expired). */
export interface ContractState {
  readonly isout: 0 | 1;
  /** Days left; negative after the end, null without a contract. */
  readonly lastoutday: number | null;
}

export function contractState(contractEnd: string | null, now: Date): ContractState {
  if (contractEnd === null) return { isout: 1, lastoutday: null };
  const lastoutday = daysBetween(dayOf(now), contractEnd);
  return { isout: lastoutday < 0 ? 0 : 1, lastoutday };
}

/**
 * The only addresses open to this user, because the shop's contract is over and its profile guards that; null: no limit
 * (docs/decisions/19). Pages that belong to an open one are open with it.
 */
export function limitOf(registry: Registry, { viewer, user }: Session): readonly string[] | null {
  const { contractGuard, allowPaths } = profileOf(registry, viewer.shopId).flags;
  const limit = contractLimit({
    isGuarded: contractGuard === true,
    allowPaths: Array.isArray(allowPaths) ? allowPaths : [],
    isSupplier: viewer.side === "supplier",
    isout: user.isout,
  });
  if (limit === null) return null;
  const entries = registry.groups.flatMap(({ modules }) => modules);
  const below = entries.filter(({ of }) => entries.some(({ id, path }) => id === of && limit.includes(path)));
  return [...limit, ...below.map(({ path }) => path)];
}
