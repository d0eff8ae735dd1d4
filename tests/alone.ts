import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** However it is written, and wherever in the file. */
const REPLACES = /\bvi\s*\.\s*(mock|doMock)\s*\(/;

/**
 * Test files that replace a module, by their paths from the project's folder. Each gets a process of its own: what a worker has loaded serves
 * all its files, so that those after it would go on with the replaced module, and the scope that forgets whose rows they are
 * (server/app/second-wall.test.ts) would be everybody's.
 */
export function filesThatReplace(root: string): string[] {
  const files = readdirSync(join(root, "tests"), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));
  return files.map((file) => `tests/${file}`).filter((file) => REPLACES.test(readFileSync(join(root, file), "utf8")));
}
