/** A text as names are compared: without case, width, accents, spaces and punctuation. */
export interface FoldedText {
  readonly letters: string;
  /** Positions in `letters` before which the text had a space or punctuation. */
  readonly breaks: ReadonlySet<number>;
}

export function foldText(text: string): FoldedText {
  const plain = text.normalize("NFKC").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const breaks = new Set<number>();
  let letters = "";
  for (const word of plain.split(/[^\p{L}\p{N}]+/u)) {
    if (letters !== "") breaks.add(letters.length);
    letters += word;
  }
  return { letters, breaks };
}

/** The words of a text, in reverse: addresses written from the small to the large, 札幌, 日本. */
export function reverseWords(text: string): string {
  return text
    .normalize("NFKC")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .reverse()
    .join(" ");
}
