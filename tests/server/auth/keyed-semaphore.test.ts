import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { KeyedSemaphore } from "../../../src/server/auth/keyed-semaphore.ts";
import { CODE } from "../../../src/shared/protocol/envelope.ts";

it("runs so many of a key at once, in the order they came, also when one breaks down", async () => {
  const turns = new KeyedSemaphore(2);
  let [running, most] = [0, 0];
  const order: number[] = [];
  const work = (index: number) =>
    turns.run("key", async () => {
      order.push(index);
      running += 1;
      most = Math.max(most, running);
      await wait(2);
      running -= 1;
      if (index % 3 === 0) throw new Error("broken");
      return index;
    });
  const results = await Promise.allSettled(Array.from({ length: 10 }, (_none, index) => work(index)));
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(results.map(({ status }) => status === "fulfilled")).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => index % 3 !== 0));
});

it("lets other keys pass, and refuses a flood", async () => {
  const turns = new KeyedSemaphore(1);
  let finish = () => undefined as unknown;
  const first = turns.run(
    "flooded",
    () =>
      new Promise((resolve) => {
        finish = () => resolve("first");
      }),
  );
  const waiting = Array.from({ length: 200 }, () => turns.run("flooded", async () => "later"));
  await expect(turns.run("flooded", async () => "too late")).rejects.toMatchObject({ code: CODE.tooMany });
  expect(await turns.run("other", async () => "passed")).toBe("passed");
  finish();
  expect(await first).toBe("first");
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["later"]));
  expect(await turns.run("flooded", async () => "again")).toBe("again");
});
