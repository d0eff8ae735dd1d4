/** Who waits together: what waits here itself, and groups, in the order in which it is their turn. */
interface Group<Item> {
  readonly items: Item[];
  readonly groups: Map<string, Group<Item>>;
}

const empty = <Item>(): Group<Item> => ({ items: [], groups: new Map() });
const countOf = <Item>({ items, groups }: Group<Item>): number =>
  [...groups.values()].reduce((sum, group) => sum + countOf(group), items.length);

/**
 * What waits, by whom it belongs to, e.g. shop, party and user. At each level they take turns: whose thing was taken goes to the end of his line,
 * his shop to the end of that of the shops. What belongs to one stays in order.
 */
export class Turns<Item> {
  readonly #all: Group<Item> = empty();

  get count(): number {
    return countOf(this.#all);
  }

  /** How much waits of them. */
  countOf(whose: readonly string[]): number {
    const group = this.#find(whose);
    return group === undefined ? 0 : countOf(group);
  }

  add(whose: readonly string[], item: Item): void {
    let group = this.#all;
    for (const name of whose) {
      const next = group.groups.get(name) ?? empty<Item>();
      group.groups.set(name, next);
      group = next;
    }
    group.items.push(item);
  }

  /** Takes the first whose turn it is, of those that may go. */
  take(mayGo: (item: Item) => boolean): Item | undefined {
    return takeFrom(this.#all, mayGo);
  }

  /** Takes it out of the line, wherever it stands. Returns whether it stood there. */
  remove(whose: readonly string[], item: Item): boolean {
    const items = this.#find(whose)?.items ?? [];
    const at = items.indexOf(item);
    if (at < 0) return false;
    items.splice(at, 1);
    forget(this.#all, whose);
    return true;
  }

  #find(whose: readonly string[]): Group<Item> | undefined {
    return whose.reduce<Group<Item> | undefined>((group, name) => group?.groups.get(name), this.#all);
  }
}

function takeFrom<Item>(group: Group<Item>, mayGo: (item: Item) => boolean): Item | undefined {
  const at = group.items.findIndex(mayGo);
  if (at >= 0) return group.items.splice(at, 1)[0];
  for (const [name, part] of group.groups) {
    const taken = takeFrom(part, mayGo);
    if (taken === undefined) continue;
    group.groups.delete(name);
    if (countOf(part) > 0) group.groups.set(name, part);
    return taken;
  }
  return undefined;
}

/** Those of whom nothing waits any more have no place in a line. */
function forget<Item>(group: Group<Item>, [name, ...rest]: readonly string[]): void {
  const part = name === undefined ? undefined : group.groups.get(name);
  if (name === undefined || part === undefined) return;
  forget(part, rest);
  if (countOf(part) === 0) group.groups.delete(name);
}
