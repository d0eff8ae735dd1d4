import type { Edit } from "./minimal.ts";

type Path = readonly (string | number)[];

/** One slip of a configurator: what he did, and where. */
export interface Slip {
  readonly what: string;
  readonly edit: Edit;
}

/** Every slip in one file: each text misspelt, replaced by another one that is there or by a number; each number and yes/no another one; each entry doubled, moved or lost. */
export function* slipsOf(file: string, json: unknown): Generator<Slip> {
  const texts = [...new Set(textsOf(json))];
  for (const { path, value } of valuesOf(json)) {
    for (const [what, other] of slips(value, texts))
      if (JSON.stringify(other) !== JSON.stringify(value)) yield { what, edit: [file, path, other] };
    if (path.length > 0) yield { what: "lost", edit: [file, path] };
  }
}

function* slips(value: unknown, texts: readonly string[]): Generator<readonly [string, unknown]> {
  if (typeof value === "string") {
    yield ["misspelt", misspelt(value)];
    const at = texts.indexOf(value);
    yield ["another name", texts[(at + 7) % texts.length]];
    yield ["a number", 7];
    yield ["empty", ""];
  } else if (typeof value === "number") {
    yield ["one more", value + 1];
    yield ["below zero", -value - 1];
    yield ["text", String(value)];
  } else if (typeof value === "boolean") {
    yield ["the other", !value];
    yield ["text", String(value)];
  } else if (Array.isArray(value)) {
    if (value.length > 0) yield ["doubled", [...value, value[0]]];
    if (value.length > 1) yield ["moved", [...value.slice(1), value[0]]];
    yield ["emptied", []];
    yield ["a text", "x"];
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    for (const [key] of entries)
      yield [`${key} misspelt`, Object.fromEntries(entries.map(([name, of]) => [name === key ? misspelt(name) : name, of]))];
    for (const [index, [key, own]] of entries.entries()) {
      const [next, other] = entries[index + 1] ?? [];
      if (next !== undefined && JSON.stringify(own) !== JSON.stringify(other))
        yield [`${key} and ${next} swapped`, { ...value, [key]: other, [next]: own }];
    }
    yield ["emptied", {}];
    yield ["a list", [value]];
  }
}

/** Two letters change places; one letter stands twice. */
function misspelt(text: string): string {
  const at = [...text].findIndex((letter, index) => index > 0 && letter !== text[index + 1] && index < text.length - 1);
  return at < 0 ? `${text}${text.slice(-1)}` : `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
}

function* valuesOf(json: unknown, path: Path = []): Generator<{ readonly path: Path; readonly value: unknown }> {
  if (path.length > 0) yield { path, value: json };
  if (typeof json !== "object" || json === null) return;
  if (Array.isArray(json)) for (const [index, value] of json.entries()) yield* valuesOf(value, [...path, index]);
  else for (const [key, value] of Object.entries(json)) yield* valuesOf(value, [...path, key]);
}

function textsOf(json: unknown): string[] {
  if (typeof json === "string") return [json];
  return typeof json === "object" && json !== null ? Object.values(json).flatMap(textsOf) : [];
}
