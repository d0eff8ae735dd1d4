/**
 * Identifiers made unique by a numeric suffix: Sabah, Sabah → Sabah, Sabah2. The first bearer keeps its identifier, and
 * no suffix takes one that another bearer had from the start, so that a second pass changes nothing.
 */
export function uniqueIds(ids: readonly string[]): string[] {
  const taken = new Set(ids);
  const used = new Set<string>();
  return ids.map((id) => {
    const free = used.has(id) ? firstFree(id, taken) : id;
    used.add(free);
    taken.add(free);
    return free;
  });
}

function firstFree(id: string, taken: ReadonlySet<string>): string {
  let suffix = 2;
  while (taken.has(`${id}${suffix}`)) suffix += 1;
  return `${id}${suffix}`;
}
