import type { Sharp } from "sharp";
import { MOST_IMAGE_PIXELS, UPLOAD_RULES, type UploadKind } from "../../../shared/domain/upload-rules.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { pictures } from "../../base/pictures.ts";
import { Semaphore } from "../../base/semaphore.ts";
import { checkDocument } from "./check-document.ts";
import { FILE_TYPES, type FileType, fileTypeOf } from "./file-type.ts";

/** A file that may be kept. */
export interface CheckedFile {
  readonly type: FileType;
  readonly mime: string;
  readonly bytes: Buffer;
  readonly thumbnail: Buffer | null;
}

/** What is kept of these bytes: documents as they are, if they do no more than be read; pictures drawn anew. Refuses what the kind does not take. */
export async function checkFile(bytes: Buffer, kind: UploadKind, rules = UPLOAD_RULES): Promise<CheckedFile> {
  const type = fileTypeOf(bytes);
  if (type === null || !isTakenAs(kind, type)) throw wrongType(kind);
  const { mime } = FILE_TYPES[type];
  if (type !== "png" && type !== "jpeg") {
    await checkDocument(type, bytes);
    return { type, mime, bytes, thumbnail: null };
  }
  if (bytes.length > rules.image.maxBytes) throw tooLarge(kind, rules);
  const image = await cleanImage(bytes, type);
  if (image === "too many pixels") throw tooLarge(kind, rules);
  if (image === "broken") throw wrongType(kind);
  return { type, mime, ...image };
}

export function tooLarge(kind: UploadKind, rules: typeof UPLOAD_RULES): ApiError {
  return new ApiError(CODE.rule, rules[kind].tooLarge);
}

function wrongType(kind: UploadKind): ApiError {
  return new ApiError(CODE.rule, UPLOAD_RULES[kind].wrongType);
}

function isTakenAs(kind: UploadKind, type: FileType): boolean {
  return UPLOAD_RULES[kind].extensions.includes(FILE_TYPES[type].extensions[0]);
}

/** A picture drawn anew: nothing of the sender's file but its pixels. */
interface CleanImage {
  readonly bytes: Buffer;
  /** The same, small, for lists: a JPEG. */
  readonly thumbnail: Buffer;
}

/** Why a picture was not taken. */
type ImageFault = "broken" | "too many pixels";

const THUMBNAIL_PX = 160;
const SECONDS = 10;

/** Above this, the better packing of JPEG's second pass is not worth what it holds in memory (up to 240 MB). */
const MOST_PIXELS_PACKED = 12_000_000;

/** One at a time: the worst picture within the limits takes 250 MB and a second. */
const semaphore = new Semaphore(1);

/** Decodes a picture completely and encodes it again, turned upright, without EXIF, texts, profiles and whatever lay behind it. */
function cleanImage(bytes: Buffer, type: "png" | "jpeg"): Promise<CleanImage | ImageFault> {
  return semaphore.run(async () => {
    // That it cannot be loaded is no fault of the picture.
    await pictures();
    try {
      const pixels = await pixelsOf(bytes);
      if (pixels > MOST_IMAGE_PIXELS) return "too many pixels";
      const upright = (await read(bytes)).autoOrient().timeout({ seconds: SECONDS });
      const jpeg = { quality: 88, optimiseCoding: pixels <= MOST_PIXELS_PACKED };
      const clean = await (type === "png" ? upright.png() : upright.jpeg(jpeg)).toBuffer();
      return { bytes: clean, thumbnail: await thumbnailOf(clean) };
    } catch {
      return "broken";
    }
  });
}

async function read(bytes: Buffer): Promise<Sharp> {
  const sharp = await pictures();
  return sharp(bytes, { limitInputPixels: MOST_IMAGE_PIXELS, failOn: "error", sequentialRead: true });
}

/** By the file's head; what it says is checked again while decoding. */
async function pixelsOf(bytes: Buffer): Promise<number> {
  const sharp = await pictures();
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return width * height;
}

async function thumbnailOf(bytes: Buffer): Promise<Buffer> {
  const size = { width: THUMBNAIL_PX, height: THUMBNAIL_PX, fit: "inside", withoutEnlargement: true } as const;
  return (await read(bytes)).resize(size).flatten({ background: "#ffffff" }).jpeg({ quality: 75 }).timeout({ seconds: SECONDS }).toBuffer();
}
