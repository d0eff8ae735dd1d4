import { useCallback, useSyncExternalStore } from "react";

/** Mobile mode below 992 px. */
const MOBILE = "(max-width: 991.98px)";
/** Too narrow for everything of a bar side by side. */
const NARROW = "(max-width: 767.98px)";
/** A phone that is held upright: what is chosen from comes up from below, in reach of the thumb. */
const PHONE = "(max-width: 575.98px)";

/** Less motion is asked for. */
const STILL = "(prefers-reduced-motion: reduce)";

/** Whether the user asks for less motion, now. */
export const useIsStill = (): boolean => useMedia(STILL);

/** Whether the window is narrow enough for the mobile layout. */
export const useIsMobile = (): boolean => useMedia(MOBILE);

/** Whether a bar has no room for more than the most needed. */
export const useIsNarrow = (): boolean => useMedia(NARROW);

/** Whether the window is a phone's. */
export const useIsPhone = (): boolean => useMedia(PHONE);

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
