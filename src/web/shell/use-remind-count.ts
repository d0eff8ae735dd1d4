import { useQuery } from "@tanstack/react-query";
import { ENDPOINTS } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import { SILENT } from "../providers/query-client.ts";

const REFRESH_MS = 60_000;

/** Number of unread messages, refreshed every minute while the tab is visible. */
export function useRemindCount(isEnabled: boolean): number {
  const { data } = useQuery({
    queryKey: ["remind-count"],
    queryFn: () => post<{ remindcount: number }>(ENDPOINTS.remindCount),
    enabled: isEnabled,
    refetchInterval: REFRESH_MS,
    meta: SILENT,
  });
  return data?.remindcount ?? 0;
}
