/** As {@link remembered}, of texts and numbers: when it knows so many, it begins anew. */
export function rememberedUpTo<K extends string | number, V>(most: number, work: (of: K) => V): (of: K) => V {
  const known = new Map<K, V>();
  return (of) => {
    const found = known.get(of);
    if (found !== undefined) return found;
    const made = work(of);
    if (known.size >= most) known.clear();
    known.set(of, made);
    return made;
  };
}

/**
 * The same function, which works out once what it says of an object, and forgets it with the object. For what does not change: parts of a registry.
 */
export function remembered<K extends object, V>(work: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    const found = known.get(of);
    if (found !== undefined) return found.value;
    const value = work(of);
    known.set(of, { value });
    return value;
  };
}
