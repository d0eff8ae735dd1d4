import { readFile } from "./download.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { exchange } from "./send.ts";
import { withToken } from "./with-token.ts";

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
