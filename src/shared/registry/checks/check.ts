import type { CheckContext } from "../context.ts";
import type { Problem } from "../problem.ts";

/** One rule: what it finds wrong in the whole of the files. Pure; it never changes what it looks at. */
export type Check = (context: CheckContext) => Problem[];
