/** CSV as RFC 4180 has it: fields in quotes may hold commas, line breaks and doubled quotes. UTF-8, with a byte order mark or without. */

/** Rows below the line of names, as objects; blank lines are left out. */
export function readCsv(text) {
  const [names = [], ...rows] = fieldsOf(text.replace(/^\uFEFF/, ""));
  return rows
    .filter((row) => row.some((field) => field !== ""))
    .map((row) => Object.fromEntries(names.map((name, n) => [name.trim(), row[n] ?? ""])));
}

/** One line, with its end. */
export function csvLine(fields) {
  return `${fields.map((field) => (/[",\r\n]/.test(String(field)) ? `"${String(field).replaceAll('"', '""')}"` : String(field))).join(",")}\n`;
}

function fieldsOf(text) {
  const rows = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const [, quoted, plain = "", end] = field.exec(text) ?? [];
    if (end === undefined) throw new Error(`not CSV at character ${at}`);
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ",") rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}
