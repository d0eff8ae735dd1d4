import { StorageAway } from "../storage.ts";
import { StoreSilent } from "./store-errors.ts";

/**
 * While the store is silent, one call at a time finds out whether it is back, and all others are refused at once: they would keep everybody waiting
 * behind them, also those who need no file.
 */
export class Outage {
  readonly #end: () => void;
  #isOn = false;
  #isTried = false;

  /** `end` is called when an outage is over. */
  constructor(end: () => void) {
    this.#end = end;
  }

  /** Does the work, or throws {@link StorageAway}. The work throws {@link StoreSilent} where nothing was answered; as a trial it is not to insist. */
  async run<T>(work: (isTrial: boolean) => Promise<T>): Promise<T> {
    const isTrial = this.#isOn;
    if (isTrial && this.#isTried) throw new StorageAway();
    if (isTrial) this.#isTried = true;
    try {
      const result = await work(isTrial);
      this.#note(false);
      return result;
    } catch (error) {
      this.#note(error instanceof StoreSilent);
      throw error;
    } finally {
      if (isTrial) this.#isTried = false;
    }
  }

  #note(isSilent: boolean): void {
    const isOver = this.#isOn && !isSilent;
    this.#isOn = isSilent;
    if (isOver) this.#end();
  }
}
