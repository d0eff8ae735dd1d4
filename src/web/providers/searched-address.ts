import { useSyncExternalStore } from "react";

/** The address that led to the page of unknown addresses last. The page may be kept in a tab, and must follow a new one. */
let searched: string | null = null;
const listeners = new Set<() => void>();

/** Tells which address there is none of. */
export function tellSearched(address: string): void {
  searched = address;
  for (const listener of listeners) listener();
}

/** The address told last since the portal was loaded; null: none. */
export const useSearched = (): string | null => useSyncExternalStore(subscribe, () => searched);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
