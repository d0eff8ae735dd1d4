import { type QueryCache, useQueries } from "@tanstack/react-query";
import { download } from "../api/download.ts";
import { SILENT } from "./query-client.ts";
import { QUERY_KEYS } from "./query-keys.ts";
import { PortalQueries } from "./tab-client.ts";

/** `small`: a picture as lists show it. */
export type FileSize = "small" | "full";

/** How long a file that nobody shows any more is kept, in ms. */
const KEPT_MS: Readonly<Record<FileSize, number>> = { small: 600_000, full: 60_000 };

/** The addresses (`blob:`) under which files in memory are shown. */
const addresses = new WeakMap<Blob, string>();

function addressOf(blob: Blob): string {
  const src = addresses.get(blob) ?? URL.createObjectURL(blob);
  addresses.set(blob, src);
  return src;
}

/** A file on its way to the page: there, or failed, or neither yet. */
interface LoadedFile {
  readonly src?: string;
  readonly blob?: Blob;
  readonly error?: unknown;
}

/**
 * Uploaded files, in the same order: fetched once in all tabs and shown from memory, as what lies behind the Authorization header cannot
 * be named in an `<img>`.
 */
export function useFiles(urls: readonly string[], size: FileSize): LoadedFile[] {
  const answers = useQueries({
    context: PortalQueries,
    queries: urls.map((url) => ({
      queryKey: QUERY_KEYS.file(url, size),
      queryFn: () => download(url, size === "small" ? size : undefined),
      staleTime: Number.POSITIVE_INFINITY,
      cacheTime: KEPT_MS[size],
      keepPreviousData: false,
      meta: SILENT,
    })),
  });
  return answers.map(({ data, error }) => ({ ...(data && { src: addressOf(data), blob: data }), ...(error !== null && { error }) }));
}

/** Frees the memory of files that are forgotten: the next user must not find what this one saw. */
export function freeFiles(cache: QueryCache): void {
  cache.subscribe(({ type, query }) => {
    const data: unknown = query.state.data;
    if (type !== "removed" || !(data instanceof Blob)) return;
    URL.revokeObjectURL(addresses.get(data) ?? "");
    addresses.delete(data);
  });
}
