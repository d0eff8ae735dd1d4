import { ERRORS } from "./error-catalogue.ts";

/** What a field takes (docs/decisions/35): pictures only, or documents too. */
export type UploadKind = "image" | "file";

interface UploadRule {
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

const MB = 1024 * 1024;
export const MOST_IMAGE_BYTES = 5 * MB;
export const MOST_IMAGE_PIXELS = 40_000_000;

/** Limits of uploads and what is said beyond them; the browser asks before it sends, the server in any case. */
export const UPLOAD_RULES: Readonly<Record<UploadKind, UploadRule>> = {
  image: {
    extensions: ["jpg", "jpeg", "png"],
    maxBytes: MOST_IMAGE_BYTES,
    wrongType: ERRORS.notAnImage.text,
    tooLarge: `${ERRORS.notAnImage.text}（不超过 5 MB、4000 万像素）`,
  },
  file: {
    extensions: ["jpg", "jpeg", "png", "pdf", "doc", "docx"],
    maxBytes: 20 * MB,
    wrongType: `${UPLOAD_FAILED}：只支持 png、jpg、pdf、doc、docx 文件`,
    tooLarge: `${UPLOAD_FAILED}：文件不能超过 20 MB（图片不能超过 5 MB）`,
  },
};

/** Why a file cannot be uploaded, by its name and size; null: it may be tried. */
export function uploadFault(kind: UploadKind, { name, size }: { readonly name: string; readonly size: number }): string | null {
  const { extensions, maxBytes, wrongType, tooLarge } = UPLOAD_RULES[kind];
  const extension = extensionOf(name);
  if (!extensions.includes(extension)) return wrongType;
  const most = UPLOAD_RULES.image.extensions.includes(extension) ? MOST_IMAGE_BYTES : maxBytes;
  return size > most ? tooLarge : null;
}

/** What follows the last dot, in lower case; empty without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}
