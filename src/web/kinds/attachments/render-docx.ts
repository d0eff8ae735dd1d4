import { renderAsync } from "docx-preview";

/** Nothing from outside the file: no embedded web pages; pictures and fonts as data inside the drawing. */
const OPTIONS = { renderAltChunks: false, useBase64URL: true, inWrapper: true, ignoreLastRenderedPageBreak: false } as const;

/** Draws a document into an empty page. */
export async function renderDocx(file: Blob, page: Document): Promise<void> {
  await renderAsync(file, page.body, page.head, OPTIONS);
  // A document's links lead out of the portal: they stay text, only jumps within the document remain.
  for (const link of page.querySelectorAll("a[href]")) {
    if (!(link.getAttribute("href") ?? "").startsWith("#")) link.removeAttribute("href");
  }
}
