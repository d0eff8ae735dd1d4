import { describe, expect, it } from "vitest";
import { PartLine } from "../../../src/server/features/keyed/in/part-order.ts";
import type { PartOrder } from "../../../src/server/features/keyed/in/take-part.ts";

/** A part that does what it is told, step by step. */
class Part {
  readonly orders: PartOrder[] = [];
  readonly #runs: { readonly end: (value: string) => void; readonly fail: (error: Error) => void }[] = [];

  take = (order: PartOrder): Promise<string> => {
    this.orders.push(order);
    order.begins();
    return new Promise((end, fail) => this.#runs.push({ end, fail }));
  };

  end(): void {
    this.#runs.at(-1)?.end("kept");
  }

  fail(error: Error): void {
    this.#runs.at(-1)?.fail(error);
  }
}

/** What has become of a promise after everything that can go on has gone on. */
async function now(promise: Promise<unknown> | undefined): Promise<unknown> {
  const told = promise?.catch((error: Error) => error.message);
  await new Promise(setImmediate);
  return Promise.race([told, Promise.resolve("open")]);
}

describe("parts of a batch", () => {
  it("begin when the one before has written, and wait for its end before theirs", async () => {
    const [line, first, second] = [new PartLine(), new Part(), new Part()];
    await line.begin(first.take);
    const next = line.begin(second.take);
    expect([await now(next), second.orders.length]).toEqual(["open", 0]);
    first.orders[0]?.written();
    const { end } = await next;
    const before = second.orders[0]?.before();
    expect([second.orders.length, await now(before)]).toEqual([1, "open"]);
    first.end();
    await before;
    second.end();
    expect(await end).toBe("kept");
  });

  it("wait for the end of one that does not say that it has written", async () => {
    const [line, first, second] = [new PartLine(), new Part(), new Part()];
    await line.begin(first.take);
    const next = line.begin(second.take);
    expect(await now(next)).toBe("open");
    first.end();
    await next;
    expect(second.orders).toHaveLength(1);
  });

  it("let go where the one before begins once more, and are taken after it", async () => {
    const [line, first, second] = [new PartLine(), new Part(), new Part()];
    await line.begin(first.take);
    first.orders[0]?.written();
    const { end } = await line.begin(second.take);
    const before = second.orders[0]?.before() ?? Promise.resolve();
    first.orders[0]?.begins();
    const why = await before.catch((error: Error) => error);
    second.fail(why as Error);
    expect([await now(end), second.orders.length]).toEqual(["open", 1]);
    first.end();
    await now(end);
    expect(second.orders).toHaveLength(2);
    await second.orders[1]?.before();
    second.end();
    expect(await end).toBe("kept");
  });

  it("are not kept where the one before fails", async () => {
    const [line, first, second] = [new PartLine(), new Part(), new Part()];
    const { end } = await line.begin(first.take);
    first.orders[0]?.written();
    await line.begin(second.take);
    const before = now(second.orders[0]?.before());
    const told = now(end);
    first.fail(new Error("no database"));
    expect([await before, await told]).toEqual(["no database", "no database"]);
  });
});
