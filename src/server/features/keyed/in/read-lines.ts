import { IN_LIMITS } from "./limits.ts";

/** A line of the body. */
export interface Line {
  /** From 1. */
  readonly place: number;
  /** null: it is no text, or too long. */
  readonly text: string | null;
  readonly problem: string;
}

const NEWLINE = 0x0a;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const BOM = "\uFEFF";
const TOO_LONG = `一行最长 ${IN_LIMITS.lineBytes / 1024 / 1024} MB`;

/**
 * Lines of a body, as they come: no more of it is held than one line and what has come with its end. A line that is too long is left out,
 * and told; blank lines count, and say nothing.
 */
export async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  let place = 0;
  let rest: Uint8Array[] = [];
  let size = 0;
  let isSkipping = false;
  const take = (part: Uint8Array): Line => {
    place += 1;
    const line = isSkipping || size + part.length > IN_LIMITS.lineBytes ? { text: null, problem: TOO_LONG } : decoded([...rest, part]);
    rest = [];
    size = 0;
    isSkipping = false;
    return { place, ...line, text: place === 1 && line.text?.startsWith(BOM) === true ? line.text.slice(1) : line.text };
  };
  for await (const bytes of body) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      lines.push(take(bytes.subarray(start, end)));
      start = end + 1;
    }
    const left = bytes.subarray(start);
    size += left.length;
    if (size > IN_LIMITS.lineBytes) isSkipping = true;
    if (isSkipping) rest = [];
    else if (left.length > 0) rest.push(left);
    if (lines.length > 0) yield lines;
  }
  if (size > 0) yield [take(new Uint8Array())];
}

function decoded(parts: readonly Uint8Array[]): Pick<Line, "text" | "problem"> {
  try {
    const [only, ...more] = parts;
    return { text: UTF8.decode(more.length === 0 ? only : Buffer.concat(parts)), problem: "" };
  } catch {
    return { text: null, problem: "不是 UTF-8 文本" };
  }
}
