import { createContext, useContext, useEffect, useRef } from "react";

/** What a page can tell the tab it lives in. */
export interface Tab {
  readonly isShown: () => boolean;
  /** Calls back whenever the page comes into view again, until the returned function is called. */
  readonly whenShown: (tell: () => void) => () => void;
  readonly name: (label: string) => void;
  /** Something is entered and not saved, until the returned function is called. `forget` is called when the user gives it up. */
  readonly hold: (forget: () => void) => () => void;
  /** The page may be taken apart while nobody looks at it, whenever `isIdle` says so, until the returned function is called. */
  readonly rest: (isIdle: () => boolean) => () => void;
  /** Closes the tab for another page, after a question if something is not saved. */
  readonly leave: (to: string) => void;
  /** Closes other tabs, whose page is gone. */
  readonly drop: (paths: readonly string[]) => void;
}

export const TabContext = createContext<Tab | null>(null);

/** The tab of the page. */
export function useTab(): Tab {
  const tab = useContext(TabContext);
  if (tab === null) throw new Error("the page stands in no tab");
  return tab;
}

/** Names the tab of the page, as soon as there is a name. */
export function useTabName(label: string | null): void {
  const { name } = useTab();
  useEffect(() => {
    if (label !== null) name(label);
  }, [name, label]);
}

/** For {@link useUnsaved} where nothing is kept that could be forgotten. */
export const NOTHING_KEPT = (): void => undefined;

/** Has the user asked before what is entered is lost. Another tab may be looked at meanwhile: nothing is lost by that. */
export function useUnsaved(isUnsaved: boolean, forget: () => void): void {
  const { hold } = useTab();
  const current = useRef(forget);
  current.current = forget;
  useEffect(() => (isUnsaved ? hold(() => current.current()) : undefined), [isUnsaved, hold]);
}

/**
 * The page can be drawn anew from its address: in a tab that was left long ago it may be taken apart, unless `isIdle` says that something is on
 * it that the address does not tell (docs/decisions/127). A page that does not say this is never taken apart.
 */
export function useRest(isIdle: () => boolean): void {
  const { rest } = useTab();
  const current = useRef(isIdle);
  current.current = isIdle;
  useEffect(() => rest(() => current.current()), [rest]);
}

/** For {@link useRest}, of a page that is only looked at. */
export const NOTHING_ENTERED = (): boolean => true;

/** State of a link that leads back to a page: if its tab is still open, it is shown as it was left. */
export const AS_LEFT = { isAsLeft: true } as const;

export const isAsLeft = (state: unknown): boolean => (state as Partial<typeof AS_LEFT> | null)?.isAsLeft === true;
