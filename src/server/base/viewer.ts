import { dayOf } from "../../shared/domain/day.ts";
import type { PredicateEnv } from "../../shared/domain/predicate.ts";
import { type Dict, dict } from "../../shared/registry/dict.ts";
import type { Module, Party, Profile, Registry } from "../../shared/registry/model.ts";

/** Somebody who is away, with what of his own he has given to the viewer for a while and holds himself now (docs/decisions/103). */
export interface Principal {
  /** Id of the delegation. */
  readonly delegation: number;
  readonly userId: string;
  readonly userName: string;
  readonly isConfirm: boolean;
  readonly rights: ReadonlyMap<number, ReadonlySet<string>>;
}

/** What a viewer holds himself, and for whom he has more. */
export interface Delegated {
  readonly own: ReadonlyMap<number, ReadonlySet<string>>;
  readonly principals: readonly Principal[];
}

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
  /** What his shop has set of what is read with every session, by key (docs/decisions/109). Left out: nothing. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Left out: nobody has given him anything for a while. */
  readonly delegated?: Delegated | undefined;
  /** For whom he does what he does now; null: for himself. Left out: he does nothing yet. */
  readonly actingFor?: Principal | null | undefined;
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
  const base = wholeModel(registry);
  const { name, entities, prints } = profileOf(base, shopId);
  if (Object.keys(entities).length + Object.keys(prints).length === 0) return base;
  const known = made.get(base) ?? new Map<string, Registry>();
  made.set(base, known);
  const own = known.get(name) ?? { ...base, entities: over(base.entities, entities), prints: over(base.prints, prints) };
  known.set(name, own);
  whole.set(own, base);
  return own;
}

/** The model that a shop's own one was made of. */
export const wholeModel = (registry: Registry): Registry => whole.get(registry) ?? registry;

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
      isconfirm: viewer.isConfirm || confirmsFor(viewer, module.id),
    },
    functions: viewer.rights.get(module.id) ?? NOTHING,
    flags: profileOf(registry, viewer.shopId).flags,
  };
}

/** Whether he may confirm for somebody (docs/decisions/41): whom he acts for, or, as long as he does nothing yet, anybody who gave him something of this page. */
function confirmsFor({ delegated, actingFor }: Viewer, moduleId: number): boolean {
  if (actingFor !== undefined) return actingFor?.isConfirm === true;
  return delegated?.principals.some(({ isConfirm, rights }) => isConfirm && rights.has(moduleId)) === true;
}

/** The same with what he holds himself alone: nothing that was given for a while is given on (docs/decisions/103). */
export function withOwnRights(viewer: Viewer): Viewer {
  return viewer.delegated === undefined ? viewer : { ...viewer, rights: viewer.delegated.own, delegated: undefined };
}

/**
 * As whom the viewer may use a function, the first choice first: as himself where he holds it, else for each who gave it to him. What
 * he does for somebody is signed with both names. Where he does not have it at all he asks as himself, and is refused as ever.
 */
export function personasOf(viewer: Viewer, moduleId: number, key: string): readonly [Viewer, ...Viewer[]] {
  const { delegated } = viewer;
  if (delegated === undefined || viewer.actingFor !== undefined) return [viewer];
  const self = { ...viewer, actingFor: null };
  const others = delegated.principals
    .filter(({ rights }) => rights.get(moduleId)?.has(key) === true)
    .map((principal) => ({ ...viewer, actingFor: principal, userName: signedName(viewer.userName, principal.userName) }));
  const [first, ...more] = others;
  return first === undefined || delegated.own.get(moduleId)?.has(key) === true ? [self, ...others] : [first, ...more];
}

/** Both names stand in a column for one. */
const LONGEST_NAME = 40;
const SIGN = { open: "（代 ", close: "）" };

function signedName(own: string, other: string): string {
  const room = (LONGEST_NAME - SIGN.open.length - SIGN.close.length) / 2;
  const short = (name: string) => (name.length <= room ? name : `${name.slice(0, room - 1)}…`);
  return `${short(own)}${SIGN.open}${short(other)}${SIGN.close}`;
}
