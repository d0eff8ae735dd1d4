import { createHash } from "node:crypto";
import { profileOf } from "../../../../src/server/base/viewer.ts";
import type { Entity, Module, Profile, Registry } from "../../../../src/shared/registry/model.ts";
import type { SignedIn } from "./what-is-served.ts";

/** A user and a page that he is asked about. */
export interface Look {
  readonly user: SignedIn;
  readonly id: string;
}

/** Who is asked about which pages after an edit; each look is in one list only. */
export interface Looks {
  /** The page itself is another one, or its entity, its lines, its sheets or the flags of the shop. */
  readonly own: readonly Look[];
  /** Something else is: what its entities name, what names them, the pages over these. */
  readonly near: readonly Look[];
  /** Nothing of that is: it should be served as before. */
  readonly others: readonly Look[];
}

/** Somebody whose group was granted every page by its id, to read it and no more. */
export const CLERK = "clerk";

/**
 * Told from the models alone, and not from a plan. A shop with profiles is asked about what it has otherwise than others, and about what
 * changes for it otherwise: the rest is served to it as to the others. Who was granted pages by their ids is asked about pages that are
 * others themselves.
 */
export function looksOf(users: readonly SignedIn[], was: Registry, is: Registry): Looks {
  const looks = { own: [] as Look[], near: [] as Look[], others: [] as Look[] };
  const ids = [...new Set([...Object.keys(was.modules), ...Object.keys(is.modules)])];
  const differs = (part: keyof Signs, shop: string, id: string) => signs(was, shop, id)[part] !== signs(is, shop, id)[part];
  for (const user of users) {
    const isUsual = profileOf(is, user.shop).name === profileOf(is, "").name;
    for (const id of ids) {
      const isOwnWay = [was, is].some((registry) => signs(registry, user.shop, id).way !== signs(registry, "", id).way);
      const part = (["own", "near"] as const).find((each) => differs(each, user.shop, id));
      if (part === undefined) looks.others.push({ user, id });
      else if (user.user === CLERK && !differs("page", user.shop, id)) continue;
      else if (isUsual || isOwnWay || !differs(part, "", id)) looks[part].push({ user, id });
    }
  }
  return looks;
}

/** What a page of a shop is made of, as short texts to compare. */
interface Signs {
  readonly page: string;
  /** `own` without the flags. */
  readonly way: string;
  readonly own: string;
  readonly near: string;
}

const known = new WeakMap<Registry, Map<string, Signs>>();

/** Two models in which `near` is the same serve the page alike. */
export function signs(registry: Registry, shop: string, id: string): Signs {
  const profile = profileOf(registry, shop);
  const kept = known.get(registry) ?? new Map<string, Signs>();
  known.set(registry, kept);
  const key = `${profile.name} ${id}`;
  const found = kept.get(key) ?? signsOf(registry, profile, profile.modules[id]);
  kept.set(key, found);
  return found;
}

function signsOf(registry: Registry, profile: Profile, module: Module | undefined): Signs {
  if (!module) return { page: "", way: "", own: "", near: "" };
  const entities = Object.values({ ...registry.entities, ...profile.entities });
  const own = entities.filter(({ name, head }) => name === module.entity || head?.entity === module.entity);
  const names = new Set(own.map(({ name }) => name));
  const near = entities.filter(
    (each) => own.some((one) => wordsOf(one).has(each.name)) || [...names].some((name) => wordsOf(each).has(name)),
  );
  const prints = module.prints.flatMap(({ template }) => profile.prints[template] ?? registry.prints[template] ?? []);
  const beside = new Set([...near.map(({ name }) => name), ...names]);
  const pages = Object.values(profile.modules).filter(({ entity }) => beside.has(entity));
  const way = [module, ...own, ...prints].map(signOf);
  const made = [...way, signOf(profile.flags)];
  const others = pages.map(rightsSignOf);
  return { page: signOf(module), way: hashOf(way), own: hashOf(made), near: hashOf([...made, ...near.map(signOf), ...others]) };
}

const words = new WeakMap<Entity, ReadonlySet<string>>();

/** All words of an entity; the names of others among them. */
export function wordsOf(entity: Entity): ReadonlySet<string> {
  const found = words.get(entity) ?? new Set(textOf(entity).match(/(?<=")\w+(?=")/g));
  words.set(entity, found);
  return found;
}

const rightsSigns = new WeakMap<Module, string>();

/** Of another page what decides whether its documents are met on this one. */
function rightsSignOf(module: Module): string {
  const { id, audience, where, reach, functions, readable } = module;
  const sign = rightsSigns.get(module) ?? hashOf([textOf([id, audience, where, reach, functions, readable])]);
  rightsSigns.set(module, sign);
  return sign;
}

const found = new WeakMap<object, string>();

function signOf(part: object): string {
  const sign = found.get(part) ?? hashOf([textOf(part)]);
  found.set(part, sign);
  return sign;
}

const textOf = (part: unknown): string => JSON.stringify(part, (_key, value) => (typeof value === "bigint" ? String(value) : value));

function hashOf(texts: readonly string[]): string {
  const hash = createHash("sha1");
  for (const text of texts) hash.update(text).update("\n");
  return hash.digest("base64");
}
