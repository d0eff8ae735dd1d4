import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fonts } from "@embedpdf/fonts-sc";

/** How bold text is. */
export type Weight = "regular" | "bold";

const FILES: readonly { readonly file: string; readonly weight: number }[] = fonts;
const WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, bold: 700 };

/** The font of a weight as its file holds it. The package tells the names of its files; they lie beside its code. */
export function fontFile(weight: Weight): Buffer {
  const file = FILES.find((font) => font.weight === WEIGHTS[weight])?.file;
  if (file === undefined) throw new Error(`@embedpdf/fonts-sc has no font of weight ${WEIGHTS[weight]}`);
  const code = createRequire(import.meta.url).resolve("@embedpdf/fonts-sc");
  return readFileSync(join(dirname(code), "../fonts", file));
}

/** The bytes of a PDF, once it is ended. */
export function collected(document: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on("data", (chunk: Buffer) => void chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
}
