/** Chance that is the same on every run and machine: mulberry32, seeded with fnv1a of a text (docs/decisions/60). */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = fnv1a(seed);
  }

  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.int(0, list.length - 1)];
    if (found === undefined) throw new Error("nothing to pick from");
    return found;
  }

  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.int(1, 100) <= percent;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.int(0, 9)).join("");
  }

  /** `count` different members of the list, in the list's order. */
  some<T>(list: readonly T[], count: number): T[] {
    const left = list.map((_, index) => index);
    const taken = Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.int(0, left.length - 1), 1)[0] ?? 0);
    const chosen = new Set(taken);
    return list.filter((_, index) => chosen.has(index));
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
}

/** The stream of one row: what another row or entity draws does not shift it. */
export function streamOf(entity: string, shopId: string, n: number): Random {
  return new Random(`${entity}|${shopId}|${n}`);
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
