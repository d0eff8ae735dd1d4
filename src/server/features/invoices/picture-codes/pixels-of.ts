import sharp from "sharp";
import { MOST_IMAGE_PIXELS } from "../../../../shared/domain/upload-rules.ts";
import type { Pixels } from "./codes-messages.ts";

const SECONDS = 5;

/** A picture's pixels, no side longer than `longest`. Throws for what is no picture, or has more pixels than an upload may. */
export async function pixelsOf(bytes: Buffer, longest: number): Promise<Pixels> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_IMAGE_PIXELS, failOn: "error", sequentialRead: true })
    .timeout({ seconds: SECONDS })
    .resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(new Uint8Array(data).buffer), width: info.width, height: info.height };
}
