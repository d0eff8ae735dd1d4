import { dayOf } from "../../shared/domain/day.ts";
import type { PredicateEnv } from "../../shared/domain/predicate.ts";
import type { Module, Party, Profile, Registry } from "../../shared/registry/model.ts";

/** Who asks: made from the session alone, never from a parameter (docs/decisions/13). */
export interface Viewer {
  readonly userId: string;
  readonly userName: string;
  readonly shopId: string;
  readonly shopName: string;
  /** Empty for shop users; never empty for suppliers (docs/decisions/13). */
  readonly provId: string;
  readonly provName: string;
  readonly side: Party;
  readonly isMall: boolean;
  /** The user belongs to the confirming party (docs/decisions/41). */
  readonly isConfirm: boolean;
  /** Module id to the function keys held on it, lower case. A module that is not a key is not granted. */
  readonly rights: ReadonlyMap<number, ReadonlySet<string>>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The profile of a shop: its overlay, else plain. */
export function profileOf(registry: Registry, shopId: string): Profile {
  const profile = registry.profiles[registry.shopProfiles[shopId] ?? "plain"];
  if (!profile) throw new Error("the registry has no plain profile");
  return profile;
}

/** What conditions may look at when this viewer works on this module. `now` is given, so that tests and seeds set the clock. */
export function envOf(registry: Registry, viewer: Viewer, module: Pick<Module, "id">, now: Date): PredicateEnv {
  return {
    today: dayOf(now),
    actor: {
      USER_ID: viewer.userId,
      UsrName: viewer.userName,
      SHOP_ID: viewer.shopId,
      PROV_ID: viewer.provId,
      side: viewer.side,
      isconfirm: viewer.isConfirm,
    },
    functions: viewer.rights.get(module.id) ?? NOTHING,
    flags: profileOf(registry, viewer.shopId).flags,
  };
}
