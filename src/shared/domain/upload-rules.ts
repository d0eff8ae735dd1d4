import { ERRORS } from "./error-catalogue.ts";

/** What a field takes (docs/decisions/35): pictures only, or documents too. */
export type UploadKind = "image" | "file";

export interface UploadRule {
  /** In lower case, without the dot. */
  readonly extensions: readonly string[];
  readonly maxBytes: number;
  readonly wrongType: string;
  readonly tooLarge: string;
}

/** Pictures that somebody who is not signed in may hand in with one field. */
export const MOST_VISITOR_IMAGES = 3;
export const TOO_MANY_IMAGES = `最多${MOST_VISITOR_IMAGES}张`;

export const UPLOAD_FAILED = ERRORS.uploadFailed.text;

const IMAGES: readonly string[] = ["jpg", "jpeg", "png"];
const MB = 1024 * 1024;
const MOST_IMAGE_BYTES = 5 * MB;
export const MOST_IMAGE_PIXELS = 40_000_000;

/** Largest file in MB, where a shop has set nothing less. */
export const MOST_FILE_MEGABYTES = 20;

/**
 * Limits of uploads where a shop takes files of so many MB, and what is said beyond them; the browser asks before it sends, the server in
 * any case. Pictures have a limit of their own, and never more than that of files.
 */
export function uploadRules(megabytes: number): Readonly<Record<UploadKind, UploadRule>> {
  const picture = Math.min(MOST_IMAGE_BYTES / MB, megabytes);
  const file = picture < megabytes ? `${megabytes} MB（图片不能超过 ${picture} MB）` : `${megabytes} MB`;
  return {
    image: {
      extensions: IMAGES,
      maxBytes: picture * MB,
      wrongType: ERRORS.notAnImage.text,
      tooLarge: `${ERRORS.notAnImage.text}（不超过 ${picture} MB、4000 万像素）`,
    },
    file: {
      extensions: [...IMAGES, "pdf", "doc", "docx"],
      maxBytes: megabytes * MB,
      wrongType: `${UPLOAD_FAILED}：只支持 png、jpg、pdf、doc、docx 文件`,
      tooLarge: `${UPLOAD_FAILED}：文件不能超过 ${file}`,
    },
  };
}

/** The limits where a shop has set nothing less. */
export const UPLOAD_RULES = uploadRules(MOST_FILE_MEGABYTES);

/** Why a file cannot be uploaded, by its name and size; null: it may be tried. */
export function uploadFault(
  kind: UploadKind,
  { name, size }: { readonly name: string; readonly size: number },
  rules = UPLOAD_RULES,
): string | null {
  const { extensions, maxBytes, wrongType, tooLarge } = rules[kind];
  const extension = extensionOf(name);
  if (!extensions.includes(extension)) return wrongType;
  const most = IMAGES.includes(extension) ? rules.image.maxBytes : maxBytes;
  return size > most ? tooLarge : null;
}

/** What follows the last dot, in lower case; empty without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}
