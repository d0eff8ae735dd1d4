import { ENDPOINTS } from "./endpoints.ts";
import { exchange, readResult } from "./send.ts";
import { withToken } from "./with-token.ts";

/** The types that a file may be shown as; whatever else an answer says, the browser is to save it and nothing more. */
const SHOWN_TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "application/pdf"]);

/** The bytes of an uploaded file; of a picture on request the small copy. */
export function download(url: string, size?: "small"): Promise<Blob> {
  return withToken((token) => exchange(ENDPOINTS.download, { url, size }, { token }, readFile));
}

/** The bytes of an answer that is a file. */
export async function readFile(response: Response): Promise<Blob> {
  const type = response.headers.get("content-type") ?? "";
  // A refusal is an envelope: reading it throws.
  if (!response.ok || type.startsWith("application/json")) await readResult(response);
  const bytes = await response.blob();
  return new Blob([bytes], { type: SHOWN_TYPES.has(type) ? type : "application/octet-stream" });
}
