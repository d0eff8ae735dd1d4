import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";

/** What a PDF of the browser says, read by programs that know nothing of it: poppler and zbar. */
export interface Paper {
  /** Of each page, its text without spaces. */
  readonly texts: readonly string[];
  /** Of each page, what a scanner reads. */
  readonly barcodes: readonly string[];
}

const DOTS_PER_INCH = 200;

/** Prints the page to a PDF and reads it. */
export async function printed(page: Page): Promise<Paper> {
  const dir = mkdtempSync(join(tmpdir(), "scm-paper-"));
  try {
    const file = join(dir, "paper.pdf");
    writeFileSync(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    const text = execFileSync("pdftotext", ["-raw", file, "-"], { encoding: "utf8", maxBuffer: 1 << 28 });
    execFileSync("pdftoppm", ["-r", String(DOTS_PER_INCH), "-gray", file, join(dir, "page")]);
    const pictures = readdirSync(dir)
      .filter((name) => name.endsWith(".pgm"))
      .sort();
    return {
      texts: text.split("\f").slice(0, -1).map(withoutSpaces),
      barcodes: pictures.map((name) =>
        execFileSync("zbarimg", ["-q", "--raw", "-Sdisable", "-Scode128.enable", join(dir, name)], { encoding: "utf8" }).trim(),
      ),
    };
  } finally {
    if (process.env.KEEP_PAPER === undefined) rmSync(dir, { recursive: true, force: true });
    else console.log(dir);
  }
}

export const withoutSpaces = (text: string): string => text.replace(/\s+/g, "");
