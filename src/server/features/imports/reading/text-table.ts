import { ReadFault, TOO_COMPLEX } from "./read-fault.ts";

const FIRST_BYTES = 1 << 16;

/**
 * Texts by number, kept as bytes: parts of what a parser was given would keep all of it in memory, and a workbook may have a million.
 */
export class TextTable {
  readonly #mostBytes: number;
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  /** Where each text ends. */
  #ends = new Uint32Array(1024);
  #count = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Throws {@link ReadFault} beyond the limit. */
  add(text: string): void {
    const start = this.#end(this.#count);
    const end = start + Buffer.byteLength(text);
    if (end > this.#mostBytes) throw new ReadFault(TOO_COMPLEX);
    if (end > this.#bytes.length) this.#grow(end);
    this.#bytes.write(text, start);
    if (this.#count === this.#ends.length) {
      const ends = new Uint32Array(this.#ends.length * 2);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#ends[this.#count] = end;
    this.#count += 1;
  }

  /** undefined: there is none of this number. */
  at(number: number): string | undefined {
    if (!Number.isInteger(number) || number < 0 || number >= this.#count) return undefined;
    return this.#bytes.toString("utf8", this.#end(number), this.#end(number + 1));
  }

  #end(count: number): number {
    return count === 0 ? 0 : (this.#ends[count - 1] ?? 0);
  }

  #grow(needed: number): void {
    const bytes = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(bytes, 0, 0, this.#end(this.#count));
    this.#bytes = bytes;
  }
}
