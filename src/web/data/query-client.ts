import { hashQueryKey, MutationCache, QueryCache, type QueryClient } from "@tanstack/react-query";
import { endsSession } from "../../shared/domain/error-catalogue.ts";
import { ApiError } from "../../shared/protocol/envelope.ts";
import { QUERY_KEYS } from "./query-keys.ts";
import { PortalClient } from "./tab-client.ts";

/** `meta: SILENT` on a query or mutation: its failures are not told to the user. */
export const SILENT = { silent: true } as const;

/** `meta: READS_ONLY` on a mutation: it leaves everything as it is. */
export const READS_ONLY = { readsOnly: true } as const;

/** Without a network a call is made and fails, and the user is told: left to itself it would wait for the network in silence. */
const NETWORK = { networkMode: "always" } as const;

/** Kept for a page that was left, in ms: long enough to come back from a document, short enough not to fill the memory. */
const CACHE_MS = 60_000;

/**
 * The query client of the portal, and of its tabs. Every failed query and mutation is reported here, once; hooks never show errors
 * themselves. Every mutation, refine's own and ours, outdates everything that was read from rows: also one that failed or got no
 * answer, as it may have been done all the same. So no page can forget to.
 */
export function createQueryClient(report: (error: unknown) => void): PortalClient {
  const onError = (error: unknown, meta: Record<string, unknown> | undefined) => {
    // What ends the session is told once, by the listener of the session's end.
    const isSignedOut = error instanceof ApiError && endsSession(error);
    if (!isSignedOut && meta?.silent !== true) report(error);
  };
  const client = new PortalClient({
    queryCache: new QueryCache({ onError: (error, query) => onError(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => onError(error, mutation.meta),
      onSettled: (_data, _error, _variables, _context, mutation) => {
        const { mutationKey = [] } = mutation.options;
        // It follows every failed read of refine's hooks: outdating rows then would read the failed ones again, for ever.
        const isErrorCheck = hashQueryKey(mutationKey) === hashQueryKey(QUERY_KEYS.errorCheck());
        if (mutation.meta?.readsOnly !== true && !isErrorCheck) invalidateRows(client);
      },
    }),
    defaultOptions: {
      queries: {
        ...NETWORK,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        keepPreviousData: true,
        cacheTime: CACHE_MS,
      },
      mutations: NETWORK,
    },
  });
  return client;
}

/** Has everything read anew that was made of rows: at once what is in view, in other tabs when they are shown. */
export function invalidateRows(client: QueryClient): void {
  for (const source of ["data", "counts"] as const) void client.invalidateQueries({ queryKey: QUERY_KEYS.source(source) });
  void client.invalidateQueries({ queryKey: QUERY_KEYS.source("choices"), refetchType: "none" });
}
