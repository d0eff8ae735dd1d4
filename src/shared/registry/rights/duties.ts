import type { Act, Dict, Duty, Module } from "../model.ts";

type Rights = ReadonlyMap<number, ReadonlySet<string>>;

/** What is done by transitions and forms has one name each. */
export const namesOfAct = ({ transitions, saves }: Pick<Act, "transitions"> & Partial<Pick<Act, "saves">>): readonly string[] => [
  ...transitions,
  ...(saves ?? []),
];

/** A right that brings a function: it is held on this page by this key. */
export interface KeyOnPage {
  readonly module: Module;
  readonly key: string;
}

/** The rights by which users come to do something: those of its buttons, on the pages that count. */
export function keysOfAct(modules: Dict<Module>, act: Pick<Act, "entity" | "transitions"> & Partial<Act>): readonly KeyOnPage[] {
  const names = namesOfAct(act);
  const pages = act.pages ?? [];
  return Object.values(modules).flatMap((module) => {
    if (module.entity !== act.entity || (pages.length > 0 && !pages.includes(module.id))) return [];
    const has = (button: string) => module.actions.some(({ name, transition }) => transition === null && name === button);
    // An import writes, too: where the page has no button for that, by its own right alone.
    const brings = (name: string) => name === "import" && (act.saves ?? []).some((way) => !has(way));
    const own = module.actions.filter(
      ({ name, transition, open }) => open === null && (names.includes(transition ?? name) || brings(name)),
    );
    return [...new Set(own.map(({ functionKey }) => functionKey))].map((key) => ({ module, key }));
  });
}

/** The first of these rights that somebody holds; null: none. */
export function heldOf(keys: readonly KeyOnPage[], rights: Rights): KeyOnPage | null {
  return keys.find(({ module, key }) => rights.get(module.id)?.has(key) === true) ?? null;
}

/** A pair that somebody holds both functions of, with what brings each. */
export interface HeldPair {
  readonly name: string;
  readonly duty: Duty;
  readonly a: KeyOnPage;
  readonly b: KeyOnPage;
}

/** The pairs that nobody should hold at once of which these rights are both (docs/decisions/99). */
export function pairsHeld(duties: Dict<Duty>, modules: Dict<Module>, rights: Rights): readonly HeldPair[] {
  return Object.entries(duties).flatMap(([name, duty]) => {
    if (!duty.onPerson) return [];
    const a = heldOf(keysOfAct(modules, duty.a), rights);
    const b = heldOf(keysOfAct(modules, duty.b), rights);
    return a === null || b === null ? [] : [{ name, duty, a, b }];
  });
}
