import type { PartOrder } from "./take-part.ts";

/** Thrown in a part whose leader begins once more: it lets go of what it has locked, and comes after it. */
class Overtaken extends Error {
  constructor() {
    super("the part before begins once more");
  }
}

/**
 * Parts of a batch one after the other, with a head start: while a part that has written everything ends its transaction, in which the
 * database seals its events, the next one is brought in on another connection. Its transaction does not end before the one before is in the
 * database. Where that one collides and begins once more, the next lets go of everything it has locked and waits.
 */
export class PartLine {
  #last: Step | null = null;

  /** Begins a part, as soon as it may. @param take takes it, perhaps twice */
  async begin<T>(take: (order: PartOrder) => Promise<T>): Promise<{ readonly end: Promise<T> }> {
    const before = this.#last;
    await before?.open;
    const step = new Step(before);
    this.#last = step;
    return { end: step.run(take) };
  }
}

class Step implements PartOrder {
  readonly #before: Step | null;
  #runs = 0;
  #isOpen: () => void = () => undefined;
  #hasEnded: () => void = () => undefined;
  #hasFailed: (error: unknown) => void = () => undefined;
  #beginsAgain: () => void = () => undefined;
  /** The next one may begin. */
  readonly open = new Promise<void>((resolve) => {
    this.#isOpen = resolve;
  });
  readonly ended = new Promise<void>((resolve, reject) => {
    this.#hasEnded = resolve;
    this.#hasFailed = reject;
  });
  readonly #again = new Promise<never>((_resolve, reject) => {
    this.#beginsAgain = () => reject(new Overtaken());
  });

  constructor(before: Step | null) {
    this.#before = before;
    // Told to whoever waits for it, if anybody does.
    this.ended.catch(() => undefined);
    this.#again.catch(() => undefined);
  }

  async run<T>(take: (order: PartOrder) => Promise<T>): Promise<T> {
    try {
      const end = await this.#withoutHaste(take);
      this.#hasEnded();
      return end;
    } catch (error) {
      this.#hasFailed(error);
      throw error;
    } finally {
      this.#isOpen();
    }
  }

  async #withoutHaste<T>(take: (order: PartOrder) => Promise<T>): Promise<T> {
    try {
      return await take(this);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      await this.#before?.ended;
      return take(this);
    }
  }

  begins(): void {
    this.#runs += 1;
    if (this.#runs > 1) this.#beginsAgain();
  }

  async before(): Promise<void> {
    if (this.#before !== null) await Promise.race([this.#before.ended, this.#before.#again]);
  }

  written(): void {
    this.#isOpen();
  }
}
