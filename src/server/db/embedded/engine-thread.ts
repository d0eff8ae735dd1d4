import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** The file that the engine thread runs: the built one that lies beside this one, or the source under a TypeScript loader. */
export function engineThread(): URL {
  const here = import.meta.url;
  if (!new URL(here).pathname.endsWith(".ts")) return new URL("engine-worker.js", here);
  const tsx = pathToFileURL(createRequire(here).resolve("tsx/package.json"));
  const loader = new URL("dist/esm/api/index.mjs", tsx).href;
  const source = new URL("engine-worker.ts", here).href;
  const script = `import { register } from "${loader}"; register(); await import("${source}");`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
