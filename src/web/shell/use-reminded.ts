import { useMemo } from "react";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { useReminders } from "../data/use-reminders.ts";
import { REFRESH_MS } from "./use-remind-count.ts";

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
