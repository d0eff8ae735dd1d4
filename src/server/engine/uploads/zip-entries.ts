import { inflateRawSync } from "node:zlib";

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const MOST_COMMENT = 0xffff;
/** Marks a size that does not fit (zip64): no document of ours is so large. */
const TOO_BIG = 0xffffffff;

const MOST_ENTRIES = 5000;
/** A file of a zip archive, as the directory at its end tells it. */
export interface ZipEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
  /** Bytes, by its own word. */
  readonly unpacked: number;
  readonly packed: number;
  /** 0: stored as it is; 8: deflated; no other is used by documents. */
  readonly method: number;
  /** Where its own head begins. */
  readonly at: number;
}

/** The files of a zip archive by its directory, none of them unpacked; null: it is none, or has more than a document has. */
export function zipEntries(bytes: Buffer): ZipEntry[] | null {
  if (bytes.length < END_LENGTH || bytes.readUInt32LE(0) !== LOCAL_HEADER) return null;
  const end = endOf(bytes);
  if (end === null) return null;
  const count = bytes.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) return null;
  const entries: ZipEntry[] = [];
  for (let at = bytes.readUInt32LE(end + 16); entries.length < count; ) {
    const entry = entryAt(bytes, at);
    if (entry === null || entry.next > end) return null;
    entries.push(entry);
    at = entry.next;
  }
  return entries;
}

/** The bytes of a file; null where {@link packedBytes} finds none, or another size comes out. */
export function unpacked(bytes: Buffer, entry: ZipEntry): Buffer | null {
  const content = packedBytes(bytes, entry);
  if (content === null) return null;
  try {
    const whole = entry.method === 0 ? content : inflateRawSync(content, { maxOutputLength: entry.unpacked + 1 });
    return whole.length === entry.unpacked ? whole : null;
  } catch {
    return null;
  }
}

/**
 * A file as it lies in the archive, deflated (method 8) or as it is (0); null where its own head says another name or way of packing than
 * the directory: readers that go by the one would see another file than readers that go by the other.
 */
export function packedBytes(bytes: Buffer, { at, name, method, packed }: ZipEntry): Buffer | null {
  if (at + LOCAL_LENGTH > bytes.length || bytes.readUInt32LE(at) !== LOCAL_HEADER) return null;
  const nameEnd = at + LOCAL_LENGTH + bytes.readUInt16LE(at + 26);
  const start = nameEnd + bytes.readUInt16LE(at + 28);
  const isSame = bytes.toString("utf8", at + LOCAL_LENGTH, nameEnd) === name && bytes.readUInt16LE(at + 8) === method;
  return isSame && (method === 0 || method === 8) && start + packed <= bytes.length ? bytes.subarray(start, start + packed) : null;
}

/** Where the directory's end record begins: the last one, before a comment of at most 64 KB. */
function endOf(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - END_LENGTH - MOST_COMMENT);
  for (let at = bytes.length - END_LENGTH; at >= first; at--) if (bytes.readUInt32LE(at) === DIRECTORY_END) return at;
  return null;
}

function entryAt(bytes: Buffer, at: number): (ZipEntry & { readonly next: number }) | null {
  if (at + ENTRY_LENGTH > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) return null;
  const size = bytes.readUInt32LE(at + 24);
  const nameEnd = at + ENTRY_LENGTH + bytes.readUInt16LE(at + 28);
  const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  if (size === TOO_BIG) return null;
  const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
  return {
    name: bytes.toString("utf8", at + ENTRY_LENGTH, nameEnd),
    isEncrypted,
    unpacked: size,
    packed: bytes.readUInt32LE(at + 20),
    method: bytes.readUInt16LE(at + 10),
    at: bytes.readUInt32LE(at + 42),
    next,
  };
}
