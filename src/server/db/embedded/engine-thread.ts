import { threadFile } from "../../base/thread-file.ts";

/** The file that the engine thread runs. */
export function engineThread(): URL {
  return threadFile(import.meta.url, "engine-worker");
}
