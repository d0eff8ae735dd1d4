import type { Cell, Row } from "../../../shared/domain/cell.ts";

/**
 * Rows as one text of JSON: one parameter for the database instead of one for each value, several times as fast and without a limit on
 * their number. Decimals are whole numbers of their scale, as columns hold them; what is empty is left out. Written by hand, as the
 * language's own writer knows no bigint.
 * @param as what each of the fields is called in the text; left out: as the field
 */
export function rowsJson(rows: readonly Row[], fields: readonly string[], as: readonly string[] = fields): string {
  const names = as.map((name) => `${JSON.stringify(name)}:`);
  const objects = rows.map((row) => {
    let text = "";
    for (let at = 0; at < fields.length; at++) {
      const cell = row[fields[at] ?? ""] ?? null;
      if (cell !== null) text += `${text === "" ? "" : ","}${names[at] ?? ""}${cellJson(cell)}`;
    }
    return `{${text}}`;
  });
  return `[${objects.join(",")}]`;
}

/** Half a character, as a text that was cut to a length may end in, is told as the sign for it: the database takes no JSON with it. */
function cellJson(cell: Exclude<Cell, null>): string {
  return typeof cell === "string" ? JSON.stringify(cell.toWellFormed()) : String(cell);
}
