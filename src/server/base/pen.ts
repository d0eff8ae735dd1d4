import { fontFile, type Weight } from "./pdf.ts";

/** How characters look: the font and their size in points. */
export interface Face {
  readonly weight: Weight;
  readonly size: number;
}

/** What pdfkit knows of a font that it is using, and its types do not tell. */
interface Font {
  readonly id: string;
  /** As it was opened. */
  readonly font: PDFKit.Mixins.PDFFontSource;
  readonly ref: () => unknown;
  /** Glyphs as they are written, and how wide each is in thousandths of the size. */
  readonly encode: (text: string) => readonly [hex: readonly string[], positions: readonly { readonly advanceWidth: number }[]];
}

/** The fonts once they are opened, for all documents of the thread. */
const OPENED = new Map<Weight, PDFKit.Mixins.PDFFontSource>();

interface Glyph {
  readonly hex: string;
  /** In thousandths of the size. */
  readonly width: number;
}

/** What stands for a character that the font does not have, as in print of old. */
const MISSING = "〓";
const NO_GLYPH = /^0*$/;

/**
 * Writes texts into a PDF, character by character: each is as wide as it was measured, and a page of a thousand texts takes a quarter of
 * the time of pdfkit's own, which shapes every text anew. Characters that are no part of the font become 〓.
 */
export class Pen {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: Readonly<Record<Weight, { readonly font: Font; readonly glyphs: Map<string, Glyph> }>>;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    const load = (weight: Weight) => {
      document.registerFont(weight, OPENED.get(weight) ?? fontFile(weight)).font(weight);
      const font = (document as unknown as { readonly _font: Font })._font;
      OPENED.set(weight, font.font);
      return { font, glyphs: new Map<string, Glyph>() };
    };
    this.#fonts = { regular: load("regular"), bold: load("bold") };
  }

  /** Width of a text in points. */
  widthOf(text: string, { weight, size }: Face): number {
    let width = 0;
    for (const character of text) width += this.#glyph(character, weight).width;
    return (width * size) / 1000;
  }

  /** Writes one line of text in the colour of the document; `y` is the line it stands on. */
  put(text: string, x: number, y: number, { weight, size }: Face): void {
    const { font } = this.#fonts[weight];
    const { fonts } = this.#document.page as { readonly fonts: Record<string, unknown> };
    fonts[font.id] ??= font.ref();
    const hex = [...text].map((character) => this.#glyph(character, weight).hex).join("");
    this.#document.addContent(`BT\n1 0 0 -1 ${written(x)} ${written(y)} Tm\n/${font.id} ${written(size)} Tf\n[<${hex}>] TJ\nET`);
  }

  #glyph(character: string, weight: Weight): Glyph {
    const { font, glyphs } = this.#fonts[weight];
    const known = glyphs.get(character);
    if (known !== undefined) return known;
    const [hex, positions] = font.encode(character);
    const glyph = { hex: hex.join(""), width: positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) };
    const found = NO_GLYPH.test(glyph.hex) && character !== MISSING ? this.#glyph(MISSING, weight) : glyph;
    glyphs.set(character, found);
    return found;
  }
}

/** Thousandths of a point are finer than any printer. */
const written = (length: number): string => String(Math.round(length * 1000) / 1000);
