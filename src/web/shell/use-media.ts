import { useCallback, useSyncExternalStore } from "react";

/** Mobile mode below 992 px (specification section 2). */
const MOBILE = "(max-width: 991.98px)";

/** Whether the window is narrow enough for the mobile layout. */
export function useIsMobile(): boolean {
  const subscribe = useCallback((onChange: () => void) => {
    const media = matchMedia(MOBILE);
    media.addEventListener("change", onChange);
    return () => media.removeEventListener("change", onChange);
  }, []);
  return useSyncExternalStore(subscribe, () => matchMedia(MOBILE).matches);
}
