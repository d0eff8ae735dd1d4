import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";

/** What a PDF says, read by programs that know nothing of it: poppler and zbar. */
export interface Paper {
  /** Of each page, its text without spaces. */
  readonly texts: readonly string[];
  /** Of each page, what a scanner reads. */
  readonly barcodes: readonly string[];
}

const DOTS_PER_INCH = 200;

/** Prints the page to a PDF and reads it. */
export const printed = async (page: Page): Promise<Paper> => readPaper(await page.pdf({ preferCSSPageSize: true, printBackground: true }));

/** A word of a page and where it stands; in points from the upper left corner. */
export interface PaperWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Of each page of a PDF, its size and the words that stand upright on it: no watermark, stamp and 草稿. */
export function wordsOf(bytes: Buffer): { readonly width: number; readonly height: number; readonly words: readonly PaperWord[] }[] {
  const text = execFileSync("pdftotext", ["-nodiag", "-bbox", "-", "-"], { input: bytes, encoding: "utf8", maxBuffer: 1 << 28 });
  const numbers = (attributes: string) => [...attributes.matchAll(/="([-\d.]+)"/g)].map(([, number]) => Number(number));
  return [...text.matchAll(/<page ([^>]*)>(.*?)<\/page>/gs)].map(([, size = "", inside = ""]) => {
    const [width = 0, height = 0] = numbers(size);
    const words = [...inside.matchAll(/<word ([^>]*)>(.*?)<\/word>/gs)].map(([, box = "", word = ""]) => {
      const [left = 0, top = 0, right = 0, bottom = 0] = numbers(box);
      return { text: word.replaceAll("&amp;", "&").replaceAll("&lt;", "<").replaceAll("&gt;", ">"), left, top, right, bottom };
    });
    return { width, height, words };
  });
}

/** Reads a PDF; with `head`, barcodes are looked for in so much of each page's upper right corner alone, mm. */
export function readPaper(bytes: Buffer, head?: { readonly width: number; readonly height: number; readonly paper: number }): Paper {
  const dots = (mm: number) => String(Math.round((mm / 25.4) * DOTS_PER_INCH));
  const corner = head ? ["-x", dots(head.paper - head.width), "-y", "0", "-W", dots(head.width), "-H", dots(head.height)] : [];
  const dir = mkdtempSync(join(tmpdir(), "scm-paper-"));
  try {
    const file = join(dir, "paper.pdf");
    writeFileSync(file, bytes);
    const text = execFileSync("pdftotext", ["-raw", file, "-"], { encoding: "utf8", maxBuffer: 1 << 28 });
    execFileSync("pdftoppm", ["-r", String(DOTS_PER_INCH), "-gray", ...corner, file, join(dir, "page")]);
    const pictures = readdirSync(dir)
      .filter((name) => name.endsWith(".pgm"))
      .sort()
      .map((name) => join(dir, name));
    // Fails where a page has none.
    const codes = execFileSync("zbarimg", ["-q", "--raw", "-Sdisable", "-Scode128.enable", ...pictures], {
      encoding: "utf8",
      stdio: "pipe",
    });
    return {
      texts: text.split("\f").slice(0, -1).map(withoutSpaces),
      barcodes: codes.trim().split("\n"),
    };
  } finally {
    if (process.env.KEEP_PAPER === undefined) rmSync(dir, { recursive: true, force: true });
    else console.log(dir);
  }
}

export const withoutSpaces = (text: string): string => text.replace(/\s+/g, "");
