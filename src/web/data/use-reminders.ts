import { useQueries } from "@tanstack/react-query";
import { reminderUrl } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import { SILENT } from "./query-client.ts";
import { QUERY_KEYS } from "./query-keys.ts";

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
