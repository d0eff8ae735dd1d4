/** A dictionary of names that files declare. */
export type Dict<T> = Readonly<Record<string, T>>;

/** A dictionary without prototype: a name from the wire such as `constructor` finds nothing in it. */
export function dict<T>(entries: Iterable<readonly [string, T]>): Dict<T> {
  const made: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) made[key] = value;
  return made;
}

/** The dictionary with every value made anew. */
export function mapDict<T, U>(from: Readonly<Record<string, T>>, make: (value: T, key: string) => U): Dict<U> {
  return dict(Object.entries(from).map(([key, value]) => [key, make(value, key)] as const));
}

/** Freezes a value and everything below it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
