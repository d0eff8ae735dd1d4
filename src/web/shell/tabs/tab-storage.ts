import { readToken } from "../../api/session.ts";
import { bareLocation, newTab, type OpenTab } from "./tabs-state.ts";

const KEY = "tabs";

/** A tab as it is kept over a reload. */
interface KeptTab {
  readonly path: string;
  readonly label: string | null;
  readonly search: string;
  readonly state: unknown;
}

/** Keeps the open tabs with their addresses for this session. A storage that is full keeps the ones it has. */
export function keepTabs(tabs: readonly OpenTab[]): void {
  if (readToken() === null) return;
  const kept = tabs.map(({ path, label, location: { search, state } }): KeptTab => ({ path, label, search, state: state as unknown }));
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    return;
  }
}

/** The tabs kept before a reload; what is not understood counts as none. */
export function readTabs(): OpenTab[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter(isKept).map(({ path, label, search, state }) => newTab({ ...bareLocation(path), search, state }, label));
  } catch {
    return [];
  }
}

export function forgetTabs(): void {
  sessionStorage.removeItem(KEY);
}

function isKept(item: unknown): item is KeptTab {
  if (typeof item !== "object" || item === null) return false;
  const { path, label, search } = item as Record<string, unknown>;
  return typeof path === "string" && path.startsWith("/") && typeof search === "string" && (label === null || typeof label === "string");
}
