import { ERRORS } from "../../shared/domain/error-catalogue.ts";

/** What is said where a part of the app did not come: a row of the catalogue. */
export type ChunkFailureId = "updated" | "offline";

const failures = new WeakSet<object>();
const drawn = new WeakSet<object>();

/** Long enough for a page that needs the part to say so itself. */
const PAGE_FIRST_MS = 300;

/**
 * Remembers which errors are parts of the app that could not be loaded, and calls `tell` for those that no page draws in its
 * place. Returns how to stop.
 */
export function watchChunks(tell: (id: ChunkFailureId) => void): () => void {
  const onFailure = ({ payload }: Event & { readonly payload?: unknown }) => {
    if (!(payload instanceof Error)) return;
    failures.add(payload);
    setTimeout(() => {
      if (!drawn.has(payload)) void whyChunkFailed().then(tell);
    }, PAGE_FIRST_MS);
  };
  addEventListener("vite:preloadError", onFailure);
  return () => removeEventListener("vite:preloadError", onFailure);
}

/** Whether an error is a part of the app that could not be loaded; whoever asks draws it. */
export function takesChunkFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !failures.has(error)) return false;
  drawn.add(error);
  return true;
}

/** A server that answers has no such part any more: a new version is out. One that does not is out of reach. */
export function whyChunkFailed(): Promise<ChunkFailureId> {
  return fetch("/healthz", { cache: "no-store" }).then(
    () => "updated",
    () => "offline",
  );
}

export const chunkFailureText = (id: ChunkFailureId): string => ERRORS[id].text;

export const RELOAD = "刷新页面";
