import { contractLimit, type RouteRefusal, routeRefusal } from "../../domain/route-refusal.ts";
import type { Party, Profile, Registry } from "../model.ts";
import type { RoleInProfile } from "./audience.ts";

/**
 * The only addresses that are open to a side because the shop's contract is over and its profile guards that; null: no limit
 * (docs/decisions/19). Pages that belong to an open one are open with it.
 */
export function openAddresses(
  { groups }: Pick<Registry, "groups">,
  { flags }: Pick<Profile, "flags">,
  side: Party,
  isOver: boolean,
): readonly string[] | null {
  const { contractGuard, allowPaths } = flags;
  const limit = contractLimit({
    isGuarded: contractGuard === true,
    allowPaths: Array.isArray(allowPaths) ? allowPaths : [],
    isSupplier: side === "supplier",
    isout: isOver ? 0 : 1,
  });
  if (limit === null) return null;
  const entries = groups.flatMap(({ modules }) => modules);
  const below = entries.filter(({ of }) => entries.some(({ id, path }) => id === of && limit.includes(path)));
  return [...limit, ...below.map(({ path }) => path)];
}

/** Why a role may not open a page; null: it may. The server asks the same of a session. */
export function pageRefusal(registry: Registry, { side, rights, profile, contract }: RoleInProfile, id: number): RouteRefusal | null {
  const module = profile.modules[id];
  const entry = (module ?? registry.modules[id])?.entry;
  if (entry === undefined) return "noModule";
  return routeRefusal(entry, module !== undefined && rights.has(id), openAddresses(registry, profile, side, contract?.isOver === true));
}
