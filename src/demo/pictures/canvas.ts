import { encodePng } from "./encode-png.ts";
import { type Shape, union } from "./shapes.ts";

/** Red, green, blue; 0 to 255. */
export type Colour = readonly [number, number, number];

/** Shades of an edge: enough to look smooth, few enough for small files. */
const STEPS = 4;

/** A colour as in CSS: `#rrggbb`. */
export function colour(text: string): Colour {
  const at = (start: number) => Number.parseInt(text.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

/** Pixels to draw shapes on, with smooth edges. No native library: the same bytes everywhere. */
export class Canvas {
  readonly #rgb: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    background: string,
  ) {
    this.#rgb = new Uint8Array(width * height * 3);
    const [red, green, blue] = colour(background);
    for (let at = 0; at < this.#rgb.length; at += 3) this.#rgb.set([red, green, blue], at);
  }

  fill(paint: string, ...shapes: readonly Shape[]): this {
    for (const shape of shapes) this.#paint(colour(paint), 1, shape);
    return this;
  }

  /** Paints so that what lies below shines through; where shapes overlap no more than elsewhere. */
  wash(paint: string, alpha: number, ...shapes: readonly Shape[]): this {
    this.#paint(colour(paint), alpha, union(...shapes));
    return this;
  }

  png(): Buffer {
    return encodePng(this.width, this.height, this.#rgb);
  }

  #paint(paint: Colour, alpha: number, { box, distance }: Shape): void {
    const [left, top] = [Math.max(0, Math.floor(box[0] - 1)), Math.max(0, Math.floor(box[1] - 1))];
    const [right, bottom] = [Math.min(this.width, Math.ceil(box[2] + 1)), Math.min(this.height, Math.ceil(box[3] + 1))];
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; ) {
        const away = distance(x + 0.5, y + 0.5);
        // So far from the edge, the next pixels look the same.
        const run = Math.max(1, Math.floor(Math.abs(away) - 0.5));
        const cover = Math.round(Math.min(1, Math.max(0, 0.5 - away)) * STEPS) / STEPS;
        if (cover > 0) this.#blend(y * this.width + x, Math.min(run, right - x), paint, cover * alpha);
        x += run;
      }
    }
  }

  #blend(first: number, count: number, paint: Colour, cover: number): void {
    for (let at = first * 3; at < (first + count) * 3; at++) {
      const old = this.#rgb[at] ?? 0;
      this.#rgb[at] = Math.round(old + ((paint[at % 3] ?? 0) - old) * cover);
    }
  }
}
