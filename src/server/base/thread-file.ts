import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/**
 * The file that a thread runs, from the module that starts it (`here`): the built one beside it, or the source beside it under
 * a TypeScript loader.
 */
export function threadFile(here: string, name: string): URL {
  if (!new URL(here).pathname.endsWith(".ts")) return new URL(`${name}.js`, here);
  const tsx = pathToFileURL(createRequire(here).resolve("tsx/package.json"));
  const loader = new URL("dist/esm/api/index.mjs", tsx).href;
  const source = new URL(`${name}.ts`, here).href;
  const script = `import { register } from "${loader}"; register(); await import("${source}");`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
