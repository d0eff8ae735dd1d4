import { withoutEnd } from "../../../shared/domain/page-place.ts";

/*
 * Where the light list stands (docs/decisions/136): in front of everything until React has drawn something, then wherever React waits, in the
 * place of the page or of its table. As soon as React waits nowhere any more, it is gone for good.
 */

/** What a place stands for, from the outside to the inside. */
const PARTS = ["window", "page", "table"] as const;
export type LightPart = (typeof PARTS)[number];

/** A list that is drawn already. */
export interface Light {
  /** Path of its page: at another one it is not shown. */
  readonly path: string;
  /** Each holds the next one within it. */
  readonly elements: Readonly<Record<LightPart, HTMLElement>>;
  /** It is not shown any more. */
  readonly end: () => void;
}

interface Place {
  readonly part: LightPart;
  /** null: in front of everything. */
  readonly element: HTMLElement | null;
}

let light: Light | null = null;
let isOver = false;
const places: Place[] = [];
let waiting: (() => void)[] = [];

/** Shows it, as long as nothing else is there. */
export function standLight(next: Light): void {
  if (isOver) {
    next.end();
    return;
  }
  light = next;
  document.body.append(next.elements.window);
  settle();
}

/** Whether it stands for the page that is being looked at. */
export const hasLight = (): boolean => light !== null && light.path === withoutEnd(location.pathname);

/** Resolves as soon as it does not stand any more: for what the list need not wait for. */
export const afterLight = (): Promise<void> => new Promise((resolve) => (light === null ? resolve() : waiting.push(resolve)));

/** A place where React waits; it is given back by calling what is returned. */
export function holdPlace(place: Place): () => void {
  places.push(place);
  settle();
  return () => {
    places.splice(places.indexOf(place), 1);
    lookForPlace();
  };
}

/** React has drawn something: if it waits nowhere now, nor in what it draws at once in place of this, there is nothing more to be shown. */
export function lookForPlace(): void {
  queueMicrotask(() => {
    if (places.length === 0) endLight();
    else settle();
  });
}

/** Takes it away, or sees to it that it does not come. */
export function endLight(): void {
  isOver = true;
  if (light === null) return;
  for (const part of PARTS) light.elements[part].remove();
  light.end();
  light = null;
  for (const tell of waiting) tell();
  waiting = [];
}

/** Puts as much of it as is waited for into the innermost place. */
function settle(): void {
  if (light === null) return;
  const [inner] = places.toSorted((one, other) => PARTS.indexOf(other.part) - PARTS.indexOf(one.part));
  if (inner === undefined || inner.element === null) return;
  const element = light.elements[inner.part];
  if (element.parentElement === inner.element) return;
  inner.element.append(element);
  for (const part of PARTS.slice(0, PARTS.indexOf(inner.part))) light.elements[part].remove();
}
