import { Readable } from "node:stream";
import { TextDecoder } from "node:util";
import { createInflateRaw } from "node:zlib";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { packedBytes, type ZipEntry } from "../../../engine/uploads/zip-entries.ts";
import { DAMAGED, ReadFault } from "./read-fault.ts";

const CHUNK_BYTES = 1 << 18;

/** What is heard of a part of a workbook, by names without a prefix. */
export interface XmlEars {
  readonly open?: (name: string, tag: SaxesTagPlain) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Reads a part of a workbook to its end. Throws {@link ReadFault} for what is no XML, or other than the archive says. */
export async function readXml(bytes: Buffer, entry: ZipEntry, ears: XmlEars): Promise<void> {
  for await (const _step of xmlSteps(bytes, entry, ears)) {
    // What there is to hear has been heard.
  }
}

/** The same in steps, with a pause after each for whoever takes what was heard. */
export async function* xmlSteps(bytes: Buffer, entry: ZipEntry, { open, close, text }: XmlEars): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const fail = () => {
    throw new ReadFault(DAMAGED);
  };
  parser.on("error", fail);
  // A declared type may declare entities, which make much of little.
  parser.on("doctype", fail);
  if (open !== undefined) parser.on("opentag", (tag) => open(withoutPrefix(tag.name), tag));
  if (close !== undefined) parser.on("closetag", (tag) => close(withoutPrefix(tag.name)));
  if (text !== undefined) parser.on("text", text);
  for await (const chunk of unpackedTexts(bytes, entry)) {
    parser.write(chunk);
    yield;
  }
  parser.close();
}

async function* unpackedTexts(bytes: Buffer, entry: ZipEntry): AsyncGenerator<string> {
  const packed = packedBytes(bytes, entry);
  if (packed === null) throw new ReadFault(DAMAGED);
  let length = 0;
  let decoder: TextDecoder | null = null;
  for await (const chunk of entry.method === 0 ? slices(packed) : inflated(packed)) {
    length += chunk.length;
    if (length > entry.unpacked) throw new ReadFault(DAMAGED);
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? "utf-16le" : "utf-8");
    yield decoder.decode(chunk, { stream: true });
  }
  if (length !== entry.unpacked) throw new ReadFault(DAMAGED);
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

async function* inflated(packed: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  try {
    yield* Readable.from(slices(packed)).pipe(inflate) as AsyncIterable<Buffer>;
  } catch (error) {
    // What zlib says of bytes that are none of its own.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) throw new ReadFault(DAMAGED);
    throw error;
  }
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** An attribute by its name without a prefix; empty: it has none. */
export function attributeOf({ attributes }: SaxesTagPlain, wanted: string): string {
  const exact = attributes[wanted];
  if (exact !== undefined) return exact;
  const name = Object.keys(attributes).find((each) => withoutPrefix(each) === wanted);
  return name === undefined ? "" : (attributes[name] ?? "");
}
