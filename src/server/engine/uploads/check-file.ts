import { MOST_IMAGE_BYTES, UPLOAD_RULES, type UploadKind } from "../../../shared/domain/upload-rules.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { cleanImage } from "./clean-image.ts";
import { FILE_TYPES, type FileType, fileTypeOf } from "./file-type.ts";

/** A file that may be kept. */
export interface CheckedFile {
  readonly type: FileType;
  readonly mime: string;
  readonly bytes: Buffer;
  readonly thumbnail: Buffer | null;
}

/** What is kept of these bytes: documents as they are, pictures drawn anew. Refuses what the kind does not take. */
export async function checkFile(bytes: Buffer, kind: UploadKind): Promise<CheckedFile> {
  const type = fileTypeOf(bytes);
  if (type === null || !isTakenAs(kind, type)) throw wrongType(kind);
  const { mime } = FILE_TYPES[type];
  if (type !== "png" && type !== "jpeg") return { type, mime, bytes, thumbnail: null };
  if (bytes.length > MOST_IMAGE_BYTES) throw tooLarge(kind);
  const image = await cleanImage(bytes, type);
  if (image === "too many pixels") throw tooLarge(kind);
  if (image === "broken") throw wrongType(kind);
  return { type, mime, ...image };
}

export function tooLarge(kind: UploadKind): ApiError {
  return new ApiError(CODE.rule, UPLOAD_RULES[kind].tooLarge);
}

function wrongType(kind: UploadKind): ApiError {
  return new ApiError(CODE.rule, UPLOAD_RULES[kind].wrongType);
}

function isTakenAs(kind: UploadKind, type: FileType): boolean {
  return UPLOAD_RULES[kind].extensions.includes(FILE_TYPES[type].extensions[0]);
}
