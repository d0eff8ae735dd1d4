import { join } from "node:path";
import { pathToFileURL } from "node:url";

export { askThread } from "../src/server/base/thread-file.ts";

/** In the place of src/server/base/thread-file.ts within tests (vite.config.ts): the file of a thread as tests/global-setup.ts has built it. */
export function threadFile(_here: string, name: string): URL {
  return pathToFileURL(join(process.env.TEST_THREADS ?? "", `${name}.js`));
}
