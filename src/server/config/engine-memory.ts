/** How the engine of the language is to keep the memory of a process that serves (docs/decisions/138). */
import { setFlagsFromString } from "node:v8";

/**
 * From the beginning: nothing is kept among what lasts for having been made where things lasted before. What a call makes is gone with it, and what is kept so
 * takes with it all that it holds, e.g. a list of rows all of its rows.
 */
export function disablePretenuring(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}

/** How much lasting memory grows before it is looked through again, in percent. */
const GROWS_BY = 25;

/**
 * Once it serves: a start makes much that stays, and would be looked through in vain. By itself the engine lets lasting memory grow to a multiple: an
 * export of a million rows held 100 MB more than at rest, and took as long (docs/decisions/122).
 */
export function growHeapSlowly(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWS_BY}`);
}
