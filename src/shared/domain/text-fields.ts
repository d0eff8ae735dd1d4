const PLACE = /\{([A-Za-z][A-Za-z0-9_]*)\}/g;

/** The fields named in a text as {Field}. */
export function fieldsOfText(text: string): string[] {
  return [...text.matchAll(PLACE)].map((match) => match[1] ?? "");
}

/** The text with each {Field} replaced. */
export function replaceFields(text: string, by: (name: string) => string): string {
  return text.replaceAll(PLACE, (_, name: string) => by(name));
}
