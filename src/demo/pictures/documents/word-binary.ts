import { compoundFile } from "./compound-file.ts";

/** Streams from this length on lie in sectors of their own. */
const STREAM_BYTES = 4096;
const TEXT_AT = 1024;
/** Offsets into the file information block of Word 97 ([MS-DOC] 2.5.1). */
const FIB = { magic: 0, version: 2, language: 6, flags: 10, firstText: 24, endText: 28, shortsCount: 32, longsCount: 62 } as const;
const LONGS = { bytes: 64, mainText: 76 } as const;
const POINTERS = { count: 152, pieceTable: 418, pieceTableLength: 422 } as const;
/** The complex bit is off; the tables lie in the stream 1Table; extended characters. */
const FLAGS = 0x1200;
/** Marks a piece whose characters take one byte; its offset is doubled. */
const ONE_BYTE = 0x40000000;

/** A doc of Word 97 to 2003 with a text of plain letters: the text, and the one table that says where it lies. */
export function wordBinary(lines: readonly string[]): Buffer {
  const text = Buffer.from(lines.map((line) => `${line}\r`).join(""), "latin1");
  const pieces = pieceTable(text.length);
  const document = Buffer.alloc(STREAM_BYTES);
  document.writeUInt16LE(0xa5ec, FIB.magic);
  document.writeUInt16LE(0x00c1, FIB.version);
  document.writeUInt16LE(0x0409, FIB.language);
  document.writeUInt16LE(FLAGS, FIB.flags);
  document.writeUInt32LE(TEXT_AT, FIB.firstText);
  document.writeUInt32LE(TEXT_AT + text.length, FIB.endText);
  document.writeUInt16LE(14, FIB.shortsCount);
  document.writeUInt16LE(22, FIB.longsCount);
  document.writeUInt32LE(STREAM_BYTES, LONGS.bytes);
  document.writeUInt32LE(text.length, LONGS.mainText);
  document.writeUInt16LE(0x5d, POINTERS.count);
  document.writeUInt32LE(0, POINTERS.pieceTable);
  document.writeUInt32LE(pieces.length, POINTERS.pieceTableLength);
  document.set(text, TEXT_AT);
  const tables = Buffer.alloc(STREAM_BYTES);
  tables.set(pieces);
  return compoundFile({ "1Table": tables, WordDocument: document });
}

/** One piece: all of the text. */
function pieceTable(characters: number): Buffer {
  const table = Buffer.alloc(21);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(0, 5);
  table.writeUInt32LE(characters, 9);
  table.writeUInt32LE((TEXT_AT * 2) | ONE_BYTE, 15);
  return table;
}
