import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * For how long, in ms, nobody else gets his turn: whatever is written meanwhile takes some turns for each statement, and the database's own thread has nothing to do
 * between them.
 */
const TURN_MS = 1;

/** What happens in a shop, in the order of time: so that ids, numbers, messages and history read like real ones. */
export class Timeline {
  readonly #steps: { readonly when: string; readonly run: (now: Date) => Promise<unknown> }[] = [];
  #now = "";

  /** Plans a step for a day (`yyyy-MM-dd`) and time (`HH:mm`, Shanghai). Steps of the same minute keep the order they were planned in. */
  at(day: string, time: string, run: (now: Date) => Promise<unknown>): void {
    const when = `${day} ${time}`;
    if (when < this.#now) throw new Error(`${when} is past at ${this.#now}`);
    this.#steps.splice(this.#placeAfter(when), 0, { when, run });
  }

  /** Runs every step, those planned on the way included. */
  async run(): Promise<void> {
    let since = performance.now();
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      this.#now = step.when;
      await step.run(new Date(`${step.when.replace(" ", "T")}:00+08:00`));
      if (performance.now() - since < TURN_MS) continue;
      await nextTurn();
      since = performance.now();
    }
  }

  #placeAfter(when: string): number {
    let [low, high] = [0, this.#steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#steps[middle]?.when ?? "") <= when) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A minute of the day that differs from row to row: `9` and row 70 make 09:10. */
export function minute(hour: number, n: number): string {
  return `${String(hour).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}`;
}
