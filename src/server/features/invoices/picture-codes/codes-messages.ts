/** A picture as its pixels: RGBA, row by row. */
export interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** What the thread answers: the texts of the QR codes on the picture, or what went wrong. */
export type CodesAnswer = { readonly texts: readonly string[] } | { readonly fault: string };
