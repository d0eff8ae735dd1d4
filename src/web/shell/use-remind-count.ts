import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { ENDPOINTS } from "../api/endpoints.ts";
import { useCall } from "../data/use-call.ts";

/** How often open pages ask what waits for the user. */
export const REFRESH_MS = 60_000;
/** Another page asks again, but not more often than that (as the specification throttles it). */
const THROTTLE_MS = 5_000;

/** Number of unread messages, refreshed every minute while the tab is visible, and with another page: a message may have been read. */
export function useRemindCount(isEnabled: boolean): number {
  const { pathname } = useLocation();
  const { data, dataUpdatedAt, refetch } = useCall<{ remindcount: number }>(
    ENDPOINTS.remindCount,
    {},
    {
      of: "counts",
      isSilent: true,
      enabled: isEnabled,
      refetchInterval: REFRESH_MS,
    },
  );
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isEnabled && Date.now() - dataUpdatedAt > THROTTLE_MS) void refetch();
  }, [pathname, isEnabled, dataUpdatedAt, refetch]);
  return data?.remindcount ?? 0;
}
