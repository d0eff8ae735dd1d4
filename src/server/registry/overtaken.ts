import { misfitsTables } from "../db/errors.ts";
import type { RegistrySource } from "./watch-registry.ts";

/** What is served, and whether the tables may be those of what comes next. */
export type Serving = Pick<RegistrySource, "current" | "isChanging">;

/** Whether work that began with this version met tables of another one, with other names or types: it can be done again with that one. */
export function isOvertaken(error: unknown, version: string, serving: Serving): boolean {
  return misfitsTables(error) && (serving.isChanging() || serving.current().version !== version);
}
