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

/** Marks that never begin a line; Chinese typesetting keeps them with what they close. */
const NO_START = new Set("，。、；：？！）】》〉」』〕”’…—·％℃,.;:?!)]}%/→");
/** Marks that never end a line. */
const NO_END = new Set("（【《〈「『〔“‘([{￥¥#→");
/** Characters of words and numbers that stay together. */
const OF_WORD = /[A-Za-z0-9_.@&+\-%]/;

/** Breaks a text into lines of at most `width`. A line feed begins a new line. A word longer than a line is cut. */
export function breakLines(text: string, width: number, widthOf: (character: string) => number): string[] {
  return text.split("\n").flatMap((part) => breakPart([...part], width, widthOf));
}

function breakPart(characters: readonly string[], width: number, widthOf: (character: string) => number): string[] {
  const lines: string[] = [];
  let start = 0;
  let used = 0;
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? "";
    used += widthOf(character);
    if (used <= width || character === " " || index === start) continue;
    const end = breakBefore(characters, start, index);
    lines.push(characters.slice(start, end).join("").trimEnd());
    start = characters[end] === " " ? end + 1 : end;
    used = characters.slice(start, index + 1).reduce((sum, each) => sum + widthOf(each), 0);
  }
  lines.push(characters.slice(start).join("").trimEnd());
  return lines;
}

/** The last place at or before `index` where the line may end; `index` itself where there is none. */
function breakBefore(characters: readonly string[], start: number, index: number): number {
  for (let at = index; at > start; at -= 1) if (mayBreak(characters[at - 1] ?? "", characters[at] ?? "")) return at;
  return index;
}

function mayBreak(before: string, after: string): boolean {
  if (NO_START.has(after) || NO_END.has(before)) return false;
  return !(OF_WORD.test(before) && OF_WORD.test(after));
}
