import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import type { ApiError } from "../../shared/protocol/envelope.ts";
import { reminderUrl } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import type { FormParams } from "../api/send.ts";
import { invalidateRows, READS_ONLY, SILENT } from "./query-client.ts";
import { QUERY_KEYS, type Source } from "./query-keys.ts";
import { WHEN_SHOWN } from "./tab-client.ts";

export interface CallOptions<T, Shown> extends Omit<UseQueryOptions<T, ApiError, Shown>, "queryKey" | "queryFn" | "meta"> {
  /** What the answer is made of; left out: rows. */
  readonly of?: Source;
  /** The page itself says that the call failed. */
  readonly isSilent?: boolean;
  /** Read anew whenever the page comes into view: others change it, too. */
  readonly isReadWhenShown?: boolean;
}

/**
 * The answer of a call by its address, for what refine's hooks have no name for. It is kept by its address and
 * parameters, and read anew when what it is made of has changed.
 */
export function useCall<T, Shown = T>(
  url: string,
  params: FormParams = {},
  { of = "data", isSilent = false, isReadWhenShown = false, ...options }: CallOptions<T, Shown> = {},
): UseQueryResult<Shown, ApiError> {
  return useQuery<T, ApiError, Shown>({
    ...options,
    queryKey: QUERY_KEYS.call(of, url, params),
    queryFn: ({ signal }) => post<T>(url, params, signal && { signal }),
    meta: { ...(isSilent && SILENT), ...(isReadWhenShown && WHEN_SHOWN) },
  });
}

/** Something to be done by a call. */
export interface Command {
  readonly url: string;
  readonly params: FormParams;
  /** Its Idempotency-Key: sent again with the same key it is not done again. */
  readonly key?: string;
}

/** Has calls do something; whatever came of it, all rows are read anew. Rejects with ApiError. `isSilent`: the caller tells the user. */
export function useCommand({ isSilent = false }: { readonly isSilent?: boolean } = {}) {
  const { mutateAsync, isLoading } = useMutation<unknown, ApiError, Command>({
    mutationFn: ({ url, params, key }) => post(url, params, key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
    ...(isSilent && { meta: SILENT }),
  });
  const run = useCallback(<T>(command: Command) => mutateAsync(command) as Promise<T>, [mutateAsync]);
  return { run, isRunning: isLoading };
}

/** Work for the user that changes nothing, such as the making of a file; its failure is told. */
export function useTask<T = void>(work: (input: T) => Promise<void>) {
  const { mutate, isLoading } = useMutation({ mutationFn: work, meta: READS_ONLY });
  return { start: mutate, isRunning: isLoading };
}

/** Outdates all that was made of rows, or only what is named, in every tab: for what was changed otherwise than by a command of this page. */
export function useOutdate(): (queryKey?: QueryKey, isOld?: (answer: unknown) => boolean) => void {
  const client = useQueryClient();
  return useCallback(
    (queryKey, isOld) => {
      if (queryKey === undefined) invalidateRows(client);
      else void client.invalidateQueries({ queryKey, ...(isOld && { predicate: ({ state }) => isOld(state.data) }) });
    },
    [client],
  );
}

/** How much waits for the user somewhere, by the call that counts it. `refreshMs`: asked again so often while the window is visible. */
export function useReminders(calls: readonly string[], refreshMs: number | false): ReadonlyMap<string, number> {
  const answers = useQueries({
    queries: calls.map((call) => ({
      queryKey: QUERY_KEYS.call("counts", reminderUrl(call), {}),
      queryFn: () => post<number>(reminderUrl(call)),
      refetchInterval: refreshMs,
      meta: SILENT,
    })),
  });
  return new Map(calls.map((call, index) => [call, answers[index]?.data ?? 0]));
}
