import type { Place } from "../place.ts";

/** A name written somewhere in a file. */
export interface Named {
  readonly name: string;
  readonly at: Place;
}

/** The names of a list. */
export function listed(names: readonly string[] | undefined, at: Place): Named[] {
  return (names ?? []).map((name, index) => ({ name, at: at.in(index) }));
}

/** The name at a property, where it is there. */
export function single(name: string | undefined, at: Place): Named[] {
  return name === undefined ? [] : [{ name, at }];
}

/** Names that stand as property names; their place points at the name. */
export function keys(map: object | undefined, at: Place): Named[] {
  return Object.keys(map ?? {}).map((name) => {
    const place = at.in(name);
    return { name, at: place.onKey() };
  });
}

/** The names of a list whose entries are a name or an object holding it at `property`. */
export function entries<K extends string>(
  list: readonly (string | Readonly<Record<K, string>>)[] | undefined,
  property: K,
  at: Place,
): Named[] {
  return (list ?? []).map((entry, index) => {
    const isName = typeof entry === "string";
    return { name: isName ? entry : entry[property], at: isName ? at.in(index) : at.in(index, property) };
  });
}

/** Names with a leading - for descending order. */
export function ordered(names: readonly string[] | undefined, at: Place): Named[] {
  return listed(names, at).map((named) => ({ ...named, name: named.name.replace(/^-/, "") }));
}
