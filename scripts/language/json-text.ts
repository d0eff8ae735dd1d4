const WIDTH = 140;

/** JSON as the project's formatter writes it: what fits into a line stays in a line. */
export function jsonText(value: unknown): string {
  return `${layout(value, 0, WIDTH)}\n`;
}

/** @param taken columns of the line that stand before and behind the value */
function layout(value: unknown, indent: number, taken: number): string {
  const line = inline(value);
  if (taken + columns(line) <= WIDTH) return line;
  const pad = " ".repeat(indent + 2);
  const wrap = (open: string, parts: readonly string[], close: string) =>
    `${open}\n${parts.map((part) => pad + part).join(",\n")}\n${" ".repeat(indent)}${close}`;
  // Numbers fill their lines.
  if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "number"))
    return wrap("[", [filled(value, WIDTH - indent - 2).join(`,\n${pad}`)], "]");
  // A comma follows all but the last.
  const inside = (prefix: string, each: unknown, index: number, { length }: { readonly length: number }) =>
    prefix + layout(each, indent + 2, indent + 2 + columns(prefix) + (index < length - 1 ? 1 : 0));
  if (Array.isArray(value))
    return value.length === 0
      ? line
      : wrap(
          "[",
          value.map((each, index) => inside("", each, index, value)),
          "]",
        );
  if (typeof value !== "object" || value === null) return line;
  const entries = Object.entries(value);
  return entries.length === 0
    ? line
    : wrap(
        "{",
        entries.map(([key, each], index) => inside(`${JSON.stringify(key)}: `, each, index, entries)),
        "}",
      );
}

/** Numbers in lines of at most so many columns, each with the comma behind it. */
function filled(numbers: readonly number[], width: number): string[] {
  const lines: string[] = [];
  for (const number of numbers) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + `, ${number},`.length <= width) lines[lines.length - 1] = `${line}, ${number}`;
    else lines.push(String(number));
  }
  return lines;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inline(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** How many columns a text takes: a Chinese character takes two. */
function columns(text: string): number {
  let count = 0;
  for (const each of text)
    count += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(each) ? 2 : 1;
  return count;
}
