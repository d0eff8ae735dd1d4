import type { Position } from "./written-positions.ts";

interface Step {
  /** ms of the clock that nobody sets. */
  readonly since: number;
  readonly at: Position;
}

/** Where the database's log was when: what a copy has not replayed yet is as old as that tells, whatever clocks say and however little is written. */
export class PrimaryTrail {
  readonly #keptMs: number;
  #steps: readonly Step[] = [];

  /** @param keptMs what is older is not told apart */
  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  note(at: Position, now: number): void {
    const old = this.#steps.findLastIndex(({ since }) => since <= now - this.#keptMs);
    this.#steps = [...this.#steps.slice(Math.max(0, old)), { since: now, at }];
  }

  /** How many ms a copy that has come so far is behind; null: more than is kept, or than is known yet. */
  lagAt(replayed: Position, now: number): number | null {
    const [first] = this.#steps;
    if (first === undefined || replayed < first.at) return null;
    const ahead = this.#steps.find(({ at }) => at > replayed);
    return ahead === undefined ? 0 : now - ahead.since;
  }
}
