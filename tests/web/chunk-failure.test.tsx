import { afterEach, expect, it, vi } from "vitest";
import { chunkFailureDrawn, isChunkFailure, watchChunks } from "../../src/web/feedback/chunk-failure.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A part that does not come, as Vite tells it. */
function fail(): Error {
  const payload = new Error("Failed to fetch dynamically imported module");
  dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload }));
  return payload;
}

function watched() {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response()));
  const said: string[] = [];
  const stop = watchChunks({ tell: (id) => said.push(id), takeBack: () => said.push("taken back") });
  return { said, stop };
}

it("a part that is missing behind a button is told", async () => {
  const { said, stop } = watched();
  const error = fail();
  expect(isChunkFailure(error)).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(said).toEqual(["updated"]);
  stop();
});

it("what a page draws in its place is not told besides, however late it is drawn", async () => {
  const { said, stop } = watched();
  chunkFailureDrawn(fail());
  await vi.advanceTimersByTimeAsync(1000);
  expect(said).toEqual(["taken back"]);
  const late = fail();
  await vi.advanceTimersByTimeAsync(1000);
  chunkFailureDrawn(late);
  expect(said).toEqual(["taken back", "updated", "taken back"]);
  stop();
  fail();
  await vi.advanceTimersByTimeAsync(1000);
  expect(said).toHaveLength(3);
});
