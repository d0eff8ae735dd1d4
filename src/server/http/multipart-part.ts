import type { Readable } from "node:stream";

/** A part of a multipart body. A file's bytes must be read before the next part comes. */
export type MultipartPart =
  | { readonly type: "file"; readonly file: Readable; readonly filename: string | undefined }
  | { readonly type: "field"; readonly fieldname: string };
