/** Marks that never begin a line; Chinese typesetting keeps them with what they close. */
const NO_START = new Set("，。、；：？！）】》〉」』〕”’…—·％℃,.;:?!)]}%/→");
/** Marks that never end a line. */
const NO_END = new Set("（【《〈「『〔“‘([{￥¥#→");
/** Characters of words and numbers that stay together. */
const OF_WORD = /[A-Za-z0-9_.@&+\-%]/;

/** Breaks a text into lines of at most `width`. A line feed begins a new line. A word longer than a line is cut. */
export function breakLines(text: string, width: number, widthOf: (character: string) => number): string[] {
  return text.split("\n").flatMap((part) => breakPart([...part], width, widthOf));
}

function breakPart(characters: readonly string[], width: number, widthOf: (character: string) => number): string[] {
  const lines: string[] = [];
  let start = 0;
  let used = 0;
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? "";
    used += widthOf(character);
    if (used <= width || character === " " || index === start) continue;
    const end = breakBefore(characters, start, index);
    lines.push(characters.slice(start, end).join("").trimEnd());
    start = characters[end] === " " ? end + 1 : end;
    used = characters.slice(start, index + 1).reduce((sum, each) => sum + widthOf(each), 0);
  }
  lines.push(characters.slice(start).join("").trimEnd());
  return lines;
}

/** The last place at or before `index` where the line may end; `index` itself where there is none. */
function breakBefore(characters: readonly string[], start: number, index: number): number {
  for (let at = index; at > start; at -= 1) if (mayBreak(characters[at - 1] ?? "", characters[at] ?? "")) return at;
  return index;
}

function mayBreak(before: string, after: string): boolean {
  if (NO_START.has(after) || NO_END.has(before)) return false;
  return !(OF_WORD.test(before) && OF_WORD.test(after));
}
