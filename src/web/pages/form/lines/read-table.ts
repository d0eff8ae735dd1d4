/** A cell and what ends it. In quotes it may hold tabs and line ends, and its own quotes are doubled. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;

/** The cells of a table as Excel and WPS put it on the clipboard. Empty rows at the end are left out. */
export function readTable(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(CELL)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  while (rows.at(-1)?.every((cell) => cell.trim() === "")) rows.pop();
  return rows;
}
