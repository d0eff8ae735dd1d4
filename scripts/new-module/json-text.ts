const WIDTH = 140;

/** JSON as the project's formatter writes it: what fits into a line stays in a line. */
export function jsonText(value: unknown): string {
  return `${layout(value, 0, true)}\n`;
}

function layout(value: unknown, indent: number, isTop = false): string {
  const line = inline(value);
  if (!isTop && indent + line.length <= WIDTH) return line;
  const pad = " ".repeat(indent + 2);
  const wrap = (open: string, parts: readonly string[], close: string) =>
    `${open}\n${parts.map((part) => pad + part).join(",\n")}\n${" ".repeat(indent)}${close}`;
  if (Array.isArray(value))
    return wrap(
      "[",
      value.map((item) => layout(item, indent + 2)),
      "]",
    );
  if (typeof value !== "object" || value === null) return line;
  return wrap(
    "{",
    Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${layout(item, indent + 2)}`),
    "}",
  );
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${inline(item)}`)
    .join(", ")} }`;
}
