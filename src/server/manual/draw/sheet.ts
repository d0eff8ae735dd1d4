import { breakLines } from "../../base/break-lines.ts";
import { CONTENT_BOTTOM, type Look, MARGIN, type Measure, type Page, type Target, type TextStyle } from "./page.ts";

/** From the middle of a line down to what the characters stand on, as a share of their size: Chinese ones are then centred. */
const BASELINE = 0.35;

/** Pages that are being filled from the top down. */
export class Sheet {
  readonly pages: Page[] = [];
  readonly measure: Measure;
  /** Where the next thing begins. */
  y = CONTENT_BOTTOM;
  #head = "";

  constructor(measure: Measure) {
    this.measure = measure;
  }

  /** The page being filled. */
  get page(): Page {
    const page = this.pages.at(-1);
    if (page === undefined) throw new Error("a sheet begins with a page");
    return page;
  }

  /** A new page; with a title, for the chapter that begins on it. */
  newPage(head: string = this.#head): void {
    this.#head = head;
    this.pages.push({ marks: [], targets: [], head });
    this.y = MARGIN.top;
  }

  get left(): number {
    return CONTENT_BOTTOM - this.y;
  }

  /** Whether nothing stands on the page yet. */
  get isFresh(): boolean {
    return this.y === MARGIN.top;
  }

  /** Goes to a new page where less than that is left. */
  need(height: number): void {
    if (this.left < height && !this.isFresh) this.newPage();
  }

  /** Empty space, but none at the top of a page. */
  space(height: number): void {
    if (!this.isFresh) this.y += height;
  }

  lines(text: string, width: number, look: Look): string[] {
    return breakLines(text, width, (character) => this.measure(character, look));
  }

  /** One line at a height of one's own. */
  put(text: string, x: number, top: number, { look, leading }: TextStyle): void {
    if (text !== "") this.page.marks.push({ kind: "text", x, y: top + leading / 2 + look.size * BASELINE, text, look });
  }

  /** One line that ends at `right`. */
  putRight(text: string, right: number, top: number, style: TextStyle): void {
    this.put(text, right - this.widthOf(text, style.look), top, style);
  }

  box(x: number, y: number, width: number, height: number, color: string): void {
    this.page.marks.push({ kind: "box", x, y, width, height, color });
  }

  target(name: string, title: string, level: Target["level"]): void {
    this.page.targets.push({ name, y: this.y, title, level });
  }

  /** Lines one below the other, over as many pages as they need; no line of a paragraph is alone on its page. */
  paragraph(text: string, x: number, width: number, style: TextStyle): void {
    const lines = this.lines(text, width, style.look);
    this.need(Math.min(lines.length, 2) * style.leading);
    for (const [index, line] of lines.entries()) {
      const isLastButOne = index === lines.length - 2 && index > 0;
      this.need(style.leading * (isLastButOne ? 2 : 1));
      this.put(line, x, this.y, style);
      this.y += style.leading;
    }
  }

  widthOf(text: string, look: Look): number {
    return [...text].reduce((sum, character) => sum + this.measure(character, look), 0);
  }
}
