import { keys } from "@refinedev/core";
import type { QueryKey } from "@tanstack/react-query";
import type { FormParams } from "../api/send.ts";

/**
 * What an answer is made of, which decides when it is read anew.
 * `data`: rows, and what is counted or allowed because of them. Whatever the user does outdates all of it, as an action on one row
 * has effects on others. refine's own keys of lists and documents begin with the same word.
 * `counts`: the numbers in the frame of how much waits for the user; outdated as `data` is, and by reading what waits.
 * `choices`: what is being chosen from or decided on, such as the rows a field may point to or what a payment would mean; outdated as
 * `data` is, but read again only when it is asked for again, so that nothing moves under the pointer.
 * `registry`: the menu and the screens; read anew when the registry changes.
 * `exports`: the files that the server writes for the user; outdated when one is begun, is ready, or goes.
 * `fixed`: what does not change while the portal is open, or must be asked for once only.
 */
export type Source = "data" | "counts" | "choices" | "registry" | "exports" | "fixed";

/** The keys of everything the browser reads. No other file makes one. */
export const QUERY_KEYS = {
  /** All answers made of one thing. */
  source: (source: Source): QueryKey => [source],
  /** The answer of one call with these parameters. */
  call: (source: Source, url: string, params: FormParams): QueryKey => [source, "call", url, params],
  /** An uploaded file. */
  file: (url: string, size: string): QueryKey => ["fixed" satisfies Source, "file", url, size],
  /** The lists of a module, as refine names them. */
  lists: (mdl: string): QueryKey => keys().data().resource(mdl).action("list").get(),
  /** The mutation by which refine asks, after each failed call, whether the session is over. */
  errorCheck: (): QueryKey => keys().auth().action("onError").get(),
  /** What the user may do, as refine names it. */
  access: (): QueryKey => keys().access().get(),
} as const;
