/** Where the focus stays although another page comes into view: the tabs are walked through by keys. */
const KEEPS_FOCUS = '[data-testid="tabbar"]';

/**
 * Puts the focus where a page begins to be read: on what had it when the page was left, else on its title as soon as that is drawn; unless
 * the page, or the user, puts it somewhere meanwhile. Returns how to stop waiting for the title.
 */
export function focusPage(page: HTMLElement, before: HTMLElement | null): () => void {
  const start = document.activeElement;
  if (start?.closest(KEEPS_FOCUS) || page.contains(start)) return () => undefined;
  if (before !== null && page.contains(before)) {
    before.focus({ preventScroll: true });
    return () => undefined;
  }
  if (focusTitle(page)) return () => undefined;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== start || focusTitle(page)) observer.disconnect();
  });
  observer.observe(page, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Whether there is a title. */
function focusTitle(page: HTMLElement): boolean {
  const title = page.querySelector("h1");
  if (title === null) return false;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  return true;
}
