import { useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { useCall, useReminders } from "../data/use-call.ts";

/** Paths of the menu lines where something waits for the user; asked for as often as unread messages. */
export function useReminded(groups: readonly MenuEntry[]): ReadonlySet<string> {
  const pages = useMemo(() => groups.flatMap(({ children }) => children.filter(({ reminder }) => reminder !== undefined)), [groups]);
  const calls = useMemo(() => [...new Set(pages.flatMap(({ reminder }) => reminder ?? []))], [pages]);
  const counts = useReminders(calls, REFRESH_MS);
  const paths = pages.filter(({ reminder = "" }) => (counts.get(reminder) ?? 0) > 0).map(({ path }) => path);
  const known = paths.join();
  // The same set as long as nothing changes: the menu is built anew with another one.
  return useMemo(() => new Set(known === "" ? [] : known.split(",")), [known]);
}

/** How often open pages ask what waits for the user. */
const REFRESH_MS = 60_000;
/** Another page asks again, but not more often than that (as the specification throttles it). */
const THROTTLE_MS = 5_000;

/** Number of unread messages, refreshed every minute while the tab is visible, and with another page: a message may have been read. */
export function useRemindCount(isEnabled: boolean): number {
  const { pathname } = useLocation();
  const { data, dataUpdatedAt, refetch } = useCall<{ remindcount: number }>(ENDPOINTS.remindCount, undefined, {
    of: "counts",
    isSilent: true,
    enabled: isEnabled,
    refetchInterval: REFRESH_MS,
  });
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isEnabled && Date.now() - dataUpdatedAt > THROTTLE_MS) void refetch();
  }, [pathname, isEnabled, dataUpdatedAt, refetch]);
  return data?.remindcount ?? 0;
}
