import { ENDPOINTS } from "./endpoints.ts";
import { withToken } from "./post.ts";
import { exchange, readResult } from "./send.ts";

/** The types that a file may be shown as; whatever else an answer says, the browser is to save it and nothing more. */
const SHOWN_TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "application/pdf"]);

/** The bytes of an uploaded file; of a picture on request the small copy. */
export function download(url: string, size?: "small" | undefined): Promise<Blob> {
  return withToken((token) => exchange(ENDPOINTS.download, { url, size }, { token }, readFile));
}

/** The bytes of an answer that is a file. */
async function readFile(response: Response): Promise<Blob> {
  const type = response.headers.get("content-type") ?? "";
  // A refusal is an envelope: reading it throws.
  if (!response.ok || type.startsWith("application/json")) await readResult(response);
  const bytes = await response.blob();
  return new Blob([bytes], { type: SHOWN_TYPES.has(type) ? type : "application/octet-stream" });
}

/** The operation manual, and what its file is called. */
export interface ManualFile {
  readonly blob: Blob;
  readonly name: string;
}

const NAMELESS = "操作手册.pdf";

/** The manual of the user's side; a few seconds when nobody has asked for it lately. */
export function fetchManual(): Promise<ManualFile> {
  return withToken((token) => exchange(ENDPOINTS.manual, {}, { token }, readManual));
}

async function readManual(response: Response): Promise<ManualFile> {
  return { blob: await readFile(response), name: nameOf(response.headers.get("content-disposition") ?? "") };
}

/** The file's name as RFC 6266 writes names that are not plain English. */
export function nameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  try {
    return encoded === undefined ? NAMELESS : decodeURIComponent(encoded);
  } catch {
    return NAMELESS;
  }
}
