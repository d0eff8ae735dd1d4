import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const MOST_COLOURS = 256;
/** 8 bits a pixel; a palette, or red, green and blue. */
const [INDEXED, TRUE_COLOUR] = [Buffer.from([8, 3, 0, 0, 0]), Buffer.from([8, 2, 0, 0, 0])];

/** A PNG of red, green, blue bytes; with a palette where the colours are few. */
export function encodePng(width: number, height: number, rgb: Uint8Array): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const { palette, indexes } = indexed(rgb);
  const isSmall = palette.length <= MOST_COLOURS * 3;
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", Buffer.concat([size, isSmall ? INDEXED : TRUE_COLOUR])),
    ...(isSmall ? [chunk("PLTE", Buffer.from(palette))] : []),
    chunk("IDAT", deflateSync(isSmall ? rows(indexes, width) : rows(rgb, width * 3), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function indexed(rgb: Uint8Array): { palette: number[]; indexes: Uint8Array } {
  const palette: number[] = [];
  const known = new Map<number, number>();
  const indexes = new Uint8Array(rgb.length / 3);
  for (let pixel = 0, at = 0; at < rgb.length; pixel++, at += 3) {
    const [red, green, blue] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
    const paint = (red << 16) | (green << 8) | blue;
    let index = known.get(paint);
    if (index === undefined) {
      index = known.size;
      known.set(paint, index);
      palette.push(red, green, blue);
    }
    indexes[pixel] = index;
  }
  return { palette, indexes };
}

/** Each row after a byte that says it is not filtered. */
function rows(bytes: Uint8Array, stride: number): Buffer {
  const height = bytes.length / stride;
  const out = Buffer.alloc(bytes.length + height);
  for (let y = 0; y < height; y++) out.set(bytes.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return out;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
