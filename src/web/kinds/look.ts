import { useSyncExternalStore } from "react";
import type { Density } from "../../shared/protocol/own-list.ts";

/** What the viewer may choose on this device, as public/look.js reads it; the first of each is what is so without a choice. */
export const LOOK_CHOICES = {
  look: { auto: "跟随系统", light: "浅色", dark: "深色" },
  density: { standard: "标准", compact: "紧凑" },
} as const;
export type LookKey = keyof typeof LOOK_CHOICES;

/** What a token of tokens.css is now. Shades that the browser mixes come as they are written: to be named as `var(--…)`. */
export const tokenValue = (name: `--${string}`): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Whether rows and boxes are lower than usual. */
export const isCompact = (): boolean => document.documentElement.dataset.density === "compact";

/** How close the rows of a list stand: as it has it itself, else as the whole portal (docs/decisions/119). */
export const shownDensity = (density: Density | undefined) => density ?? (isCompact() ? "compact" : "small");

/** What is chosen on this device. */
export function readChoice(key: LookKey): string {
  const [usual = ""] = Object.keys(LOOK_CHOICES[key]);
  return localStorage.getItem(key) ?? usual;
}

/** Chooses, on this device: it takes effect at once, in its other tabs too. */
export function choose(key: LookKey, value: string): void {
  localStorage.setItem(key, value);
  dispatchEvent(new Event("look"));
}

/** Puts the shop's own colour at the document; null: the portal's (docs/decisions/119). */
export function paintBrand(brand: { readonly light: string; readonly dark: string } | null): void {
  for (const look of ["light", "dark"] as const) document.documentElement.style.setProperty(`--shop-${look}`, brand?.[look] ?? null);
}

/** What is shown now: `dark` as well where the system's look is followed; light while it is printed. */
export function useLook(): { readonly isDark: boolean; readonly isCompact: boolean } {
  const shown = useSyncExternalStore(
    onLooked,
    () => `${document.documentElement.dataset.look} ${document.documentElement.dataset.density}`,
  );
  return { isDark: shown.startsWith("dark"), isCompact: shown.endsWith("compact") };
}

function onLooked(tell: () => void): () => void {
  addEventListener("looked", tell);
  return () => removeEventListener("looked", tell);
}
