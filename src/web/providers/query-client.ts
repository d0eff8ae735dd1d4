import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";

/** `meta: SILENT` on a query or mutation: its failures are not told to the user. */
export const SILENT = { silent: true } as const;

/** Kept for a page that was left, in ms: long enough to come back from a document, short enough not to fill the memory. */
const CACHE_MS = 60_000;

/** The one query client. Every failed query and mutation is reported here, once; hooks never show errors themselves. */
export function createQueryClient(report: (error: unknown) => void): QueryClient {
  const onError = (error: unknown, meta: Record<string, unknown> | undefined) => {
    // A 401 is told once, by the listener of the session's end.
    const isSignedOut = error instanceof ApiError && error.code === CODE.signedOut;
    if (!isSignedOut && meta?.silent !== true) report(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onError(error, query.meta) }),
    mutationCache: new MutationCache({ onError: (error, _variables, _context, mutation) => onError(error, mutation.meta) }),
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, keepPreviousData: true, cacheTime: CACHE_MS } },
  });
}
