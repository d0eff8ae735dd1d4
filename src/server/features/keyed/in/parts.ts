import { badInput, jsonOf } from "../../../base/params.ts";
import { readLimited } from "../../../base/read-limited.ts";
import type { ImportSpec } from "../../../engine/import/spec.ts";
import { IN_LIMITS, PART } from "./limits.ts";
import { readLines } from "./read-lines.ts";
import { recordOf, recordReader, type SentRecord } from "./sent-rows.ts";
import type { PlacedRecord } from "./take-part.ts";

/** Records that are brought in together. */
export interface Part {
  readonly records: readonly PlacedRecord[];
  /** All that decides what they say. */
  readonly content: string;
}

/** How a body is cut: an atomic batch is one part. */
interface Cutting {
  readonly spec: ImportSpec;
  readonly isAtomic: boolean;
}

interface Item extends PlacedRecord {
  readonly text: string;
}

const MB = 1024 * 1024;
const limitText = ({ rows, bytes }: { readonly rows: number; readonly bytes: number }) => `${rows} 行、${bytes / MB} MB`;

/** The parts of a body of lines, as they come; the same body is always cut in the same places. */
export async function* partsOfLines(body: AsyncIterable<Uint8Array>, { spec, isAtomic }: Cutting): AsyncGenerator<Part> {
  const read = recordReader(spec);
  const limit = isAtomic ? IN_LIMITS.atomic : IN_LIMITS.lines;
  let open = new OpenPart(isAtomic);
  let [rows, bytes] = [0, 0];
  for await (const lines of readLines(counted()))
    for (const { place, text, problem } of lines) {
      if (text !== null && text.trim() === "") continue;
      rows += 1;
      if (rows > limit.rows) throw tooMuch();
      const record = text === null ? { problems: [{ column: null, message: problem }] } : recordOf(text, read);
      if (open.isFullFor(record, text ?? "")) {
        yield open.close();
        open = new OpenPart(isAtomic);
      }
      open.add({ place, record, text: text ?? problem });
    }
  if (!open.isEmpty) yield open.close();

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes > limit.bytes) throw tooMuch();
      yield piece;
    }
  }

  function tooMuch() {
    const kept = isAtomic ? "没有写入任何数据" : "此前的行已写入";
    return badInput(`一批最多 ${limitText(limit)}${isAtomic ? "（atomic）" : ""}，请分批送入；${kept}`);
  }
}

/** The parts of a JSON array. Throws an ApiError (Code 400) where it is none, or too long. */
export async function* partsOfArray(body: AsyncIterable<Uint8Array>, { spec, isAtomic }: Cutting): AsyncGenerator<Part> {
  const { rows, bytes } = IN_LIMITS.array;
  const tooMuch = () => badInput(`JSON 数组最多 ${limitText(IN_LIMITS.array)}；更多的行请用 application/x-ndjson 送入`);
  const text = (await readLimited(body, bytes, tooMuch)).toString("utf8");
  const values = jsonOf(text);
  if (!Array.isArray(values)) throw badInput("请求体应为 JSON 数组，每行数据一个对象");
  if (values.length > rows) throw tooMuch();
  const read = recordReader(spec);
  let open = new OpenPart(isAtomic);
  for (const [index, value] of values.entries()) {
    const item = { place: index + 1, record: read(value), text: JSON.stringify(value) };
    if (open.isFullFor(item.record, item.text)) {
      yield open.close();
      open = new OpenPart(isAtomic);
    }
    open.add(item);
  }
  if (!open.isEmpty) yield open.close();
}

/** A part that is being filled. */
class OpenPart {
  readonly #isAtomic: boolean;
  readonly #items: Item[] = [];
  #rows = 0;
  #length = 0;

  constructor(isAtomic: boolean) {
    this.#isAtomic = isAtomic;
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  isFullFor(record: SentRecord, text: string): boolean {
    if (this.#isAtomic || this.isEmpty) return false;
    return this.#rows + rowsIn(record) > PART.rows || this.#length + text.length > PART.bytes;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#rows += rowsIn(item.record);
    this.#length += item.text.length;
  }

  close(): Part {
    return { records: this.#items, content: this.#items.map(({ place, text }) => `${place} ${text}`).join("\n") };
  }
}

const rowsIn = (record: SentRecord): number => ("rows" in record ? record.rows.length : 1);
