import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LONGEST } from "../longest-first.ts";

it("begins with files that are there", () => {
  expect(LONGEST.filter((name) => !existsSync(join(import.meta.dirname, `../${name}.test.ts`)))).toEqual([]);
});
