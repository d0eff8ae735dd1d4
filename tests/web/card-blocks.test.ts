import { expect, test } from "vitest";
import { blocksIn } from "../../src/web/pages/list/card-blocks.ts";

const blocks = (heights: readonly number[], top: number, bottom: number) =>
  blocksIn((block) => heights[block] ?? 0, heights.length, top, bottom);

test("the blocks that any part of a view is in are drawn, whatever their heights", () => {
  expect(blocks([100, 300, 50, 100], 0, 100)).toEqual([0, 1]);
  expect(blocks([100, 300, 50, 100], 99, 101)).toEqual([0, 2]);
  expect(blocks([100, 300, 50, 100], 100, 400)).toEqual([1, 2]);
  expect(blocks([100, 300, 50, 100], 399, 451)).toEqual([1, 4]);
});

test("beyond either end the first or the last one is drawn, and nothing of an empty list", () => {
  expect(blocks([100, 100], -600, -10)).toEqual([0, 1]);
  expect(blocks([100, 100], 900, 1500)).toEqual([1, 2]);
  expect(blocks([], 0, 500)).toEqual([0, 0]);
});
