import { readdirSync } from "node:fs";
import { basename, join } from "node:path";

/** The files that threads run, by their names: whoever starts one looks for it beside itself (src/server/base/thread-file.ts). */
export function threadsOf(root) {
  const folder = join(root, "src");
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith("-worker.ts"));
  return Object.fromEntries(files.map((file) => [basename(file, ".ts"), join(folder, file)]));
}
