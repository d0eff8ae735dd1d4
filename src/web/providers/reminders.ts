import { useQueries } from "@tanstack/react-query";
import { reminderUrl } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import { SILENT } from "./query-client.ts";

/** Key of what waits for the user somewhere, by the call that counts it; to be outdated by whatever may change it. */
export const REMINDERS_KEY = ["reminder"] as const;

/** How much waits, by the call that counts it. `refreshMs`: asked again so often while the window is visible; false: when it is outdated. */
export function useReminders(calls: readonly string[], refreshMs: number | false): ReadonlyMap<string, number> {
  const answers = useQueries({
    queries: calls.map((call) => ({
      queryKey: [...REMINDERS_KEY, call],
      queryFn: () => post<number>(reminderUrl(call)),
      refetchInterval: refreshMs,
      meta: SILENT,
    })),
  });
  return new Map(calls.map((call, index) => [call, answers[index]?.data ?? 0]));
}
