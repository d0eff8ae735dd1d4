import { ERRORS } from "../../shared/domain/error-catalogue.ts";

/** What is said where a part of the app did not come: a row of the catalogue. */
export type ChunkFailureId = "updated" | "offline";

const failures = new WeakSet<object>();
const drawn = new WeakSet<object>();
const watchers = new Set<ChunkWatcher>();

/** What is said outside of the pages. */
export interface ChunkWatcher {
  readonly tell: (id: ChunkFailureId) => void;
  /** A page says it itself by now. */
  readonly takeBack: () => void;
}

/** Long enough for a page that needs the part to say so itself. */
const PAGE_FIRST_MS = 300;

/**
 * Remembers which errors are parts of the app that could not be loaded, and tells those that no page draws in its place; of one that
 * is drawn later it is taken back. Returns how to stop.
 */
export function watchChunks(watcher: ChunkWatcher): () => void {
  const onFailure = ({ payload }: Event & { readonly payload?: unknown }) => {
    if (!(payload instanceof Error)) return;
    failures.add(payload);
    setTimeout(async () => {
      const why = await whyChunkFailed();
      if (!drawn.has(payload)) watcher.tell(why);
    }, PAGE_FIRST_MS);
  };
  addEventListener("vite:preloadError", onFailure);
  watchers.add(watcher);
  return () => {
    removeEventListener("vite:preloadError", onFailure);
    watchers.delete(watcher);
  };
}

/** Whether an error is a part of the app that could not be loaded. */
export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && failures.has(error);
}

/** A page has drawn it in its place. */
export function chunkFailureDrawn(error: Error): void {
  drawn.add(error);
  for (const { takeBack } of watchers) takeBack();
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
