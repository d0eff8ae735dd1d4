import { weakBrand } from "../../domain/brand-colour.ts";
import type { Check } from "./check.ts";

/** A shop's colour can be read by everybody: white words on it, and words in it on its pale shades (docs/decisions/119). */
export const brandColours: Check = ({ sources }) =>
  sources.overlay.flatMap(({ raw, at }) => {
    const weak = raw.look?.primary === undefined ? null : weakBrand(raw.look.primary);
    if (weak === null) return [];
    return [
      at
        .in("look", "primary")
        .problem(`${raw.look?.primary} is too pale for words: ${weak.contrast} : 1, not 4.5 : 1`, `darker: ${weak.instead}`),
    ];
  });
