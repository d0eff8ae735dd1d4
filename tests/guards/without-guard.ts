import { relative } from "node:path";
import type { Plugin } from "vite";
import { guardsIn } from "./guards.ts";

/** The environment variable that names the guard to be taken away, as `file:line`. Nothing but tests looks at it. */
export const WITHOUT = "TEST_WITHOUT_GUARD";

const ROOT = new URL("../..", import.meta.url).pathname;

/** Within tests: serves a source without one guard, where {@link WITHOUT} names one of it. */
export const withoutGuard: Plugin = {
  name: "without-guard",
  enforce: "pre",
  apply: () => process.env.VITEST !== undefined,
  transform(code, id) {
    const [file = "", line] = process.env[WITHOUT]?.split(":") ?? [];
    if (file === "" || relative(ROOT, id) !== file) return null;
    const guard = guardsIn(file, code).find((each) => each.line === Number(line));
    if (guard === undefined) throw new Error(`no guard is declared at ${file}:${line}`);
    return { code: guard.without, map: null };
  },
};
