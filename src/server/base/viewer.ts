import { dayOf } from "../../shared/domain/day.ts";
import type { PredicateEnv } from "../../shared/domain/predicate.ts";
import { type Dict, dict } from "../../shared/registry/dict.ts";
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
  /** Holds every module of his side, also those that come later: he alone may give that (docs/decisions/81). */
  readonly hasAll: boolean;
  /** Module id to the function keys held on it, lower case. A module that is not a key is not granted. */
  readonly rights: ReadonlyMap<number, ReadonlySet<string>>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The profile of a shop, of several those together, else plain. */
export function profileOf(registry: Registry, shopId: string): Profile {
  const profile = registry.profiles[registry.shopProfiles[shopId] ?? "plain"];
  if (!profile) throw new Error("the registry has no plain profile");
  return profile;
}

/** The model each shop's own one is made of. */
const whole = new WeakMap<Registry, Registry>();
const made = new WeakMap<Registry, Map<string, Registry>>();

/**
 * The model as a shop has it: with the entities and prints that its profile patches. The one door to them: whoever works for a shop or
 * shows something to its users works with this model from start to end (docs/decisions/76). Of a shop's model another shop's may be asked.
 */
export function registryOf(registry: Registry, shopId: string): Registry {
  const base = whole.get(registry) ?? registry;
  const { name, entities, prints } = profileOf(base, shopId);
  if (Object.keys(entities).length + Object.keys(prints).length === 0) return base;
  const known = made.get(base) ?? new Map<string, Registry>();
  made.set(base, known);
  const own = known.get(name) ?? { ...base, entities: over(base.entities, entities), prints: over(base.prints, prints) };
  known.set(name, own);
  whole.set(own, base);
  return own;
}

const over = <T>(all: Dict<T>, some: Dict<T>): Dict<T> => dict([...Object.entries(all), ...Object.entries(some)]);

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
