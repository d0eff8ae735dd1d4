import { focusPage } from "./title-focus.ts";

/** The elements of one page: itself, and what it opens above everything else. */
export interface PaneElements {
  readonly page: HTMLElement;
  readonly popups: HTMLElement;
  /** How far each of its boxes is scrolled. */
  readonly scrolled: Map<Element, readonly [left: number, top: number]>;
  /** What had the focus when the page was left; null: nothing of it had. */
  focused: HTMLElement | null;
}

/** New elements for a page. */
export function paneElements(): PaneElements {
  const page = document.createElement("div");
  page.className = "pane";
  page.dataset.testid = "pane";
  const scrolled: PaneElements["scrolled"] = new Map();
  const onScroll = ({ target }: Event) => {
    if (target instanceof Element) scrolled.set(target, [target.scrollLeft, target.scrollTop]);
  };
  page.addEventListener("scroll", onScroll, { capture: true, passive: true });
  return { page, popups: document.createElement("div"), scrolled, focused: null };
}

/** Whether something is open above a page that is being worked with: a dialog, or a drawer. */
export const hasDialog = ({ popups }: PaneElements): boolean =>
  popups.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open') !== null;

/**
 * Where the one page in view stands. The others are taken out of the document, not just hidden: ids stay unique, keys and focus
 * cannot reach them, and nothing of them is laid out. React keeps them alive, as it draws them through portals.
 */
export class PaneStage {
  private readonly place: HTMLElement;
  private shown: PaneElements | null = null;
  private hasShown = false;
  private stopWaiting = (): void => undefined;

  constructor(place: HTMLElement) {
    this.place = place;
  }

  show(pane: PaneElements): void {
    if (this.shown === pane) return;
    const isFirst = !this.hasShown;
    this.hasShown = true;
    this.stopWaiting();
    if (this.shown !== null) putAway(this.shown);
    this.shown = pane;
    this.place.append(pane.page);
    document.body.append(pane.popups);
    restoreScroll(pane);
    // What a browser opens with begins to be read where the browser begins.
    if (!isFirst) this.stopWaiting = focusPage(pane.page, pane.focused);
  }

  /** A page that is closed. */
  remove(pane: PaneElements): void {
    pane.page.remove();
    pane.popups.remove();
    if (this.shown === pane) this.shown = null;
  }
}

function putAway(pane: PaneElements): void {
  const { page, popups } = pane;
  const { activeElement } = document;
  pane.focused = activeElement instanceof HTMLElement && page.contains(activeElement) ? activeElement : null;
  leave(page);
  page.remove();
  popups.remove();
}

/** An element that is taken out hears neither of the pointer nor of the focus that go: its hints and lists would stay open. */
function leave(page: HTMLElement): void {
  const hovered = [...page.querySelectorAll(":hover")].at(-1);
  hovered?.dispatchEvent(new MouseEvent("mouseout", { bubbles: true, relatedTarget: document.body }));
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && page.contains(activeElement)) activeElement.blur();
}

/** Boxes begin at their start again when they come back; those whose size is found out only then are scrolled once more. */
function restoreScroll({ page, scrolled }: PaneElements): void {
  const wanted = [...scrolled].filter(([box]) => page.contains(box));
  const restore = () => {
    for (const [box, [left, top]] of wanted) box.scrollTo({ left, top, behavior: "instant" });
  };
  scrolled.clear();
  for (const [box, place] of wanted) scrolled.set(box, place);
  restore();
  requestAnimationFrame(restore);
}
