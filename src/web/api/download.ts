import { ENDPOINTS } from "./endpoints.ts";
import { withToken } from "./post.ts";
import { exchange, type FormParams, readResult } from "./send.ts";

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

/** A file that the server makes, and what it is called. */
export interface MadeFile {
  readonly blob: Blob;
  readonly name: string;
}

/** The manual of the user's side; a few seconds when nobody has asked for it lately. */
export const fetchManual = (): Promise<MadeFile> => fetchMade(ENDPOINTS.manual, {}, "操作手册.pdf");

/** Printed documents as a PDF; the server counts the print. */
export const fetchPrintPdf = (params: FormParams, signal: AbortSignal): Promise<MadeFile> =>
  fetchMade(ENDPOINTS.printPdf, params, "打印.pdf", signal);

/** Any other file that the server makes; `nameless`: what it is called where the answer does not say it. */
export const fetchFile = (url: string, params: FormParams, nameless: string): Promise<MadeFile> => fetchMade(url, params, nameless);

function fetchMade(url: string, params: FormParams, nameless: string, signal?: AbortSignal): Promise<MadeFile> {
  const read = async (response: Response): Promise<MadeFile> => ({
    blob: await readFile(response),
    name: nameOf(response.headers.get("content-disposition") ?? "", nameless),
  });
  return withToken((token) => exchange(url, params, { token, ...(signal && { signal }) }, read));
}

/** The file's name as RFC 6266 writes names that are not plain English; where none is told, another. */
export function nameOf(disposition: string, nameless: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  try {
    return encoded === undefined ? nameless : decodeURIComponent(encoded);
  } catch {
    return nameless;
  }
}
