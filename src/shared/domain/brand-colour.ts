/**
 * A shop's own colour (docs/decisions/119). White words stand on it in the light look, and it is itself the colour of words on pale shades of it;
 * in the dark look it is made as light as is needed there. Colours are written `#rrggbb`.
 */

/** What everybody can read (WCAG 2.2, 1.4.3). */
const LEAST = 4.5;
/** The strongest shade that words in the colour stand on: --brand-chosen of src/web/tokens.css. */
const SHADE = 0.14;
/** As light as words and fills of the dark look are at least. */
const DARK_LUMINANCE = 0.42;
const STEP = 0.02;

const WHITE = [255, 255, 255] as const;
const BLACK = [0, 0, 0] as const;
type Rgb = readonly [number, number, number];

/** How well two colours can be told apart, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  return contrastOf(rgbOf(one), rgbOf(other));
}

/** Why a colour cannot be a shop's: the least contrast it has where it is used, and the nearest darker one that can; null: it can be. */
export function weakBrand(colour: string): { readonly contrast: number; readonly instead: string } | null {
  const own = rgbOf(colour);
  const least = leastContrast(own);
  if (least >= LEAST) return null;
  const shades = Array.from({ length: 1 / STEP }, (_, index) => mixed(BLACK, own, (index + 1) * STEP));
  return { contrast: Math.floor(least * 10) / 10, instead: hexOf(shades.find((shade) => leastContrast(shade) >= LEAST) ?? BLACK) };
}

/** The colour as both looks have it. */
export function brandOf(colour: string): { readonly light: string; readonly dark: string } {
  const own = rgbOf(colour);
  const shades = Array.from({ length: 1 / STEP + 1 }, (_, index) => mixed(WHITE, own, index * STEP));
  return { light: colour, dark: hexOf(shades.find((shade) => luminance(shade) >= DARK_LUMINANCE) ?? WHITE) };
}

const leastContrast = (own: Rgb) => Math.min(contrastOf(own, WHITE), contrastOf(own, mixed(own, WHITE, SHADE)));

function contrastOf(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const mixed = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, index) => Math.round(part * share + (other[index] ?? 0) * (1 - share))) as unknown as Rgb;
const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
