import type { Dict, Module, Registry } from "../model.ts";
import { carriersOf } from "./carriers.ts";
import { openersIn } from "./openers.ts";

type Rights = ReadonlyMap<number, ReadonlySet<string>>;

/** The entity of the delegations themselves: where functions are ticked. A model need not have one. */
export function delegationsIn<E extends EntityLike>(entities: Readonly<Record<string, E>>): E | null {
  return Object.values(entities).find(({ fields }) => Object.values(fields).some(({ input }) => input === "functions")) ?? null;
}

interface EntityLike {
  readonly fields: Readonly<Record<string, { readonly input: string | null }>>;
}

/** The state of one that nobody has ended. */
export const GRANTED = 10;
const QUERY = "query";

/**
 * Which of somebody's functions he may have done by somebody else (docs/decisions/103): none by which rights are given, as nothing is
 * given on. A page of another module goes with that one.
 */
export function delegable(modules: Dict<Module>, { entities }: Pick<Registry, "entities">, rights: Rights): Rights {
  const carrying = Object.values(carriersOf(entities) ?? {}).map(({ entity }) => entity);
  const kept = new Set([delegationsIn(entities)?.name, ...openersIn(entities), ...carrying]);
  const isGiven = (module: Module | undefined) => module !== undefined && module.entry.of === null && !kept.has(module.entity);
  return new Map([...rights].filter(([id]) => isGiven(modules[id])));
}

/** What of these rights a text of functions names. */
export function namedRights(text: string, rights: Rights): Rights {
  const named = new Map<number, Set<string>>();
  for (const { module, key } of functionsIn(text) ?? []) {
    if (rights.get(module)?.has(key) !== true) continue;
    named.set(module, (named.get(module) ?? new Set()).add(key));
  }
  return named;
}

/** `503.pay,503.query`: functions by page, each page with 查询; null: it is no such text. */
export function functionsIn(text: string): readonly { readonly module: number; readonly key: string }[] | null {
  const parts = text.split(",").map((part) => /^(\d{1,9})\.([a-z]{1,20})$/.exec(part.trim()));
  const found = parts.flatMap((part) => (part === null ? [] : [{ module: Number(part[1]), key: String(part[2]) }]));
  const hasPage = ({ module }: (typeof found)[number]) => found.some((one) => one.module === module && one.key === QUERY);
  return found.length === parts.length && found.every(hasPage) ? found : null;
}
